import { CfnParameter, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import { type IVpc, Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2'
import {
  Capability,
  Cluster,
  type ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs'
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Settings } from '../settings.ts'
import { sessionServiceGrants } from '../worker-grants.ts'
import { figure } from './figure.ts'
import type { FilesBucket } from './files-bucket.ts'
import type { Queues } from './queues.ts'
import type { System } from './system.ts'
import type { Tables } from './tables.ts'
import { acknowledgeWildcard } from './wildcards.ts'
import { WrappingKey } from './wrapping-key.ts'

/**
 * Health check. A task renews its leases in DynamoDB every three seconds, so a task without an established TCP
 * connection (state 01) is dead, even if its process runs.
 */
const IS_ALIVE = "grep -qs ' 01 ' /proc/net/tcp /proc/net/tcp6"

interface SocketServiceProps {
  vpc: IVpc
  image: ContainerImage
  name: string
  settings: Settings['socketService']
  tables: Tables
  queues: Queues
  files: FilesBucket
  system: System
}

/** A parameter of the stack, so CloudFormation alone can change it, without a build. */
function clientVersion(scope: Construct): CfnParameter {
  const parameter = new CfnParameter(scope, 'WhatsAppVersion', {
    default: '',
    allowedPattern: '^(\\d+\\.\\d+\\.\\d+)?$',
    description: "The client version that WhatsApp is told, as 2.3000.1043857760; empty for the code's own",
  })
  parameter.overrideLogicalId('WhatsAppVersion')
  return parameter
}

/** The containers that hold the connections to WhatsApp. They call out and accept no calls. */
export class SocketService extends Construct {
  readonly service: FargateService

  constructor(
    scope: Construct,
    id: string,
    { vpc, image, name, settings, tables, queues, files, system }: SocketServiceProps,
  ) {
    super(scope, id)
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com'),
      inlinePolicies: { grants: system.permissions(sessionServiceGrants) },
    })
    const wrappingKey = new WrappingKey(this, 'WrappingKey', { user: role })
    const taskDefinition = this.#task(role, settings)
    const container = taskDefinition.addContainer('session', {
      image,
      environment: {
        TABLE_NAME: tables.table.tableName,
        AUTH_TABLE_NAME: tables.authTable.tableName,
        QUEUE_URL_PREFIX: queues.urlPrefix,
        SHARDS: String(settings.shards),
        BUCKET_NAME: files.bucket.bucketName,
        KMS_KEY_ID: wrappingKey.keyId,
        LOG_LEVEL: 'info',
        DEPLOYMENT: name,
        WHATSAPP_VERSION: clientVersion(this).valueAsString,
        // Only the real WhatsApp is allowed.
        NODE_ENV: 'production',
      },
      user: 'node',
      readonlyRootFilesystem: true,
      linuxParameters: this.#parameters(),
      // A task returns its leases within 20 seconds.
      stopTimeout: Duration.seconds(30),
      healthCheck: {
        command: ['CMD-SHELL', IS_ALIVE],
        interval: Duration.seconds(30),
        retries: 3,
        startPeriod: Duration.seconds(60),
      },
      logging: LogDrivers.awsLogs({ logGroup: this.#log(), streamPrefix: 'session' }),
    })
    // Files on their way to WhatsApp are encrypted here. Everything else is read-only.
    taskDefinition.addVolume({ name: 'passing-files' })
    container.addMountPoints({ sourceVolume: 'passing-files', containerPath: '/tmp', readOnly: false })
    this.service = new FargateService(this, 'Service', {
      cluster: new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED }),
      taskDefinition,
      // The number follows the connections, and a deployment leaves it unchanged.
      ...(settings.mostTasks === 0 && { desiredCount: 0 }),
      // New tasks take their share of the shards while the old ones still run.
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      assignPublicIp: true,
      vpcSubnets: { subnets: vpc.publicSubnets },
      securityGroups: [this.#onlyOut(vpc)],
    })
    this.#mayProtectItself(role)
    if (settings.mostTasks > 0) this.#follow(name, settings)
  }

  /**
   * Scales the number of tasks with the number of connections. Scale-in is slow, and spares tasks that are sending.
   */
  #follow(name: string, { tasks, mostTasks, connectionsPerTask }: Settings['socketService']): void {
    this.service
      .autoScaleTaskCount({ minCapacity: tasks, maxCapacity: mostTasks })
      .scaleToTrackCustomMetric('Connections', {
        metric: figure(name, 'Connections', 'Average'),
        targetValue: connectionsPerTask,
        scaleOutCooldown: Duration.minutes(2),
        scaleInCooldown: Duration.minutes(15),
      })
  }

  /** A sending task asks ECS for protection from scale-in. */
  #mayProtectItself(role: Role): void {
    const { stack } = this.service
    const tasks = stack.formatArn({
      service: 'ecs',
      resource: 'task',
      resourceName: `${this.service.cluster.clusterName}/*`,
    })
    acknowledgeWildcard(
      stack,
      tasks,
      'A task has its id from ECS when it starts; they are those of this cluster alone.',
    )
    role.attachInlinePolicy(
      new Policy(this, 'Protection', {
        statements: [
          new PolicyStatement({
            actions: ['ecs:GetTaskProtection', 'ecs:UpdateTaskProtection'],
            resources: [tasks],
          }),
        ],
      }),
    )
  }

  #task(taskRole: Role, { cpu, memoryMegabytes }: Settings['socketService']): FargateTaskDefinition {
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu,
      memoryLimitMiB: memoryMegabytes,
      taskRole,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
    })
    Validations.of(task).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason: 'Names and addresses only; the service opens its secrets by its role.',
    })
    Validations.of(task.obtainExecutionRole()).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'ecr:GetAuthorizationToken knows no resources; the image itself is named.',
    })
    return task
  }

  #parameters(): LinuxParameters {
    const parameters = new LinuxParameters(this, 'Parameters', { initProcessEnabled: true })
    parameters.dropCapabilities(Capability.ALL)
    return parameters
  }

  #log(): LogGroup {
    return new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }

  /** TLS out, nothing in. To all addresses, because WhatsApp does not publish its own. */
  #onlyOut(vpc: IVpc): SecurityGroup {
    const group = new SecurityGroup(this, 'Out', {
      vpc,
      allowAllOutbound: false,
      description: 'Out by TLS, nothing in',
    })
    group.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'WhatsApp and AWS')
    return group
  }
}
