import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { ALIASES, BANNER, MAIN_FIELDS } from '../bundling.ts'
import { ROOT } from '../root.ts'

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
  readonly lambda: NodejsFunction

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
    this.lambda = new NodejsFunction(this, 'Function', {
      entry,
      handler: exported,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMegabytes,
      environment,
      logGroup,
      role: role.withoutPolicyUpdates(),
      projectRoot: ROOT,
      depsLockFilePath: `${ROOT}/package-lock.json`,
      bundling: BUNDLING,
    })
  }
}

/** The SDK comes along: what was tested runs, whatever version the runtime has, and only what is used loads. */
const BUNDLING = {
  format: OutputFormat.ESM,
  target: 'node24',
  minify: true,
  logLevel: LogLevel.ERROR,
  bundleAwsSDK: true,
  mainFields: MAIN_FIELDS,
  esbuildArgs: Object.fromEntries(Object.entries(ALIASES).map(([name, file]) => [`--alias:${name}`, file])),
  banner: BANNER,
}
