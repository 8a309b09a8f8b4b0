import { firstOf } from '@recado/shared/first-of'
import {
  commandQueue,
  commandQueueName,
  deadLetterQueueName,
  type QueueName,
  queues,
} from '@recado/shared/queues/queues'
import { type CfnResource, Duration, NestedStack, Stack } from 'aws-cdk-lib'
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

/** SQS's limit ("Amazon SQS message quotas" in its developer guide). Without it, a queue keeps its messages for four days. */
const LONGEST_KEPT = Duration.days(14)

/**
 * The most shards whose queues are in the deployment's own stack. CloudFormation allows 500 resources in one, so the
 * queues of further shards are in nested stacks.
 */
const SHARDS_OF_MAIN_STACK = 32
/** Alarms read two outputs of each queue, and a stack has 200 at most. */
const SHARDS_OF_NESTED_STACK = 64

interface QueuesProps {
  /** The deployment's name. */
  name: string
  /** The deployment's number of shards. */
  shards: number
}

/**
 * The queues, which the code finds by name: QUEUE_URL_PREFIX and the queue's name. Each has a dead-letter queue.
 */
export class Queues extends Construct {
  readonly byName: Record<QueueName, Queue>
  /** One per shard of connections, by the shard's number. */
  readonly commands: Queue[]
  /** The nested stacks of further queues of commands. What sends commands is deployed after them. */
  readonly nested: CfnResource[] = []
  readonly urlPrefix: string
  readonly #prefix: string

  constructor(scope: Construct, id: string, { name, shards }: QueuesProps) {
    super(scope, id)
    const { account, region, urlSuffix } = Stack.of(this)
    this.#prefix = `${name}-${stackMark(this)}-`
    this.urlPrefix = `https://sqs.${region}.${urlSuffix}/${account}/${this.#prefix}`
    const own = new QueueMaker(this, this.#prefix)
    this.byName = {
      pace: own.queue('pace', queues.pace),
      start: own.queue('start', queues.start),
      sweep: own.queue('sweep', queues.sweep),
      schedules: own.queue('schedules', queues.schedules),
      imports: own.queue('imports', queues.imports),
      handovers: own.queue('handovers', queues.handovers),
      exports: own.queue('exports', queues.exports),
      validity: own.queue('validity', queues.validity),
      cleanup: own.queue('cleanup', queues.cleanup, { isIrreplaceable: true }),
      emails: own.queue('emails', queues.emails),
      events: own.queue('events', queues.events),
      inbound: own.queue('inbound', queues.inbound, { fifo: true, isIrreplaceable: true }),
    }
    this.commands = own.commands(0, Math.min(shards, SHARDS_OF_MAIN_STACK))
    own.refusePlainText()
    for (let first = SHARDS_OF_MAIN_STACK; first < shards; first += SHARDS_OF_NESTED_STACK)
      this.commands.push(...this.#further(first, Math.min(shards, first + SHARDS_OF_NESTED_STACK)))
  }

  /**
   * ARNs of the queues of commands, for policies. A pattern names the queues of nested stacks: a role's policies may have
   * 10,240 characters ("IAM and AWS STS quotas" in the IAM user guide). Dead-letter queues do not match it.
   */
  get commandArns(): string[] {
    const own = firstOf(this.commands, SHARDS_OF_MAIN_STACK).map(({ queueArn }) => queueArn)
    const names = this.commands.length > SHARDS_OF_MAIN_STACK ? ['??', '???'] : []
    return [
      ...own,
      ...names.map((digits) =>
        Stack.of(this).formatArn({ service: 'sqs', resource: `${this.#prefix}commands-${digits}.fifo` }),
      ),
    ]
  }

  /** Queues of the shards from `first` to before `end`, in a nested stack. */
  #further(first: number, end: number): Queue[] {
    const stack = new NestedStack(this, `Commands${first}`)
    if (stack.nestedStackResource) this.nested.push(stack.nestedStackResource)
    const maker = new QueueMaker(stack, this.#prefix)
    const made = maker.commands(first, end)
    maker.refusePlainText()
    return made
  }
}

/** Makes queues in one stack. */
class QueueMaker {
  readonly #scope: Construct
  /** The first part of their names. */
  readonly #prefix: string
  readonly #all: Queue[] = []

  constructor(scope: Construct, prefix: string) {
    this.#scope = scope
    this.#prefix = prefix
  }

  /** Queues of the shards from `first` to before `end`. */
  commands(first: number, end: number): Queue[] {
    return Array.from({ length: end - first }, (_, index) =>
      this.queue(commandQueueName(first + index), commandQueue, { fifo: true }),
    )
  }

  /** @param kind.isIrreplaceable nothing else brings its messages again, so a standstill of many days may lose none */
  queue(
    name: string,
    { visibilitySeconds, attempts }: QueueTimes,
    kind: { fifo?: true; isIrreplaceable?: true } = {},
  ): Queue {
    const suffix = kind.fifo ? '.fifo' : ''
    const shared = { ...(kind.fifo && IN_ORDER), encryption: QueueEncryption.SQS_MANAGED }
    const queue = new Queue(this.#scope, name, {
      ...shared,
      queueName: `${this.#prefix}${name}${suffix}`,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      ...(kind.isIrreplaceable && { retentionPeriod: LONGEST_KEPT }),
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
    const queue = new Queue(this.#scope, name, { ...shared, queueName, retentionPeriod: LONGEST_KEPT })
    this.#all.push(queue)
    return queue
  }

  /**
   * One policy for all queues: separate ones would be 76 of the 500 resources a stack may have. SQS allows a single
   * resource per statement, hence the pattern.
   */
  refusePlainText(): void {
    const statement = new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: [Stack.of(this.#scope).formatArn({ service: 'sqs', resource: `${this.#prefix}*` })],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    })
    new CfnQueuePolicy(this.#scope, 'TlsOnly', {
      queues: this.#all.map(({ queueUrl }) => queueUrl),
      policyDocument: new PolicyDocument({ statements: [statement] }),
    })
  }
}
