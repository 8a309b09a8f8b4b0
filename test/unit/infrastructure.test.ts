import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readEnvironment as readSessionEnvironment } from '@recado/fargate-session/ports/environment'
import { readEnvironment as readFunctionsEnvironment } from '@recado/functions/environment'
import { allRoutes } from '@recado/shared/api/routes'
import { FIGURES } from '@recado/shared/metrics/figures'
import { commandQueue, commandQueueName, isFifo, type QueueName, queues } from '@recado/shared/queues/queues'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { App, Validations } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { afterAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../infra/src/root.ts'
import { addDeployment } from '../../infra/src/stacks/deployment.ts'
import { MONTH } from '../bench/costs/cost-table.ts'
import { deployed } from '../support/deployed.ts'
import { NOT_BUILT } from '../support/not-built.ts'
import { settingsWith } from '../support/settings.ts'
import { nestedStacksOf, wholeTemplate } from '../support/whole-template.ts'

const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'))
const app = new App({ context })
const { stack } = addDeployment(
  app,
  NOT_BUILT,
  settingsWith({
    socketService: { tasks: 3, cpu: 1024, memoryMegabytes: 3072, connectionsPerTask: 400 },
  }),
)
const template = wholeTemplate(stack)
afterAll(() => rmSync(app.outdir, { recursive: true }))
const { Resources: all } = template.toJSON()

const idsOf = (type: string): string[] => Object.keys(template.findResources(type))
const propertiesOf = (type: string) => idsOf(type).map((id) => all[id].Properties)
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const texts = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, text(value)]))

describe('the API', () => {
  const routes = propertiesOf('AWS::ApiGatewayV2::Route').filter(({ ApiId }) => /Http/.test(ApiId.Ref))

  test.each(allRoutes())('$route.method $route.path leads to the Lambda of $domain', ({ domain, route }) => {
    const found = routes.filter(({ RouteKey }) => RouteKey === `${route.method} ${route.path}`)
    expect(found).toHaveLength(1)
    const [, integration] = found[0].Target['Fn::Join'][1]
    const lambda = all[integration.Ref].Properties.IntegrationUri['Fn::GetAtt'][0]
    expect(lambda).toMatch(new RegExp(`^HttpRoutes${domain.replaceAll('-', '')}Lambda`))
  })

  test('has no call beyond the route table, and no CORS', () => {
    expect(routes).toHaveLength(allRoutes().length)
    for (const api of propertiesOf('AWS::ApiGatewayV2::Api')) expect(api.CorsConfiguration).toBeUndefined()
  })

  test('has the paths that CloudFront forwards unchanged', () => {
    expect(propertiesOf('AWS::ApiGatewayV2::Stage').map(({ StageName }) => StageName)).toEqual(['api', 'ws'])
  })

  test('is throttled on both stages, so that two deployments fit into an account', () => {
    const stages = propertiesOf('AWS::ApiGatewayV2::Stage').map(
      ({ DefaultRouteSettings }) => DefaultRouteSettings,
    )
    expect(stages).toHaveLength(2)
    for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of stages) {
      expect(ThrottlingRateLimit * stages.length * 2).toBeLessThanOrEqual(10_000)
      expect(ThrottlingBurstLimit * stages.length * 2).toBeLessThanOrEqual(5000)
    }
  })

  test('is throttled on both stages as the deployment’s settings say', () => {
    const stages = Object.values(
      deployed({ requestsPerSecond: 5001 }).whole.findResources('AWS::ApiGatewayV2::Stage'),
    )
    expect(stages.map(({ Properties }) => Properties.DefaultRouteSettings)).toEqual(
      Array(2).fill({ ThrottlingRateLimit: 5001, ThrottlingBurstLimit: 2501 }),
    )
  })

  test('keeps a socket open by a ping that no Lambda sees', () => {
    const ping = propertiesOf('AWS::ApiGatewayV2::Route').find(({ RouteKey }) => RouteKey === 'ping')
    expect(all[ping.Target['Fn::Join'][1][1].Ref].Properties.IntegrationType).toBe('MOCK')
  })
})

describe('Lambdas', () => {
  const lambdas = propertiesOf('AWS::Lambda::Function').filter(({ Runtime }) => !Runtime.startsWith('python'))

  test('run on Node 24 and arm64, each with a log of its own that expires', () => {
    expect(lambdas.length).toBeGreaterThan(15)
    for (const { Runtime, Architectures } of lambdas)
      expect([Runtime, ...Architectures]).toEqual(['nodejs24.x', 'arm64'])
    const logs = lambdas.map(({ LoggingConfig }) => LoggingConfig.LogGroup.Ref)
    expect(new Set(logs).size).toBe(lambdas.length)
    for (const { RetentionInDays } of propertiesOf('AWS::Logs::LogGroup'))
      expect(RetentionInDays).toBeGreaterThan(0)
  })

  test('get exactly the settings that their code reads', () => {
    const told = lambdas
      .map(({ Environment }) => texts(Environment?.Variables ?? {}))
      .filter(({ TABLE_NAME }) => TABLE_NAME)
    expect(told).toHaveLength(lambdas.length - 1)
    for (const { SECRET_PREFIX, ...variables } of told) {
      expect(SECRET_PREFIX).toBe('recado/1a2b3c4d/')
      expect(variables.SHARDS).toBe('32')
      expect(readFunctionsEnvironment(variables)).toEqual({ ...variables, SHARDS: 32 })
    }
  })
})

describe('the socket service', () => {
  const [container] = propertiesOf('AWS::ECS::TaskDefinition')[0].ContainerDefinitions

  test('runs without root, without capabilities and on a read-only root file system', () => {
    expect(container).toMatchObject({ User: 'node', ReadonlyRootFilesystem: true })
    expect(container.LinuxParameters.Capabilities).toEqual({ Drop: ['ALL'] })
    expect(container.Privileged).toBeUndefined()
  })

  test('has time to release its leases, and is replaced after its death', () => {
    expect(container.StopTimeout).toBe(30)
    expect(container.HealthCheck.Command[0]).toBe('CMD-SHELL')
  })

  test('gets exactly the settings that its code reads', () => {
    const environment: { Name: string; Value: unknown }[] = container.Environment
    const { KMS_KEY_ID, WHATSAPP_VERSION, ...variables } = texts(
      Object.fromEntries(environment.map(({ Name, Value }) => [Name, Value])),
    )
    expect(KMS_KEY_ID).toContain('WrappingKey')
    expect(WHATSAPP_VERSION).toBe('{"Ref":"WhatsAppVersion"}')
    expect(variables.SHARDS).toBe('32')
    expect(readSessionEnvironment(variables)).toEqual({ ...variables, SHARDS: 32 })
    expect(variables.NODE_ENV).toBe('production')
  })

  test('gets the client version from a stack parameter, without a build', () => {
    const { WhatsAppVersion: parameter } = Template.fromStack(stack).toJSON().Parameters
    expect(parameter).toMatchObject({ Type: 'String', Default: '' })
    const isAllowed = (version: string) => new RegExp(parameter.AllowedPattern).test(version)
    const read = (WHATSAPP_VERSION: string) =>
      readSessionEnvironment({
        TABLE_NAME: 't',
        AUTH_TABLE_NAME: 'a',
        QUEUE_URL_PREFIX: 'q',
        BUCKET_NAME: 'b',
        WHATSAPP_VERSION,
      }).WHATSAPP_VERSION
    for (const [version, means] of [
      ['', undefined],
      ['2.3000.1043857760', [2, 3000, 1043857760]],
    ] as const) {
      expect(isAllowed(version), version).toBe(true)
      expect(read(version)).toEqual(means)
    }
    for (const version of ['2.3000', 'latest', '2,3000,1', '2.3000.1-alpha']) {
      expect(isAllowed(version), version).toBe(false)
      expect(() => read(version)).toThrow()
    }
  })

  test('has the operator’s number and size of tasks, and accepts no inbound traffic', () => {
    const [task] = propertiesOf('AWS::ECS::TaskDefinition')
    expect([task.Cpu, task.Memory]).toEqual(['1024', '3072'])
    const [service] = propertiesOf('AWS::ECS::Service')
    // A deployment keeps the number of tasks that the connections need.
    expect(service.DesiredCount).toBeUndefined()
    const [target] = propertiesOf('AWS::ApplicationAutoScaling::ScalableTarget')
    expect(target).toMatchObject({ MinCapacity: 3, MaxCapacity: 8 })
    const [policy] = propertiesOf('AWS::ApplicationAutoScaling::ScalingPolicy')
    expect(policy.TargetTrackingScalingPolicyConfiguration).toMatchObject({
      CustomizedMetricSpecification: { MetricName: 'Connections', Statistic: 'Average' },
      TargetValue: 400,
    })
    expect(service.DeploymentConfiguration.DeploymentCircuitBreaker).toEqual({ Enable: true, Rollback: true })
    const [group] = propertiesOf('AWS::EC2::SecurityGroup')
    expect(group.SecurityGroupIngress).toBeUndefined()
    expect(group.SecurityGroupEgress).toMatchObject([{ FromPort: 443, ToPort: 443 }])
    template.resourceCountIs('AWS::EC2::SecurityGroupIngress', 0)
  })
})

describe('queues', () => {
  const made = propertiesOf('AWS::SQS::Queue')
  const commands = Array.from(
    { length: DEFAULT_SHARDS },
    (_, shard) => [`${commandQueueName(shard)}.fifo`, commandQueue] as const,
  )

  const named = Object.entries(queues).map(
    ([name, queue]) => [isFifo(name as QueueName) ? `${name}.fifo` : name, queue] as const,
  )

  test.each([...named, ...commands])(
    '%s has the name that the code uses, and a dead-letter queue',
    (name, queue) => {
      const found = made.find(({ QueueName }) => QueueName === `recado-1a2b3c4d-${name}`)
      expect(found.VisibilityTimeout).toBe(queue.visibilitySeconds)
      expect(found.RedrivePolicy.maxReceiveCount).toBe(queue.attempts)
      const dead = all[found.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]].Properties
      expect(dead.QueueName).toBe(`recado-1a2b3c4d-${name.replace(/(\.fifo)?$/, '-dead$1')}`)
      expect(dead.FifoQueue).toBe(found.FifoQueue)
      expect(dead.MessageRetentionPeriod).toBe(14 * 24 * 3600)
    },
  )

  test.each([
    ['inbound.fifo', 'what customers wrote, since WhatsApp does not hand it out again'],
    ['cleanup', 'erasures, since people were promised them'],
  ])('%s keeps %s, for as long as SQS can', (name) => {
    const kept = made.filter(({ QueueName }) => QueueName === `recado-1a2b3c4d-${name}`)
    expect(kept.map(({ MessageRetentionPeriod }) => MessageRetentionPeriod)).toEqual([14 * 24 * 3600])
  })

  test('keep their order only within a group, so no company waits for another', () => {
    const inOrder = made.filter(({ FifoQueue }) => FifoQueue)
    expect(inOrder).toHaveLength((DEFAULT_SHARDS + 1) * 2)
    for (const queue of inOrder)
      expect(queue).toMatchObject({
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
      })
  })

  test('refuse connections without TLS', () => {
    const [{ PolicyDocument, Queues }] = propertiesOf('AWS::SQS::QueuePolicy')
    expect(Queues.map(({ Ref }: { Ref: string }) => Ref).sort()).toEqual(idsOf('AWS::SQS::Queue').sort())
    expect(PolicyDocument.Statement).toMatchObject([
      { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ])
  })

  const sources = propertiesOf('AWS::Lambda::EventSourceMapping')
  const behind = sources.map((source) => ({
    source,
    queue: all[source.EventSourceArn['Fn::GetAtt'][0]].Properties,
    lambda: all[source.FunctionName.Ref].Properties,
  }))

  test('wait six times as long as their Lambda runs, and hand a message out five times at least', () => {
    expect(sources).toHaveLength(Object.keys(queues).length)
    for (const { source, queue, lambda } of behind) {
      expect(queue.VisibilityTimeout, queue.QueueName).toBeGreaterThanOrEqual(6 * lambda.Timeout)
      expect(queue.RedrivePolicy.maxReceiveCount, queue.QueueName).toBeGreaterThanOrEqual(5)
      const [, declared] = named.find(([name]) => queue.QueueName === `recado-1a2b3c4d-${name}`) ?? []
      expect(declared?.batch).toBe(source.BatchSize)
      expect(source.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
    }
  })

  test('have Lambdas whose messages may lead back to them without end', () => {
    for (const { queue, lambda } of behind) expect(lambda.RecursiveLoop, queue.QueueName).toBe('Allow')
  })

  test('leave nine tenths of the account’s concurrency to what people wait for', () => {
    const atOnce = Object.fromEntries(
      behind.map(({ source, queue }) => [
        queue.QueueName.replace(/^recado-1a2b3c4d-|\.fifo$/g, ''),
        source.ScalingConfig?.MaximumConcurrency,
      ]),
    )
    const { pace, schedules, events, inbound, ...bulk } = atOnce
    expect([pace, schedules, events, inbound]).toEqual([undefined, undefined, undefined, undefined])
    for (const [name, most] of Object.entries(bulk)) expect(most, name).toBeGreaterThanOrEqual(2)
    const together = Object.values<number>(bulk).reduce((sum, most) => sum + most, 0)
    expect(together).toBeLessThanOrEqual(100)
  })
})

describe('the whole stack', () => {
  test('stays far below the 500 resources and 200 parameters of a CloudFormation stack, as do its nested stacks', () => {
    for (const one of [stack, ...nestedStacksOf(stack)]) {
      const { Resources = {}, Parameters = {} } = Template.fromStack(one).toJSON()
      expect(Object.keys(Resources).length).toBeLessThan(400)
      expect(Object.keys(Parameters).length).toBeLessThan(150)
    }
  })

  test('has as much of each as the costs count', () => {
    const alarms = propertiesOf('AWS::CloudWatch::Alarm')
    const isRead = (metric: object): boolean => 'MetricStat' in metric
    const metrics = alarms.map(({ Metrics = [] }) => Math.max(1, Metrics.filter(isRead).length))
    expect(MONTH).toMatchObject({
      alarms: alarms.length,
      alarmMetrics: metrics.reduce((sum, one) => sum + one, 0),
      ownMetrics: Object.keys(FIGURES).length,
      secrets: idsOf('AWS::SecretsManager::Secret').length,
      keys: idsOf('AWS::KMS::Key').length,
      queues: Object.keys(queues).length,
      shards: DEFAULT_SHARDS,
    })
  })

  test('has no unexplained finding of the AwsSolutions rules', () => {
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
    const reasons = app.node
      .findAll()
      .flatMap(({ node }) =>
        node.metadata.filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY),
      )
      .flatMap(({ data }) => Object.values(data))
    expect(reasons.length).toBeGreaterThan(5)
    for (const reason of reasons) expect(text(reason).length).toBeGreaterThan(20)
  })
})
