import { randomInt } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { DEFAULT_SHARDS, shardCount } from '@recado/shared/queues/shards'
import * as z from 'zod'
import { NAMES, type Names, names } from './names.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const ports = z.object({
  dynamodb: z.number().int(),
  queues: z.number().int(),
  simulator: z.number().int(),
  management: z.number().int(),
  mailbox: z.number().int(),
  platform: z.number().int(),
})
export type Ports = z.infer<typeof ports>

/** Places of one running copy. */
export interface Layout {
  root: string
  /** Folder with this copy's data, kept across restarts. */
  data: string
  /** Port of the one origin. */
  port: number
  origin: string
  /** Ports of the parts behind it, on the loopback interface. */
  ports: Ports
  whatsapp: 'simulator' | 'real'
  /** Whether the company `Demonstração` is filled with life. */
  demo: boolean
  undeclaredCodes: UndeclaredCodes
  outside: Outside
  names: Names
  /** The number of shards of connections. */
  shards: number
  /** Whether the gateway's functions reach only what the deployed ones may (gateway/rights.ts). */
  enforcesRights: boolean
}

/** Treatment of an error code that the route does not name. `refused` answers 500, so that a test fails. */
type UndeclaredCodes = 'logged' | 'refused'

/** Addresses of shared emulators: DynamoDB's, and that of SQS and S3. */
const outside = z.object({ dynamodb: z.string().optional(), queues: z.string().optional() })
export type Outside = z.infer<typeof outside>

/** Place of a copy's data, as stored in its folder, the port of its origin, and its number of shards. */
const place = z.object({ outside, names, port: z.number().int().optional(), shards: shardCount })
type Place = z.infer<typeof place>

interface Options {
  port: number
  data: string
  fresh: boolean
  whatsapp: 'simulator' | 'real'
  demo?: boolean
  undeclaredCodes: UndeclaredCodes
  outside?: Outside
  /** This copy's own names in shared emulators. */
  names?: Names
  /** Without it, the number of the folder's last run, or the default. */
  shards?: number | undefined
  /** As in {@link Layout}. */
  enforcesRights: boolean
}

/**
 * Reads the command line and the environment: `--fresh`, `--demo`, `--whatsapp=real`, PORT, RECADO_DATA, SHARDS,
 * and AWS_ENDPOINT_URL_DYNAMODB for a machine without an emulator.
 */
export function readOptions(argv: string[], environment: NodeJS.ProcessEnv): Options {
  const known = new Set(['--fresh', '--demo', '--whatsapp=real', '--whatsapp=simulator'])
  const unknown = argv.find((argument) => !known.has(argument))
  if (unknown) throw new Error(`Unknown option ${unknown}. There are --fresh, --demo and --whatsapp=real.`)
  const whatsapp = argv.includes('--whatsapp=real') ? 'real' : 'simulator'
  const demo = argv.includes('--demo')
  if (demo && whatsapp === 'real')
    throw new Error('The demo plays with simulated phones: leave one of the two options out.')
  return {
    port: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_535)
      .parse(environment.PORT ?? 3000),
    data: resolve(ROOT, environment.RECADO_DATA ?? '.recado'),
    fresh: argv.includes('--fresh'),
    whatsapp,
    demo,
    undeclaredCodes: 'logged',
    enforcesRights: false,
    outside: { dynamodb: environment.AWS_ENDPOINT_URL_DYNAMODB },
    shards: environment.SHARDS === undefined ? undefined : shardCount.parse(environment.SHARDS),
  }
}

/** Another process listens on the app's port. */
export class PortInUse extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use. Choose another: PORT=${port + 100} npm start`)
  }
}

/**
 * Prepares the data folder and finds ports for the parts. The ports of the last start are used again if they are
 * free.
 * @throws PortInUse before anything is changed: the data may be those of a system that runs
 */
export async function openLayout(options: Options): Promise<Layout> {
  const { port, data, fresh, whatsapp, demo = false, undeclaredCodes, enforcesRights } = options
  const { outside, names } = { outside: options.outside ?? {}, names: options.names ?? NAMES }
  if (!(await isFree(port))) throw new PortInUse(port)
  if (fresh) await rm(data, { recursive: true, force: true })
  await mkdir(data, { recursive: true })
  const shards = options.shards ?? (await runningPlace(data)).shards
  await writeFile(placeFile(data), JSON.stringify({ outside, names, port, shards } satisfies Place))
  return {
    root: ROOT,
    data,
    port,
    origin: `http://localhost:${port}`,
    ports: await findPorts(data, port),
    whatsapp,
    demo,
    undeclaredCodes,
    outside,
    names,
    shards,
    enforcesRights,
  }
}

const portsFile = (data: string) => join(data, 'ports.json')

/** Ports of this folder's last run; undefined if it never ran. */
export async function runningPorts(data: string): Promise<Ports | undefined> {
  return ports.safeParse(await readFile(portsFile(data), 'utf8').then(JSON.parse, () => undefined)).data
}

const placeFile = (data: string) => join(data, 'place.json')

/** Place of this folder's last run; its own emulators if none is stored. */
export async function runningPlace(data: string): Promise<Place> {
  const stored = await readFile(placeFile(data), 'utf8').then(JSON.parse, () => undefined)
  return place.safeParse(stored).data ?? { outside: {}, names: NAMES, shards: DEFAULT_SHARDS }
}

/** Where this folder's system answers; undefined if it does not run. A running one holds all ports of its own parts. */
export async function runningOrigin(data: string): Promise<string | undefined> {
  const [taken, { port }] = await Promise.all([runningPorts(data), runningPlace(data)])
  if (!taken) return undefined
  const free = await Promise.all([taken.management, taken.mailbox, taken.platform].map(isFree))
  return free.includes(true) ? undefined : `http://localhost:${port}`
}

/** @param own port of the app itself */
async function findPorts(data: string, own: number): Promise<Ports> {
  const path = portsFile(data)
  const stored = await runningPorts(data)
  if (stored && (await areFree(Object.values(stored), own))) return stored
  const found = { dynamodb: 0, queues: 0, simulator: 0, management: 0, mailbox: 0, platform: 0 }
  for (const name of Object.keys(found) as (keyof Ports)[])
    found[name] = await findPort([own, ...Object.values(found)])
  await writeFile(path, JSON.stringify(found))
  return found
}

/** Below the range of outgoing connections' ports, so no such connection takes a port before its part starts. */
const LOWEST_PORT = 20_000
const HIGHEST_PORT = 32_000

/** Processes search different parts of the range, so two that start together do not find the same port. */
const PARTS = 24

/** A free port, except the given ones. */
export async function findPort(taken: readonly number[] = []): Promise<number> {
  const size = (HIGHEST_PORT - LOWEST_PORT) / PARTS
  const lowest = LOWEST_PORT + (process.pid % PARTS) * size
  for (;;) {
    const port = randomInt(lowest, lowest + size)
    if (!taken.includes(port) && (await isFree(port))) return port
  }
}

const areFree = async (ports: readonly number[], own: number): Promise<boolean> =>
  !ports.includes(own) && (await Promise.all(ports.map(isFree))).every(Boolean)

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
