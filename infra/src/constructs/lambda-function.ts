import { dirname } from 'node:path'
import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Function as CdkFunction, Code, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { bundle } from '../bundling.ts'

export interface LambdaFunctionProps {
  /** Absolute path of the file, which exports the handler. */
  entry: string
  /** The export's name; `handler` unless told otherwise. */
  exported?: string
  environment: Record<string, string>
  permissions: PolicyDocument
  timeoutSeconds: number
  memoryMegabytes: number
}

/**
 * A Lambda with its own log and its own role. The role may do what it was made with and nothing that is
 * added later: all permissions are seen where they are declared.
 */
export class LambdaFunction extends Construct {
  readonly lambda: CdkFunction

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id)
    const { entry, exported = 'handler', environment, permissions, timeoutSeconds, memoryMegabytes } = props
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    permissions.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    )
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { grants: permissions },
    })
    this.lambda = new CdkFunction(this, 'Function', {
      code: codeOf(entry),
      handler: `index.${exported}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMegabytes,
      environment,
      logGroup,
      role: role.withoutPolicyUpdates(),
    })
  }
}

const codeOf = (entry: string) =>
  Code.fromAsset(dirname(entry), {
    // Sources that differ in nothing that is deployed make no deployment.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      local: {
        tryBundle(folder) {
          bundle(entry, folder)
          return true
        },
      },
      // Is asked for, and never used. What is bundled for one entry is not taken for another of its folder.
      ...{ image: DockerImage.fromRegistry('none'), command: [entry] },
    },
  })
