import { Duration } from 'aws-cdk-lib'
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  Metric,
  PeriodOverride,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { FargateService } from 'aws-cdk-lib/aws-ecs'
import { Construct } from 'constructs'
import type { Alarms } from './alarms.ts'
import { figure } from './figure.ts'
import type { Gateways } from './gateways.ts'
import type { Queues } from './queues.ts'
import type { Tables } from './tables.ts'

interface DashboardProps {
  name: string
  alarms: Alarms
  gateways: Gateways
  queues: Queues
  tables: Tables
  service: FargateService
}

const MINUTE = Duration.minutes(1)

/** One page with the state of the deployment: alarms first, then sending, calls, queues and the table. */
export class Dashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { name, alarms, gateways, queues, tables, service }: DashboardProps,
  ) {
    super(scope, id)
    const { http, sockets } = gateways
    const { pace, inbound, events, imports } = queues.byName
    const page = new CloudWatchDashboard(this, 'Page', {
      dashboardName: name,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.AUTO,
    })
    page.addWidgets(new AlarmStatusWidget({ title: 'Alarms', width: 24, height: 6, alarms: alarms.all }))
    page.addWidgets(
      graph('Connections: held, down, and refused for an outdated client', [
        figure(name, 'Connections', 'Sum'),
        figure(name, 'ConnectionsDown', 'Sum'),
        figure(name, 'ConnectionsOutdated', 'Sum'),
      ]),
      graph('Tasks of the socket service, and those that do not reach WhatsApp', [
        figure(name, 'WhatsAppUnreachable', 'SampleCount'),
        figure(name, 'WhatsAppUnreachable', 'Sum'),
      ]),
      graph('Lateness of the latest pace chain (s)', [figure(name, 'ChainLateness', 'Maximum')]),
      graph('Longest wait of a receipt to be recorded (ms)', [figure(name, 'ReceiptLag', 'Maximum')]),
      graph('Socket service: processor and memory (%)', [
        service.metricCpuUtilization({ period: MINUTE }),
        service.metricMemoryUtilization({ period: MINUTE }),
      ]),
    )
    page.addWidgets(
      graph('Calls, and those that failed here', [
        http.metricCount({ period: MINUTE, statistic: 'Sum' }),
        http.metricServerError({ period: MINUTE, statistic: 'Sum' }),
      ]),
      graph('Time of a call (ms)', [
        http.metricLatency({ period: MINUTE, statistic: 'p50' }),
        http.metricLatency({ period: MINUTE, statistic: 'p95' }),
      ]),
      graph('Live sockets opened, and frames', [
        sockets.metric('ConnectCount', { period: MINUTE, statistic: 'Sum' }),
        sockets.metric('MessageCount', { period: MINUTE, statistic: 'Sum' }),
      ]),
    )
    page.addWidgets(
      graph(
        'Age of the oldest message (s)',
        [pace, inbound, events, imports].map((queue) =>
          queue.metricApproximateAgeOfOldestMessage({ period: MINUTE, statistic: 'Maximum' }),
        ),
      ),
      graph('Functions: errors, and refused for concurrency', [
        ofAllFunctions('Errors'),
        ofAllFunctions('Throttles'),
      ]),
      graph('The table: units read and written, and refused', [
        tables.table.metricConsumedReadCapacityUnits({ period: MINUTE, statistic: 'Sum' }),
        tables.table.metricConsumedWriteCapacityUnits({ period: MINUTE, statistic: 'Sum' }),
        tables.table.metric('WriteThrottleEvents', { period: MINUTE, statistic: 'Sum' }),
      ]),
    )
  }
}

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 })

const ofAllFunctions = (metricName: string) =>
  new Metric({ namespace: 'AWS/Lambda', metricName, period: MINUTE, statistic: 'Sum' })
