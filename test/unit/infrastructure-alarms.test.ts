import { FIGURES } from '@recado/shared/metrics/figures'
import { describe, expect, test } from 'vitest'
import { deployed } from '../support/deployed.ts'

const given = {
  alarmEmail: 'plantao@recado.test',
  monthlyBudget: 500,
  operatorEmail: 'operadora@recado.test',
  emailFrom: 'no-reply@recado.test',
}
const deploying = (settings: object) => deployed({ ...given, ...settings }).whole

interface OneAlarm {
  AlarmName: string
  AlarmDescription: string
  AlarmActions: unknown[]
  OKActions: unknown[]
  TreatMissingData: string
  Metrics?: { Id: string; Expression?: string; MetricStat?: { Metric: { Namespace: string } } }[]
}
const template = deploying({})
const propertiesOf = <T>(type: string) =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties as T)
const alarms = propertiesOf<OneAlarm>('AWS::CloudWatch::Alarm')
const watching = (what: RegExp) => alarms.filter((alarm) => what.test(JSON.stringify(alarm)))
/** The alarms of this deployment may use the topic. */
const OWN_ALARMS = {
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':cloudwatch:sa-east-1:',
      { Ref: 'AWS::AccountId' },
      ':alarm:recado-*',
    ],
  ],
}

describe('alarms', () => {
  test('explain themselves, mail the operator at their start and end, and stay quiet without data', () => {
    expect(alarms.length).toBeGreaterThan(20)
    for (const { AlarmName, AlarmDescription, AlarmActions, OKActions, TreatMissingData } of alarms) {
      expect(AlarmName).toMatch(/^recado-/)
      expect(AlarmDescription.length, AlarmName).toBeGreaterThan(40)
      expect(AlarmActions, AlarmName).toHaveLength(1)
      expect(OKActions, AlarmName).toEqual(AlarmActions)
      expect(TreatMissingData).toBe(AlarmName.endsWith('SweepsMissing') ? 'breaching' : 'notBreaching')
    }
    expect(propertiesOf<{ Endpoint: string }>('AWS::SNS::Subscription')).toMatchObject([
      { Protocol: 'email', Endpoint: 'plantao@recado.test' },
    ])
  })

  test('sound for tasks that die again and again, and not for a single one', () => {
    const found = propertiesOf<{ MetricName?: string }>('AWS::CloudWatch::Alarm').filter(
      ({ MetricName }) => MetricName === 'TasksLost',
    )
    expect(found).toMatchObject([{ EvaluationPeriods: 60, DatapointsToAlarm: 3, Period: 60 }])
  })

  test('may be published to their topic, which has a policy in place of SNS’s own one', () => {
    const policies = propertiesOf<{ Topics: unknown[]; PolicyDocument: { Statement: object[] } }>(
      'AWS::SNS::TopicPolicy',
    )
    for (const action of new Set(
      alarms.flatMap(({ AlarmActions }) => AlarmActions.map((one) => JSON.stringify(one))),
    )) {
      const topic: unknown = JSON.parse(action)
      const statements = policies
        .filter(({ Topics }) => Topics.some((one) => JSON.stringify(one) === action))
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      expect(statements, action).toContainEqual(
        expect.objectContaining({
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: topic,
          Condition: {
            StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
            ArnLike: { 'aws:SourceArn': OWN_ALARMS },
          },
        }),
      )
    }
  })

  test('over metrics of DynamoDB, which are missing in good times, take a missing one for 0', () => {
    const formulas = alarms.filter(({ Metrics }) =>
      Metrics?.some(({ MetricStat }) => MetricStat?.Metric.Namespace === 'AWS/DynamoDB'),
    )
    expect(formulas.map(({ AlarmName }) => AlarmName)).toEqual([
      'recado-TableThrottled',
      'recado-AuthTableThrottled',
    ])
    for (const { AlarmName, Metrics = [] } of formulas) {
      const [formula] = Metrics.flatMap(({ Expression }) => Expression ?? [])
      for (const { Id, MetricStat } of Metrics)
        if (MetricStat) expect(formula, AlarmName).toContain(`FILL(${Id}, 0)`)
    }
    // An alarm on one such metric has no formula.
    expect(watching(/"Namespace":"AWS\/DynamoDB"/)).toEqual(formulas)
  })

  test('watch every dead-letter queue once', () => {
    const dead = Object.entries(template.findResources('AWS::SQS::Queue')).filter(([, { Properties }]) =>
      /-dead(\.fifo)?$/.test(Properties.QueueName),
    )
    expect(dead.length).toBeGreaterThan(40)
    for (const [id, { Properties }] of dead)
      expect(watching(new RegExp(`"${id}"`)), Properties.QueueName).toHaveLength(1)
  })

  test.each([
    ['overdue chains', /ChainLateness/],
    ['shards without a lease owner', /ShardsWithoutTask/],
    ['linked accounts that are down', /ConnectionsDown/],
    ['tasks that do not reach WhatsApp', /WhatsAppUnreachable/],
    ['tasks that run out of memory', /MemoryUtilization/],
    ['tasks at their largest number', /RunningTaskCount/],
    ['connections refused for an outdated client', /ConnectionsOutdated/],
    ['campaigns that stand still for an internal error', /Faults/],
    ['results and messages that are set aside', /SetAside/],
    ['calls that fail', /"5xx"/],
    ['functions that are refused', /"Throttles"/],
    ['tables that refuse', /WriteThrottleEvents/],
    ['commands that grow old', /ApproximateAgeOfOldestMessage.*Queuescommands/],
    ['what comes in and grows old', /Queuesinbound.*ApproximateAgeOfOldestMessage/],
  ])('watch %s', (_, what) => {
    expect(watching(what).length).toBeGreaterThan(0)
  })

  test('of the tasks follow the deployment’s settings, and are silent without tasks', () => {
    const tasks = (socketService: object) => {
      const found = deploying({ socketService }).findResources('AWS::CloudWatch::Alarm')
      return JSON.stringify(found).match(/running >= \d+ AND connections > \d+/g)
    }
    expect(tasks({ mostTasks: 5, connectionsPerTask: 90 })).toEqual(['running >= 5 AND connections > 90'])
    expect(tasks({ tasks: 0 })).toBeNull()
  })

  test('read only metrics that the code emits', () => {
    const read = JSON.stringify([alarms, propertiesOf('AWS::CloudWatch::Dashboard')]).matchAll(
      /"Namespace":"Recado","MetricName":"(\w+)"|"MetricName":"(\w+)","Namespace":"Recado"/g,
    )
    const names = [...read].map(([, first, second]) => first ?? second)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !(String(name) in FIGURES))).toEqual([])
  })
})

test('the stack has one dashboard, which shows all alarms', () => {
  const [dashboard, ...others] = propertiesOf<{ DashboardBody: unknown }>('AWS::CloudWatch::Dashboard')
  expect(others).toEqual([])
  for (const id of Object.keys(template.findResources('AWS::CloudWatch::Alarm')))
    expect(JSON.stringify(dashboard?.DashboardBody), id).toContain(id)
})

test('the budget is mailed before and when it is spent', () => {
  const [budget] = propertiesOf<{ Budget: object; NotificationsWithSubscribers: unknown[] }>(
    'AWS::Budgets::Budget',
  )
  expect(budget?.Budget).toMatchObject({ BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' })
  expect(budget?.NotificationsWithSubscribers).toHaveLength(2)
})

test('the budget leaves its name to CloudFormation, so that another recipient can replace it', () => {
  const [budget] = propertiesOf<{ Budget: object }>('AWS::Budgets::Budget')
  expect(budget?.Budget).not.toHaveProperty('BudgetName')
})

test('the deployment creates the first operator', () => {
  expect(propertiesOf('Custom::FirstOperator')).toMatchObject([{ Email: 'operadora@recado.test' }])
})
