import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { lockedPackages } from './locked-packages.ts'
import { importsOf } from './source-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const RECORD = join(ROOT, 'test/proved.json')

/** The simulator's own tests, as a glob from the root. */
const SIMULATORS_TESTS = 'test/integration/whatsapp-simulator-*.test.ts'
/** The simulation of the campaign engine, with its mutants. */
const ENGINES_TESTS = 'test/simulation/engine.test.ts'
/** The simulation of customer service, with its mutants. */
const DESKS_TESTS = 'test/simulation/desk.test.ts'

/** Tests of `npm test` with a proof, as globs from the root. */
export const PROVED_TESTS = {
  simulator: { tests: SIMULATORS_TESTS, what: 'the simulator’s own tests' },
  engine: { tests: ENGINES_TESTS, what: 'the simulation of the campaign engine' },
  desk: { tests: DESKS_TESTS, what: 'the simulation of customer service' },
} as const

/**
 * Tests that depend on few files. They are skipped while those files are unchanged since the tests last passed.
 * Files, folders and globs from the root.
 */
const DEPENDS_ON = {
  /** The simulator and the library only, without the product. */
  simulator: [
    SIMULATORS_TESTS,
    'test/support/simulated.ts',
    'test/support/chromium.ts',
    'test/whatsapp-simulator',
    'package-lock.json',
  ],
  /** Everything that the simulation runs. */
  engine: [...withImports(ENGINES_TESTS), 'package-lock.json'],
  desk: [...withImports(DESKS_TESTS), 'package-lock.json'],
} as const
type ProofName = keyof typeof DEPENDS_ON

/**
 * The product's flows on LocalStack's DynamoDB, SQS and S3 prove the code that calls these services. A change of a flow
 * alone is proved by `npm test`.
 */
const ADAPTERS = [
  'shared/src/table',
  // Without the contracts of the messages.
  'shared/src/queues/{queues,sqs}.ts',
  'functions/src/files/{files,open,places,s3}.ts',
  'fargate-session/src/auth-state',
  'fargate-session/src/commands/commands.ts',
  'fargate-session/src/ports/media-files.ts',
  // Without the parts that call no service of AWS: the gateway, the mailbox, starting and stopping, the first data.
  'infra/local/{dynamodb,environment,fair-queues,names,poller,provision,queue-timers,queues,table-schema,workers}.ts',
  'test/conformance',
  // Without the choice of the tests.
  'test/localstack/{docker,host,install,jars,localstack}.ts',
  'test/localstack/start.py',
  'test/support/outside.ts',
  'package-lock.json',
]

const record = z.strictObject({
  desk: z.string().optional(),
  engine: z.string().optional(),
  /** The flows that passed on LocalStack with these adapters, a file each. */
  localstack: z.strictObject({ adapters: z.string(), flows: z.array(z.string()) }).optional(),
  simulator: z.string().optional(),
})
const proved = (): z.infer<typeof record> =>
  existsSync(RECORD) ? record.parse(JSON.parse(readFileSync(RECORD, 'utf8'))) : {}

/** Whether the tests passed with all of their files unchanged. */
export const isProved = (name: ProofName): boolean => proved()[name] === hashOf(DEPENDS_ON[name])

/** Records that the tests have passed. The record is committed with the change. */
export const recordProof = (name: ProofName): void => save({ ...proved(), [name]: hashOf(DEPENDS_ON[name]) })

/** The flows that passed on LocalStack with the adapters unchanged. */
export function provedFlows(): string[] {
  const { localstack } = proved()
  return localstack?.adapters === hashOf(ADAPTERS) ? localstack.flows : []
}

/** Records that a flow has passed on LocalStack. @param file its path from the root */
export const recordFlow = (file: string): void =>
  save({
    ...proved(),
    localstack: { adapters: hashOf(ADAPTERS), flows: [...new Set([...provedFlows(), file])].sort() },
  })

function save(proofs: z.infer<typeof record>): void {
  const sorted = Object.entries(proofs).sort(([one], [other]) => one.localeCompare(other))
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesOf).sort())
    hash.update(`${path}\n`).update(contentOf(path)).update('\n')
  return hash.digest('hex')
}

/** The part of a file that a proof depends on. No proof runs the web app, so its packages are left out. */
function contentOf(path: string): string | Buffer {
  const content = readFileSync(join(ROOT, path))
  return path === 'package-lock.json' ? lockedPackages(content.toString(), 'web') : content
}

/** A file and all of our files that it imports, at any depth. */
function withImports(entry: string): string[] {
  const found = new Set([entry])
  for (const path of found)
    for (const { file } of importsOf(path, readFileSync(join(ROOT, path), 'utf8')))
      if (file && existsSync(join(ROOT, file))) found.add(file)
  return [...found]
}

const filesOf = (path: string): string[] => {
  const found = globSync([path, `${path}/**/*`], {
    cwd: ROOT,
    exclude: (one) => one.includes('node_modules'),
  })
  return found.filter((one) => statSync(join(ROOT, one)).isFile())
}
