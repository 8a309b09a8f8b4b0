import {
  commandQueue,
  commandQueueName,
  deadLetterQueueName,
  type QueueName,
  queues,
  SHARDS,
} from '@recado/shared/queues/queues'
import { Duration, Stack } from 'aws-cdk-lib'
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  CfnQueuePolicy,
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
} from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { stackMark } from './stack-mark.ts'

/** Ordered within a group only: a queue that is ordered as a whole takes 300 messages a second. */
const IN_ORDER = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} as const

interface QueueTimes {
  visibilitySeconds: number
  attempts: number
}

/**
 * The queues, which the code finds by name: QUEUE_URL_PREFIX and the queue's name. Each has a dead-letter queue.
 */
export class Queues extends Construct {
  readonly byName: Record<QueueName, Queue>
  /** One per shard of connections, by the shard's number. */
  readonly commands: Queue[]
  readonly urlPrefix: string
  readonly #prefix: string
  readonly #all: Queue[] = []

  constructor(scope: Construct, id: string, { name }: { name: string }) {
    super(scope, id)
    const { account, region, urlSuffix } = Stack.of(this)
    this.#prefix = `${name}-${stackMark(this)}-`
    this.urlPrefix = `https://sqs.${region}.${urlSuffix}/${account}/${this.#prefix}`
    this.byName = {
      pace: this.#queue('pace', queues.pace),
      start: this.#queue('start', queues.start),
      sweep: this.#queue('sweep', queues.sweep),
      schedules: this.#queue('schedules', queues.schedules),
      imports: this.#queue('imports', queues.imports),
      handovers: this.#queue('handovers', queues.handovers),
      exports: this.#queue('exports', queues.exports),
      validity: this.#queue('validity', queues.validity),
      cleanup: this.#queue('cleanup', queues.cleanup),
      emails: this.#queue('emails', queues.emails),
      events: this.#queue('events', queues.events),
      inbound: this.#queue('inbound', queues.inbound, { fifo: true }),
    }
    this.commands = Array.from({ length: SHARDS }, (_, shard) =>
      this.#queue(commandQueueName(shard), commandQueue, { fifo: true }),
    )
    this.#refusePlainText()
  }

  #queue(name: string, { visibilitySeconds, attempts }: QueueTimes, kind: { fifo?: true } = {}): Queue {
    const suffix = kind.fifo ? '.fifo' : ''
    const shared = { ...(kind.fifo && IN_ORDER), encryption: QueueEncryption.SQS_MANAGED }
    const queue = new Queue(this, name, {
      ...shared,
      queueName: `${this.#prefix}${name}${suffix}`,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: {
        maxReceiveCount: attempts,
        queue: this.#kept(deadLetterQueueName(name), suffix, shared),
      },
    })
    this.#all.push(queue)
    return queue
  }

  /** A dead-letter queue. An operator must look at its messages, so it keeps them as long as SQS allows. */
  #kept(name: string, suffix: string, shared: { fifo?: true; encryption: QueueEncryption }): Queue {
    const queueName = `${this.#prefix}${name}${suffix}`
    const queue = new Queue(this, name, { ...shared, queueName, retentionPeriod: Duration.days(14) })
    this.#all.push(queue)
    return queue
  }

  /**
   * One policy for all queues: separate ones would be 76 of the 500 resources a stack may have. SQS allows a single
   * resource per statement, hence the pattern.
   */
  #refusePlainText(): void {
    const statement = new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: [Stack.of(this).formatArn({ service: 'sqs', resource: `${this.#prefix}*` })],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    })
    new CfnQueuePolicy(this, 'TlsOnly', {
      queues: this.#all.map(({ queueUrl }) => queueUrl),
      policyDocument: new PolicyDocument({ statements: [statement] }),
    })
  }
}
