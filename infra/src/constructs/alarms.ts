import type { QueueName } from '@recado/shared/queues/queues'
import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { FargateService } from 'aws-cdk-lib/aws-ecs'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Settings } from '../settings.ts'
import { alarmTopic } from './alarm-topic.ts'
import { figure } from './figure.ts'
import type { Gateways } from './gateways.ts'
import type { Queues } from './queues.ts'
import type { Tables } from './tables.ts'

/** CloudWatch allows ten metrics in an alarm's formula ("Limits" of alarms in its user guide). Eight divide 32 shards. */
const IN_ONE_FORMULA = 8

/** Limit of the age of a queue's oldest message, in seconds, for queues that must be empty within minutes. */
const OLDEST: Partial<Record<QueueName, number>> = {
  // Jobs of these three wait in their queue for up to a quarter of an hour. AWS does not say whether they count meanwhile
  // ("Available CloudWatch metrics for Amazon SQS"), so we assume that they do.
  pace: 1200,
  start: 1200,
  schedules: 1200,
  sweep: 180,
  inbound: 120,
  events: 120,
  emails: 900,
}
/** Commands take seconds. A command of this age, in seconds, has no lease owner that reads it. */
const OLDEST_COMMAND = 300

const MOST_IN_A_MINUTE = { period: Duration.minutes(1), statistic: 'Maximum' }
const SUM_OF_FIVE_MINUTES = { period: Duration.minutes(5), statistic: 'Sum' }

interface Watched {
  metric: IMetric
  /** The alarm goes off at this value or above, or below this one. */
  at: { least: number } | { below: number }
  /** Consecutive periods before the alarm goes off. */
  periods: number
  /** How many of the periods must be bad, consecutive or not; all of them by default. */
  datapointsToAlarm?: number
  /** Its meaning, for the mail. */
  means: string
  /** Whether it goes off without any data point too. */
  isBadWithoutData?: boolean
}

interface AlarmsProps {
  name: string
  email: string | undefined
  queues: Queues
  tables: Tables
  gateways: Gateways
  service: FargateService
  tasks: Settings['socketService']
}

/**
 * Alarms for an operator, each with its meaning; docs/operations.md says what to do. A state that corrects itself
 * raises no alarm.
 */
export class Alarms extends Construct {
  readonly all: Alarm[] = []
  readonly #name: string
  readonly #topic: ITopic

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id)
    const { name, email, queues, tables, gateways } = props
    this.#name = name
    this.#topic = alarmTopic(this, { name, email })
    this.#watchSending(name)
    this.#watchQueues(queues)
    this.#watchCommands(queues)
    this.#watchCalls(gateways)
    this.#watchTables(tables)
    if (props.tasks.mostTasks > 0) this.#watchTasks(props)
  }

  #watchSending(name: string): void {
    this.#alarm('ChainsOverdue', {
      metric: figure(name, 'ChainLateness', 'Maximum'),
      at: { least: 60 },
      periods: 5,
      means: 'Campaigns stand still: the pace chain of a connection has had no tick for over a minute.',
    })
    this.#alarm('ConnectionsUnattended', {
      metric: figure(name, 'ShardsWithoutTask', 'Maximum'),
      at: { least: 1 },
      periods: 3,
      means: 'Connections are not served: no task of the socket service has leased their shards.',
    })
    this.#alarm('TasksDying', {
      metric: figure(name, 'TasksLost', 'Sum'),
      at: { least: 1 },
      periods: 60,
      datapointsToAlarm: 3,
      means: 'Tasks of the socket service die again and again, and close their connections each time.',
    })
    const down = figure(name, 'ConnectionsDown', 'Sum')
    const held = figure(name, 'Connections', 'Sum')
    this.#alarm('SessionsDown', {
      metric: new MathExpression({
        expression: 'IF(held >= 5, 100 * down / held, 0)',
        usingMetrics: { down, held },
        period: Duration.minutes(1),
        label: 'Linked accounts that are not connected, in percent',
      }),
      at: { least: 25 },
      periods: 10,
      means: 'A quarter of all linked accounts is not connected: WhatsApp or the way to it is down.',
    })
    this.#alarm('ClientOutdated', {
      metric: figure(name, 'ConnectionsOutdated', 'Sum'),
      at: { least: 1 },
      periods: 1,
      means: 'WhatsApp refuses connections: the version of the client that it is told has become too old.',
    })
    this.#alarm('InternalErrors', {
      metric: figure(name, 'Faults', 'Sum'),
      at: { least: 1 },
      periods: 1,
      means: 'An internal error made a campaign stand still, or kept a result from being recorded.',
    })
    this.#alarm('SetAside', {
      metric: figure(name, 'SetAside', 'Sum'),
      at: { least: 1 },
      periods: 1,
      means: 'A message or a result from WhatsApp could not be recorded and was set aside.',
    })
    this.#alarm('SweepsMissing', {
      metric: new MathExpression({
        expression: 'FILL(sweeps, 0)',
        usingMetrics: { sweeps: figure(name, 'ChainLateness', 'SampleCount') },
        period: Duration.minutes(1),
      }),
      at: { below: 1 },
      periods: 5,
      isBadWithoutData: true,
      means: 'Nothing looks after campaigns: no sweep has run for five minutes.',
    })
  }

  #watchQueues({ byName }: Queues): void {
    for (const [queue, { deadLetterQueue }] of Object.entries(byName)) {
      if (deadLetterQueue) this.#deadLetters(queue, [deadLetterQueue.queue])
    }
    for (const [queue, seconds] of Object.entries(OLDEST) as [QueueName, number][]) {
      this.#alarm(`Oldest-${queue}`, {
        metric: byName[queue].metricApproximateAgeOfOldestMessage(MOST_IN_A_MINUTE),
        at: { least: seconds },
        periods: 5,
        means: `Messages of the queue ${queue} are not worked off.`,
      })
    }
  }

  #watchCommands({ commands }: Queues): void {
    for (let first = 0; first < commands.length; first += IN_ONE_FORMULA) {
      const some = commands.slice(first, first + IN_ONE_FORMULA)
      const which = `commands-${first}-to-${first + some.length - 1}`
      const dead = some.flatMap(({ deadLetterQueue }) => (deadLetterQueue ? [deadLetterQueue.queue] : []))
      this.#deadLetters(which, dead)
      this.#alarm(`Oldest-${which}`, {
        metric: joined(
          'MAX',
          some.map((queue) => queue.metricApproximateAgeOfOldestMessage(MOST_IN_A_MINUTE)),
        ),
        at: { least: OLDEST_COMMAND },
        periods: 5,
        means:
          'Commands to the socket service are not carried out: nothing is sent over the connections of these shards.',
      })
    }
  }

  #deadLetters(which: string, dead: IQueue[]): void {
    const metrics = dead.map((queue) => queue.metricApproximateNumberOfMessagesVisible(MOST_IN_A_MINUTE))
    this.#alarm(`DeadLetters-${which}`, {
      metric: joined('SUM', metrics),
      at: { least: 1 },
      periods: 1,
      means: `What could not be done after all attempts waits in the dead letters of ${which}.`,
    })
  }

  #watchCalls({ http }: Gateways): void {
    this.#alarm('ServerErrors', {
      metric: http.metricServerError(SUM_OF_FIVE_MINUTES),
      at: { least: 5 },
      periods: 1,
      means: 'Calls fail with 5xx: people see "something went wrong".',
    })
    this.#alarm('FunctionsThrottled', {
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...SUM_OF_FIVE_MINUTES }),
      at: { least: 1 },
      periods: 3,
      means: "The account's concurrency of Lambda is used up; calls and campaigns wait.",
    })
  }

  #watchTables({ table, authTable }: Tables): void {
    for (const [id, one] of Object.entries({ Table: table, AuthTable: authTable })) {
      const refused = (metricName: string) => one.metric(metricName, SUM_OF_FIVE_MINUTES)
      this.#alarm(`${id}Throttled`, {
        // DynamoDB writes these metrics only while it refuses, and an alarm on them ignores missing data whatever it is
        // told ("PutMetricAlarm" in the CloudWatch API reference). Without FILL it would never end.
        metric: new MathExpression({
          expression: 'FILL(reads, 0) + FILL(writes, 0)',
          usingMetrics: { reads: refused('ReadThrottleEvents'), writes: refused('WriteThrottleEvents') },
          period: Duration.minutes(5),
        }),
        at: { least: 100 },
        periods: 3,
        means:
          'DynamoDB refuses requests for a quarter of an hour: a partition is hot, or the account has come to its limit.',
      })
    }
  }

  #watchTasks({ name, service, tasks: { mostTasks, connectionsPerTask } }: AlarmsProps): void {
    this.#alarm('WhatsAppUnreachable', {
      metric: figure(name, 'WhatsAppUnreachable', 'Average'),
      at: { least: 0.5 },
      periods: 5,
      means: "Most tasks of the socket service do not reach WhatsApp's hosts: nothing is sent or received.",
    })
    this.#alarm('TasksShortOfMemory', {
      metric: service.metricMemoryUtilization(MOST_IN_A_MINUTE),
      at: { least: 85 },
      periods: 5,
      means: 'A task of the socket service uses most of its memory. Beyond it, ECS ends the task.',
    })
    this.#alarm('TasksAtMaximum', {
      metric: new MathExpression({
        expression: `IF(running >= ${mostTasks} AND connections > ${connectionsPerTask}, 1, 0)`,
        usingMetrics: { running: runningTasks(service), connections: figure(name, 'Connections', 'Average') },
        period: Duration.minutes(1),
        label: 'All tasks run, and each holds more connections than it should',
      }),
      at: { least: 1 },
      periods: 15,
      means: 'The socket service may not start more tasks, and those that run hold too many connections.',
    })
  }

  #alarm(
    id: string,
    { metric, at, periods, datapointsToAlarm, means, isBadWithoutData = false }: Watched,
  ): void {
    const isLow = 'below' in at
    const alarm = new Alarm(this, id, {
      alarmName: `${this.#name}-${id}`,
      alarmDescription: means,
      metric,
      threshold: isLow ? at.below : at.least,
      comparisonOperator: isLow
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      ...(datapointsToAlarm !== undefined && { datapointsToAlarm }),
      treatMissingData: isBadWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this.#topic))
    alarm.addOkAction(new SnsAction(this.#topic))
    this.all.push(alarm)
  }
}

/** Written by Container Insights, which the cluster has. */
const runningTasks = ({ cluster, serviceName }: FargateService): Metric =>
  new Metric({
    namespace: 'ECS/ContainerInsights',
    metricName: 'RunningTaskCount',
    dimensionsMap: { ClusterName: cluster.clusterName, ServiceName: serviceName },
    ...MOST_IN_A_MINUTE,
  })

function joined(how: 'SUM' | 'MAX', metrics: IMetric[]): IMetric {
  const [only] = metrics
  if (only && metrics.length === 1) return only
  return new MathExpression({
    expression: `${how}(METRICS())`,
    usingMetrics: Object.fromEntries(metrics.map((metric, number) => [`m${number}`, metric])),
    period: Duration.minutes(1),
  })
}
