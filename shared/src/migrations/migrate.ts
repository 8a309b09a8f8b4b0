import { type Attributes, type Entity, versionOf } from '../table/entity.ts'
import type { Listed, Lists } from '../table/list-rows.ts'
import { platformTable } from '../table/platform.ts'
import { allRows, ConditionFailed, type Key, keyIn, partition, type Row, type Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import { findInDeletedQueues, leaveDeletedQueues } from '../tickets/system/deleted-queues.ts'
import { changesOf } from './changes.ts'
import { indexMessages } from './index-words.ts'
import { repairLists } from './repair-lists.ts'

/** A migrated entity. */
export type Migrated = Pick<Entity<object>, 'name' | 'version' | 'upgraded' | 'partitions'>

/** Result of an entity's migration. */
export interface MigrationReport {
  entity: string
  /** The current version. */
  version: number
  /** Companies checked in this run. */
  companies: number
  rows: number
  /**
   * Rows of an earlier version. For deleted queues: connections and live tickets that name one. For lists: rows that are
   * missing, differ, or lost their entity. For words: words that are missing.
   */
  old: number
  /** Old rows that this run upgraded. */
  upgraded: number
  /** Old rows that other writers changed at every attempt. The next run upgrades them. */
  left: number
}

interface Run {
  /** Whether rows are written. Otherwise they are only counted. */
  isApplied: boolean
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Upgrades an entity's rows, company by company. It may run beside the system, even beside the previous version. An
 * interrupted run resumes at its company; after a complete run the next one starts anew.
 * @param companyIds all companies
 */
export const migrate = (
  table: Table,
  entity: Migrated,
  companyIds: readonly string[],
  run: Run,
): Promise<MigrationReport> =>
  inEachCompany(table, entity, companyIds, run, (company, report) =>
    migrateCompany(company, entity, run.isApplied, report),
  )

/** Brings list rows in line with their entities ({@link repairLists}), in the same way. */
export const migrateLists = (
  table: Table,
  lists: Lists<Listed>,
  companyIds: readonly string[],
  run: Run,
): Promise<MigrationReport> =>
  inEachCompany(table, { name: lists.name, version: 1 }, companyIds, run, (company, report) =>
    repairLists(company, lists, run.isApplied, report),
  )

/** Takes deleted queues out of connections and live tickets ({@link leaveDeletedQueues}), in the same way. */
export const migrateQueues = (
  table: Table,
  companyIds: readonly string[],
  run: Run,
): Promise<MigrationReport> =>
  inEachCompany(table, { name: 'deleted-queues', version: 1 }, companyIds, run, async (company, report) => {
    const watchers = { table: company, publish: async () => undefined, now: run.now }
    const found = await (run.isApplied ? leaveDeletedQueues(watchers) : findInDeletedQueues(company))
    const count = found.connectionIds.length + found.tickets.length
    report.rows += count
    report.old += count
    if (run.isApplied) report.upgraded += count
  })

/** Writes the missing words of messages ({@link indexMessages}), in the same way. */
export const migrateWords = (
  table: Table,
  companyIds: readonly string[],
  run: Run,
): Promise<MigrationReport> =>
  inEachCompany(table, { name: 'message-words', version: 1 }, companyIds, run, (company, report) =>
    indexMessages(company, run.isApplied, report),
  )

async function inEachCompany(
  table: Table,
  { name, version }: Pick<Migrated, 'name' | 'version'>,
  companyIds: readonly string[],
  { isApplied, now }: Run,
  bringUpToDate: (company: TenantTable, report: MigrationReport) => Promise<void>,
): Promise<MigrationReport> {
  const report = { entity: name, version, companies: 0, rows: 0, old: 0, upgraded: 0, left: 0 }
  const progress = new Progress(table, { name, version })
  const reached = isApplied ? await progress.begin(now()) : ''
  for (const companyId of [...companyIds].sort()) {
    if (companyId <= reached) continue
    await bringUpToDate(new TenantTable(table, companyId), report)
    report.companies++
    if (isApplied) await progress.reach(companyId)
  }
  if (!isApplied) return report
  // The next run starts anew, to find the rows that are left.
  if (report.left > 0) await progress.reach('')
  else await progress.end(now())
  return report
}

async function migrateCompany(
  table: TenantTable,
  entity: Migrated,
  isApplied: boolean,
  report: MigrationReport,
): Promise<void> {
  for (const pk of await entity.partitions(table)) {
    for await (const row of allRows(table, { pk: partition<Attributes>(pk), consistent: true })) {
      report.rows++
      if (versionOf(row) >= entity.version) continue
      report.old++
      if (!isApplied) continue
      if (await upgrade(table, entity, row)) report.upgraded++
      else report.left++
    }
  }
}

/** The most attempts at a row that other writers keep changing. */
const ATTEMPTS = 5

/** @returns false if another writer changed the row at every attempt */
async function upgrade(table: TenantTable, entity: Migrated, found: Row<Attributes>): Promise<boolean> {
  const key = keyIn<Attributes>(found.pk, found.sk)
  let row: Row<Attributes> | undefined = found
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!row || versionOf(row) >= entity.version) return true
    const { change, when } = changesOf(row, entity.upgraded(row))
    try {
      await table.update(key, change, when)
      return true
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
    }
    row = await table.get(key)
  }
  return false
}

interface StoredProgress {
  /** The version to reach. */
  to: number
  /** The last completed company; '' before the first. */
  reached: string
  startedAt: string
  finishedAt?: string
}

/** Progress of an entity's migration, a row of the platform. */
class Progress {
  readonly #platform: TenantTable
  readonly #key: Key<StoredProgress>
  readonly #to: number

  constructor(table: Table, { name, version }: Pick<Migrated, 'name' | 'version'>) {
    this.#platform = platformTable(table)
    this.#key = keyIn('MIGRATIONS', name)
    this.#to = version
  }

  /** @returns the last completed company; '' for a new run */
  async begin(now: number): Promise<string> {
    const stored = await this.#platform.get(this.#key)
    if (stored && stored.to === this.#to && stored.finishedAt === undefined) return stored.reached
    const startedAt = new Date(now).toISOString()
    await this.#platform.put({ ...this.#key, to: this.#to, reached: '', startedAt })
    return ''
  }

  async reach(companyId: string): Promise<void> {
    await this.#platform.update(this.#key, { set: { reached: companyId } })
  }

  async end(now: number): Promise<void> {
    await this.#platform.update(this.#key, { set: { finishedAt: new Date(now).toISOString() } })
  }
}
