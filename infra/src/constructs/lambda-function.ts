import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Function as CdkFunction, Code, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

export interface LambdaFunctionProps {
  /** Folder of its code, whose `index.mjs` exports the handler. */
  code: string
  /** Name of the export, `handler` by default. */
  exported?: string
  environment: Record<string, string>
  permissions: PolicyDocument
  timeoutSeconds: number
  memoryMegabytes: number
  /** Whether its messages may lead back to it any number of times. */
  isInLoop?: boolean
}

/**
 * A Lambda with its own log and role. The role's rights are fixed at its creation, so all of them are visible where
 * they are declared.
 */
export class LambdaFunction extends Construct {
  readonly lambda: CdkFunction

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id)
    const { code, exported = 'handler', environment, permissions, timeoutSeconds, memoryMegabytes } = props
    const { isInLoop = false } = props
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
      ...(isInLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
    })
  }
}
