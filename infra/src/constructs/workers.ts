import { type QueueName, queueDeclaration } from '@recado/shared/queues/queues'
import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import { otherFunctions, workerFunctions } from '../functions.ts'
import { everyMinuteGrants, mailEventsGrants, workerGrants } from '../worker-grants.ts'
import type { Queues } from './queues.ts'
import type { System } from './system.ts'

interface WorkersProps {
  queues: Queues
  system: System
  /** The name of SES's configuration set; undefined if the deployment sends no mails. */
  configurationSet: string | undefined
}

/** The Lambdas behind the queues, the minute rule of the campaigns' sweep, and the rule of reports about mails. */
export class Workers extends Construct {
  readonly #props: WorkersProps

  constructor(scope: Construct, id: string, props: WorkersProps) {
    super(scope, id)
    this.#props = props
    for (const name of Object.keys(workerFunctions) as QueueName[]) this.#work(name)
    this.#everyMinute()
    if (props.configurationSet) this.#mailEvents(props.configurationSet)
  }

  #work(name: QueueName): void {
    const { timeoutSeconds, batch, atOnce } = queueDeclaration(name)
    const { file, megabytes: memoryMegabytes } = workerFunctions[name]
    const lambda = this.#props.system.lambda(this, name, {
      file,
      grants: workerGrants[name],
      rowsOf: 'all-companies',
      timeoutSeconds,
      memoryMegabytes,
      // A campaign's tick queues the next one, and long jobs queue their rest. Lambda would stop such a chain at about its
      // 16th message ("Use Lambda recursive loop detection", Lambda guide).
      isInLoop: true,
    })
    lambda.addEventSource(
      new SqsEventSource(this.#props.queues.byName[name], {
        batchSize: batch,
        reportBatchItemFailures: true,
        ...(atOnce && { maxConcurrency: atOnce }),
      }),
    )
  }

  #everyMinute(): void {
    const lambda = this.#props.system.lambda(this, 'everyMinute', {
      file: otherFunctions.everyMinute,
      grants: everyMinuteGrants,
      rowsOf: 'all-companies',
      timeoutSeconds: 20,
      memoryMegabytes: 256,
    })
    new Rule(this, 'Minute', {
      description: 'Queues the sweeps of the minute',
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next minute's run is better than a late one.
      targets: [new LambdaTarget(lambda, { retryAttempts: 1, maxEventAge: Duration.minutes(1) })],
    })
  }

  #mailEvents(configurationSet: string): void {
    const lambda = this.#props.system.lambda(this, 'mailEvents', {
      file: otherFunctions.mailEvents,
      grants: mailEventsGrants,
      rowsOf: 'all-companies',
      timeoutSeconds: 20,
      memoryMegabytes: 256,
    })
    new Rule(this, 'Mails', {
      description: 'Notes which addresses mails do not reach',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received', 'Email Delivered'],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
      },
      targets: [new LambdaTarget(lambda)],
    })
  }
}
