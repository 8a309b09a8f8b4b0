import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { EdgeStack } from './edge-stack.ts'
import { readSettings } from './settings.ts'
import { type Built, RecadoStack } from './stack.ts'

/** The stacks of one deployment, and the checks without which they are not synthesised. */
export function addDeployment(app: App, built: Built): { stack: RecadoStack; edge?: EdgeStack } {
  const settings = readSettings(app.node)
  const { name, domain } = settings
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  if (!domain) return { stack: new RecadoStack(app, name, { settings, ...built, domain: undefined }) }

  // What the edge stack makes is handed over across regions, for which both have to be known.
  const account = process.env.CDK_DEFAULT_ACCOUNT
  const region = process.env.CDK_DEFAULT_REGION
  if (!region) throw new Error('With a domain, the region must be known: set AWS_REGION')
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
