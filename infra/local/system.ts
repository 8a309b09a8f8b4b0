import { join } from 'node:path'
import { dynamodbCommand } from './dynamodb.ts'
import { environmentOf } from './environment.ts'
import type { Layout } from './layout.ts'
import { type Part, Supervisor } from './supervisor.ts'

/** Parts of the system: emulators first, then their users. */
export class LocalSystem {
  readonly #layout: Layout
  readonly #supervisor: Supervisor

  constructor(layout: Layout) {
    this.#layout = layout
    this.#supervisor = new Supervisor(join(layout.data, 'pids.json'))
  }

  /** Resolves when everything answers. After a failure, nothing is left running. */
  async start(): Promise<void> {
    try {
      await this.#startParts()
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  stop(): Promise<void> {
    return this.#supervisor.stop()
  }

  async #startParts(): Promise<void> {
    const { data, whatsapp, names, shards } = this.#layout
    // In parallel, because they do not need each other.
    const [rootKey] = await Promise.all([
      whatsapp === 'simulator' ? this.#startSimulator() : '',
      ...this.#emulators().map((part) => this.#supervisor.start(part)),
    ])
    const environment = environmentOf(this.#layout, rootKey)
    Object.assign(process.env, environment)
    // Loaded only now, because it opens its clients from the environment.
    const { provision } = await import('./provision.ts')
    await provision(names, shards)
    const services = this.#services({ ...environment, ...platformOf(this.#layout), RECADO_DATA: data })
    await Promise.all(services.map((part) => this.#supervisor.start(part)))
  }

  #emulators(): Part[] {
    const { ports, data, outside } = this.#layout
    const folder = { RECADO_DATA: data }
    const dynamodb: Part = {
      name: 'dynamodb',
      ...dynamodbCommand(join(data, 'dynamodb.db'), ports.dynamodb),
      environment: {},
      isReady: () => answers(ports.dynamodb),
    }
    const queues = this.#script('queues', 'queues.ts', { ...folder, QUEUES_PORT: String(ports.queues) }, () =>
      answers(ports.queues),
    )
    const mailbox = this.#script(
      'mailbox',
      'mailbox.ts',
      { ...folder, MAILBOX_PORT: String(ports.mailbox) },
      () => answers(ports.mailbox),
    )
    const platform = this.#script('platform', 'platform.ts', { PLATFORM_PORT: String(ports.platform) }, () =>
      answers(ports.platform),
    )
    return [...(outside.dynamodb ? [] : [dynamodb]), ...(outside.queues ? [] : [queues]), mailbox, platform]
  }

  #services(environment: Record<string, string>): Part[] {
    const { port, ports } = this.#layout
    const addresses = {
      PORT: String(port),
      MANAGEMENT_PORT: String(ports.management),
      SIMULATOR_PORT: String(ports.simulator),
      MAILBOX_PORT: String(ports.mailbox),
      PLATFORM_PORT: String(ports.platform),
    }
    const healthy = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).ok
    return [
      this.#script('session', SCRIPTS.session, { ...environment, NODE_OPTIONS: SPARING }, started),
      this.#script('workers', SCRIPTS.workers, environment, started),
      this.#script(
        'gateway',
        SCRIPTS.gateway,
        { ...environment, ...addresses, ...this.#tenantRole() },
        healthy,
      ),
    ]
  }

  /** With it, functions reach a company's rows and files in sessions, and their rights are enforced. */
  #tenantRole(): Record<string, string> {
    const { enforcesRights, ports } = this.#layout
    if (!enforcesRights) return {}
    return {
      TENANT_ROLE: 'arn:aws:iam::000000000000:role/tenant',
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${ports.management}`,
    }
  }

  async #startSimulator(): Promise<string> {
    const { ports, data } = this.#layout
    const api = `http://127.0.0.1:${ports.simulator}/simulator/api`
    const environment = { SIMULATOR_PORT: String(ports.simulator), RECADO_DATA: data }
    const healthy = async () => (await fetch(`${api}/health`)).ok
    await this.#supervisor.start(this.#script('simulator', SCRIPTS.simulator, environment, healthy))
    const answer = await fetch(`${api}/root-certificate`)
    const { publicKey } = (await answer.json()) as { publicKey: string }
    return publicKey
  }

  #script(name: string, path: string, environment: Record<string, string>, isReady: Part['isReady']): Part {
    const script = join(import.meta.dirname, path)
    return { name, command: process.execPath, args: ['--no-warnings', script], environment, isReady }
  }
}

/**
 * The multi-attendance platform that companies may connect to: the simulated one, as INTEGRATION_KIND, unless the
 * environment has the address of another.
 */
function platformOf({ ports }: Layout): Record<string, string> {
  const { INTEGRATION_KIND = 'sacmais', INTEGRATION_URL } = process.env
  if (INTEGRATION_URL) return {}
  return { INTEGRATION_KIND, INTEGRATION_URL: `http://127.0.0.1:${ports.platform}` }
}

const SCRIPTS = {
  simulator: '../../test/whatsapp-simulator/src/main.ts',
  session: '../../fargate-session/src/main.ts',
  workers: 'workers.ts',
  gateway: 'gateway.ts',
}

/**
 * Same as in the service's Dockerfile: with a large young generation, the sockets' garbage takes twice their own
 * memory.
 */
const SPARING = '--max-semi-space-size=2'

/** For parts without a port: they are ready as soon as they run. */
const started = async () => true

const answers = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/`)).status > 0
