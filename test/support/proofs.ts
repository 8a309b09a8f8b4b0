import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const RECORD = join(ROOT, 'test/proved.json')

/** Tests whose outcome depends on few folders: while those are as they were when the tests last passed, they need not run. */
interface Proof {
  /** Test files, as globs from the root. */
  tests: readonly string[]
  /** Files and folders that the tests are about, besides the tests themselves. */
  dependsOn: readonly string[]
}

export const PROOFS = {
  /** The simulator alone, driven by the library: nothing of the product. */
  simulator: {
    tests: ['test/integration/whatsapp-simulator-*.test.ts'],
    dependsOn: ['test/whatsapp-simulator', 'package-lock.json'],
  },
  /** The product's flows on LocalStack's DynamoDB, SQS and S3: what they prove there is what talks to those. */
  localstack: {
    tests: ['test/integration/*.test.ts'],
    dependsOn: [
      'shared/src/table',
      'shared/src/queues',
      'functions/src/files',
      'fargate-session/src/auth-state',
      'fargate-session/src/commands.ts',
      'fargate-session/src/media-files.ts',
      'infra/local',
      'test/conformance',
      'test/localstack',
      'test/support/outside.ts',
      'package-lock.json',
    ],
  },
} satisfies Record<string, Proof>
export type ProofName = keyof typeof PROOFS

const record = z.record(z.string(), z.string())
const proved = (): z.infer<typeof record> =>
  existsSync(RECORD) ? record.parse(JSON.parse(readFileSync(RECORD, 'utf8'))) : {}

/** Whether the tests passed with everything that they depend on as it is now. */
export const isProved = (name: ProofName): boolean => proved()[name] === hashOf(name)

/** Notes that the tests have passed. The record is committed with what it is about. */
export function recordProof(name: ProofName): void {
  const sorted = Object.entries({ ...proved(), [name]: hashOf(name) }).sort(([a], [b]) => a.localeCompare(b))
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

function hashOf(name: ProofName): string {
  const { dependsOn }: Proof = PROOFS[name]
  const hash = createHash('sha256')
  for (const path of dependsOn.flatMap(filesBelow).sort())
    hash
      .update(`${path}\n`)
      .update(readFileSync(join(ROOT, path)))
      .update('\n')
  return hash.digest('hex')
}

const filesBelow = (path: string): string[] => {
  if (statSync(join(ROOT, path)).isFile()) return [path]
  const below = globSync(`${path}/**/*`, { cwd: ROOT, exclude: (found) => found.includes('node_modules') })
  return below.filter((found) => statSync(join(ROOT, found)).isFile())
}
