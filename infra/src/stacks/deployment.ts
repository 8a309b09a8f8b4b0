import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { readSettings } from '../settings.ts'
import { EdgeStack } from './edge-stack.ts'
import { type Built, RecadoStack } from './stack.ts'

/** The stacks of one deployment, with the checks that synthesis must pass. */
export function addDeployment(app: App, built: Built): { stack: RecadoStack; edge?: EdgeStack } {
  const settings = readSettings(app.node)
  const { name, domain } = settings
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  if (!domain) return { stack: new RecadoStack(app, name, { settings, ...built, domain: undefined }) }

  // The edge stack's results cross regions, which needs a known account and region.
  const account = process.env.CDK_DEFAULT_ACCOUNT
  const region = process.env.CDK_DEFAULT_REGION
  if (!region) throw new Error('A deployment with a domain needs AWS_REGION')
  const handedOver = { crossRegionReferences: true }
  const edge = new EdgeStack(app, `${name}-edge`, {
    domain,
    env: { account, region: 'us-east-1' },
    ...handedOver,
  })
  const env = { account, region }
  return {
    edge,
    stack: new RecadoStack(app, name, { settings, ...built, domain: edge.domain, env, ...handedOver }),
  }
}
