import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Function as CdkFunction, Code, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

export interface LambdaFunctionProps {
  /** The folder of its code, whose `index.mjs` exports the handler. */
  code: string
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
    const { code, exported = 'handler', environment, permissions, timeoutSeconds, memoryMegabytes } = props
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
      code: Code.fromAsset(code),
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
