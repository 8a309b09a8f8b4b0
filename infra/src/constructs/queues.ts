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

/** In order within a group alone: a queue in order as a whole takes 300 messages a second. */
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
 * The queues that the code finds by name: each is QUEUE_URL_PREFIX and its name, with a dead-letter queue for
 * what could not be done.
 */
export class Queues extends Construct {
  readonly byName: Record<QueueName, Queue>
  /** One for each shard of connections, by the shard's number. */
  readonly commands: Queue[]
  readonly urlPrefix: string
  readonly #prefix: string
  readonly #all: Queue[] = []

  constructor(scope: Construct, id: string, { name }: { name: string }) {
    super(scope, id)
    const { account, region, urlSuffix } = Stack.of(this)
    this.#prefix = `${name}-`
    this.urlPrefix = `https://sqs.${region}.${urlSuffix}/${account}/${this.#prefix}`
    this.byName = {
      pace: this.#queue('pace', queues.pace),
      start: this.#queue('start', queues.start),
      sweep: this.#queue('sweep', queues.sweep),
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

  /** Somebody has to look at what arrives here: it stays as long as SQS lets it. */
  #kept(name: string, suffix: string, shared: { fifo?: true; encryption: QueueEncryption }): Queue {
    const queueName = `${this.#prefix}${name}${suffix}`
    const queue = new Queue(this, name, { ...shared, queueName, retentionPeriod: Duration.days(14) })
    this.#all.push(queue)
    return queue
  }

  /**
   * One policy for all: one each would be 76 more resources of the 500 a stack may have. SQS takes a single
   * resource in a statement, hence the pattern.
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
