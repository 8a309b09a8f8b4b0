import { setTimeout } from 'node:timers/promises'
import {
  ApplicationAutoScalingClient,
  DescribeScalableTargetsCommand,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling'
import {
  DescribeServicesCommand,
  ECSClient,
  ListTagsForResourceCommand,
  type Service,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateServiceCommand,
} from '@aws-sdk/client-ecs'
import {
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
} from '@aws-sdk/client-eventbridge'
import {
  GetEventSourceMappingCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { OperationError } from './command.ts'
import type { Listed } from './stack-names.ts'

/** What takes work from the queues: the workers' event sources, the minute rule, and the socket service. */
export interface Consumers {
  /** Asks all to stop, and remembers how they were. A second call keeps what the first one remembered. */
  stop(): Promise<void>
  /** Those that have not stopped yet, for people. */
  running(): Promise<string[]>
  /** Whether all were asked to stop, and have stopped. */
  areStopped(): Promise<boolean>
  /** Starts all as they were before the stop. @returns false if they were not stopped */
  start(): Promise<boolean>
}

interface Parts {
  /** Ids of the event sources. */
  mappings: string[]
  rules: string[]
  /** The ECS service's ARN, which contains its cluster's name. */
  service: string
  /** Whether the number of its tasks follows the connections. */
  isScaled: boolean
}

/** State before the stop. */
interface Before {
  desired: number
  least: number
  most: number
  /** Event sources and rules that were off already. */
  off: string[]
}

/**
 * Tag of the ECS service. Its value is the service's numbers of tasks. It outlives the table, and a deployment (assumed:
 * CloudFormation removes only tags that it has set).
 */
const PAUSED = 'recado:paused'
/** Tags with the ids of event sources and rules that were off already. */
const OFF = 'recado:off:'
const DIMENSION = { ServiceNamespace: 'ecs', ScalableDimension: 'ecs:service:DesiredCount' } as const

/** How often a change on its way is looked at, in milliseconds. */
const LOOK_EVERY_MS = 1000

/** The consumers in a stack; undefined if it has none. */
export function consumersIn(resources: readonly Listed[]): Consumers | undefined {
  const idsOf = (type: string, logical = /^/) =>
    resources.flatMap(({ ResourceType, LogicalResourceId = '', PhysicalResourceId }) =>
      ResourceType === type && logical.test(LogicalResourceId) && PhysicalResourceId
        ? [PhysicalResourceId]
        : [],
    )
  const [service] = idsOf('AWS::ECS::Service')
  return service === undefined
    ? undefined
    : new DeployedConsumers({
        mappings: idsOf('AWS::Lambda::EventSourceMapping'),
        rules: idsOf('AWS::Events::Rule', /^WorkersMinute/),
        service,
        isScaled: idsOf('AWS::ApplicationAutoScaling::ScalableTarget').length > 0,
      })
}

class DeployedConsumers implements Consumers {
  readonly #parts: Parts
  readonly #lambda = new LambdaClient({})
  readonly #events = new EventBridgeClient({})
  readonly #ecs = new ECSClient({})
  readonly #scaling = new ApplicationAutoScalingClient({})

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async stop(): Promise<void> {
    if (!(await this.#before())) await this.#remember(await this.#current())
    const { mappings, rules } = this.#parts
    for (const id of mappings) await this.#switchMapping(id, false)
    for (const Name of rules) await this.#events.send(new DisableRuleCommand({ Name }))
    await this.#scale({ desired: 0, least: 0, most: 0 })
  }

  async running(): Promise<string[]> {
    const { mappings, rules, service } = this.#parts
    const { runningCount = 0, pendingCount = 0 } = await this.#service()
    return [
      ...(await this.#which(mappings, async (id) => (await this.#mappingState(id)) !== 'Disabled')),
      ...(await this.#which(rules, (name) => this.#isRuleOn(name))),
      ...(runningCount + pendingCount > 0
        ? [`${runningCount + pendingCount} tasks of ${nameOf(service)}`]
        : []),
    ]
  }

  async areStopped(): Promise<boolean> {
    return (await this.#before()) !== undefined && (await this.running()).length === 0
  }

  async start(): Promise<boolean> {
    const before = await this.#before()
    if (!before) return false
    const wasOn = (id: string) => !before.off.includes(id)
    await this.#scale(before)
    for (const id of this.#parts.mappings.filter(wasOn)) await this.#switchMapping(id, true)
    for (const Name of this.#parts.rules.filter(wasOn))
      await this.#events.send(new EnableRuleCommand({ Name }))
    // Last, so that a call after an interruption does the rest.
    await this.#forget(before)
    return true
  }

  async #current(): Promise<Before> {
    const { mappings, rules } = this.#parts
    const { desiredCount = 0 } = await this.#service()
    const isOff = async (id: string) => /^Disabl/.test(await this.#mappingState(id))
    return {
      desired: desiredCount,
      ...(await this.#limits()),
      off: [
        ...(await this.#which(mappings, isOff)),
        ...(await this.#which(rules, async (name) => !(await this.#isRuleOn(name)))),
      ],
    }
  }

  async #before(): Promise<Before | undefined> {
    const { service: resourceArn } = this.#parts
    const { tags = [] } = await this.#ecs.send(new ListTagsForResourceCommand({ resourceArn }))
    const text = tags.find(({ key }) => key === PAUSED)?.value
    if (text === undefined) return undefined
    const [desired = 0, least = 0, most = 0] = text.split(' ').map(Number)
    const off = tags.flatMap(({ key = '' }) => (key.startsWith(OFF) ? [key.slice(OFF.length)] : []))
    return { desired, least, most, off }
  }

  /** The characters that a tag may have: "Tagging your Amazon ECS resources" in the developer guide of ECS. */
  async #remember({ desired, least, most, off }: Before): Promise<void> {
    const tags = [
      { key: PAUSED, value: `${desired} ${least} ${most}` },
      ...off.map((id) => ({ key: OFF + id, value: '' })),
    ]
    await this.#ecs.send(new TagResourceCommand({ resourceArn: this.#parts.service, tags }))
  }

  async #forget({ off }: Before): Promise<void> {
    const tagKeys = [PAUSED, ...off.map((id) => OFF + id)]
    await this.#ecs.send(new UntagResourceCommand({ resourceArn: this.#parts.service, tagKeys }))
  }

  /** Lambda refuses a change while the one before is on its way (ResourceInUseException), so this waits for that one. */
  async #switchMapping(UUID: string, Enabled: boolean): Promise<void> {
    const isWanted = Enabled ? /^Enabl/ : /^Disabl/
    let state = await this.#mappingState(UUID)
    while (!isWanted.test(state) && /ing$/.test(state)) {
      await setTimeout(LOOK_EVERY_MS)
      state = await this.#mappingState(UUID)
    }
    if (isWanted.test(state)) return
    await this.#lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }))
  }

  async #mappingState(UUID: string): Promise<string> {
    return (await this.#lambda.send(new GetEventSourceMappingCommand({ UUID }))).State ?? ''
  }

  async #isRuleOn(Name: string): Promise<boolean> {
    return (await this.#events.send(new DescribeRuleCommand({ Name }))).State !== 'DISABLED'
  }

  async #service(): Promise<Service> {
    const { service, cluster } = this.#ofService()
    const { services: [found] = [] } = await this.#ecs.send(
      new DescribeServicesCommand({ cluster, services: [service] }),
    )
    if (!found) throw new OperationError(`There is no service ${this.#parts.service}.`)
    return found
  }

  /** Limits of the number of tasks; zeros without scaling. */
  async #limits(): Promise<{ least: number; most: number }> {
    if (!this.#parts.isScaled) return { least: 0, most: 0 }
    const { ScalableTargets: [target] = [] } = await this.#scaling.send(
      new DescribeScalableTargetsCommand({ ...DIMENSION, ResourceIds: [this.#ofService().scaled] }),
    )
    return { least: target?.MinCapacity ?? 0, most: target?.MaxCapacity ?? 0 }
  }

  /** The limits first: scaling would raise a number below the minimum, and lower one above the maximum. */
  async #scale({ desired, least, most }: Omit<Before, 'off'>): Promise<void> {
    const { service, cluster, scaled } = this.#ofService()
    if (this.#parts.isScaled)
      await this.#scaling.send(
        new RegisterScalableTargetCommand({
          ...DIMENSION,
          ResourceId: scaled,
          MinCapacity: least,
          MaxCapacity: most,
        }),
      )
    await this.#ecs.send(new UpdateServiceCommand({ cluster, service, desiredCount: desired }))
  }

  #ofService(): { cluster: string; service: string; scaled: string } {
    // arn:aws:ecs:<region>:<account>:service/<cluster>/<service>
    const [, cluster = '', service = ''] = this.#parts.service.split('/')
    return { cluster, service, scaled: `service/${cluster}/${service}` }
  }

  async #which(ids: string[], test: (id: string) => Promise<boolean>): Promise<string[]> {
    const answers = await Promise.all(ids.map(test))
    return ids.filter((_, index) => answers[index])
  }
}

const nameOf = (arn: string): string => arn.split('/').at(-1) ?? arn
