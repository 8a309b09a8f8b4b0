import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Table } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { dynamodbCommand } from '../../../infra/local/dynamodb.ts'
import type { DeskSize } from './company.ts'
import { TableExport } from './export.ts'
import { stepsOf } from './seed.ts'

/** A folder that git ignores, and that `npm start -- --fresh` leaves alone: 1.4 GB in the usual size. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/recado-bench', import.meta.url))

/** Writes everything of these companies into a table. */
export async function seed(table: Table, sizes: readonly DeskSize[]): Promise<void> {
  for (const size of sizes)
    for (const step of stepsOf(size)) await step(new TenantTable(table, size.companyId))
}

/** A database of the emulator, for one run. */
export interface SeededDatabase {
  path: string
  remove(): void
}

/**
 * A copy of the seeded database: a run changes its own copy. It is seeded once for all later runs. Its folder is named
 * after the sizes and after a few rows of each kind, so that a change of a row's format seeds anew. A seed that was
 * interrupted has another name, and is begun anew.
 */
export async function seededDatabase(table: string, sizes: readonly DeskSize[]): Promise<SeededDatabase> {
  const seeded = join(FOLDER, `desk-${await fingerprintOf(table, sizes)}.db`)
  if (!existsSync(seeded)) await seedDatabase(seeded, table, sizes)
  const path = join(FOLDER, `run-${process.pid}.db`)
  const remove = () => removeDatabase(path)
  // Also if the run is interrupted.
  process.once('exit', remove)
  copyFileSync(seeded, path, constants.COPYFILE_FICLONE)
  return { path, remove }
}

const removeDatabase = (path: string): void => {
  for (const ending of ['', '-shm', '-wal']) rmSync(path + ending, { force: true })
}

/** Rows of each kind, to be told from those of another version of the code. */
const SAMPLE = { tickets: 200, closed: 20, messages: 200, searched: 100, contacts: 20 }

async function fingerprintOf(table: string, sizes: readonly DeskSize[]): Promise<string> {
  const memory = new MemoryTable()
  await seed(memory, [{ companyId: 'SAMPLE', ...SAMPLE }])
  const { command } = dynamodbCommand('', 0)
  return createHash('sha256')
    .update(JSON.stringify([table, sizes, [...memory.rows()]]))
    .update(readFileSync(command))
    .digest('hex')
    .slice(-12)
}

async function seedDatabase(seeded: string, table: string, sizes: readonly DeskSize[]): Promise<void> {
  const work = `${seeded}.part`
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  console.log(`\ndesk: seeding, once for all later runs, into ${dirname(seeded)}`)
  const begun = performance.now()
  const rows = new TableExport(join(work, 'export'), table)
  const steps = sizes.flatMap((size) => stepsOf(size).map((step) => ({ step, companyId: size.companyId })))
  for (const [index, { step, companyId }] of steps.entries()) {
    // Each step has rows of its own, so none of them needs the rows of another one.
    const memory = new MemoryTable()
    await step(new TenantTable(memory, companyId))
    await rows.add(memory.rows())
    if ((index + 1) % 50 === 0) report(rows.rows, (index + 1) / steps.length, performance.now() - begun)
  }
  const schema = await rows.end()
  const database = join(work, 'seeded.db')
  await importInto(database, join(work, 'export'), schema)
  renameSync(database, seeded)
  rmSync(work, { recursive: true, force: true })
  console.log(`  ${rows.rows} rows in ${inMinutes(performance.now() - begun)}`)
}

function report(rows: number, share: number, elapsedMs: number): void {
  const left = (elapsedMs / share) * (1 - share)
  console.log(`  ${rows} rows, ${Math.floor(share * 100)} %, ${inMinutes(left)} left, and then the import`)
}

const inMinutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`

/** Makes a database of an export. */
export async function importInto(database: string, folder: string, schema: string): Promise<void> {
  const { command } = dynamodbCommand('', 0)
  const args = ['import', '--source', folder, '--schema', schema, '--output', database]
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const [code] = await once(child, 'exit')
  process.off('exit', end)
  if (code !== 0) throw new Error(`The emulator's import ended with ${code}`)
}
