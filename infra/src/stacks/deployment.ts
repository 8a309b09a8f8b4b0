import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { edgeStackName } from '../edge-stack-name.ts'
import type { Settings } from '../settings.ts'
import { EdgeStack } from './edge-stack.ts'
import { type Built, RecadoStack } from './stack.ts'

/** The stacks of one deployment, with the checks that synthesis must pass. */
export function addDeployment(
  app: App,
  built: Built,
  settings: Settings,
): { stack: RecadoStack; edge?: EdgeStack } {
  const { name, domain, region } = settings
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  if (!domain) {
    const env = { region }
    return { stack: new RecadoStack(app, name, { settings, ...built, domain: undefined, env }) }
  }

  // The edge stack's results cross regions, which needs a known account, too.
  const account = process.env.CDK_DEFAULT_ACCOUNT
  const handedOver = { crossRegionReferences: true }
  const edge = new EdgeStack(app, edgeStackName(name, domain), {
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
