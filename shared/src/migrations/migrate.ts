import { platformTable } from '../table/platform.ts'
import { allRows, ConditionFailed, type Key, type Row, type Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import { changesOf } from './changes.ts'
import { type Attributes, type Entity, versionOf } from './entity.ts'

/** What is brought up to date. */
export type Migrated = Pick<Entity<object>, 'name' | 'version' | 'upgraded' | 'partitions'>

/** What was found of an entity, and made of it. */
export interface MigrationReport {
  entity: string
  /** The version of today. */
  version: number
  /** Companies that were gone through, this time. */
  companies: number
  rows: number
  /** Rows of an earlier version. */
  old: number
  /** Of those: brought up to date. */
  upgraded: number
  /** Of those: somebody changed them at the same moment, again and again. The next run takes them. */
  left: number
}

interface Run {
  /** Without it everything is only counted. */
  isApplied: boolean
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Brings an entity's rows up to date, company by company. It may run beside the system, also beside the version before;
 * one that was cut short goes on with the company it was at, one that has ended begins anew.
 * @param companyIds all companies there are
 */
export async function migrate(
  table: Table,
  entity: Migrated,
  companyIds: readonly string[],
  { isApplied, now }: Run,
): Promise<MigrationReport> {
  const report = {
    entity: entity.name,
    version: entity.version,
    companies: 0,
    rows: 0,
    old: 0,
    upgraded: 0,
    left: 0,
  }
  const progress = new Progress(table, entity)
  const reached = isApplied ? await progress.begin(now()) : ''
  for (const companyId of [...companyIds].sort()) {
    if (companyId <= reached) continue
    await migrateCompany(new TenantTable(table, companyId), entity, isApplied, report)
    report.companies++
    if (isApplied) await progress.reach(companyId)
  }
  if (isApplied && report.left === 0) await progress.end(now())
  return report
}

async function migrateCompany(
  table: TenantTable,
  entity: Migrated,
  isApplied: boolean,
  report: MigrationReport,
): Promise<void> {
  for (const pk of await entity.partitions(table)) {
    for await (const row of allRows<Attributes>(table, { pk, consistent: true })) {
      report.rows++
      if (versionOf(row) >= entity.version) continue
      report.old++
      if (!isApplied) continue
      if (await upgrade(table, entity, row)) report.upgraded++
      else report.left++
    }
  }
}

/** Somebody changes a row at the same moment: it is read again, so often. */
const ATTEMPTS = 5

/** @returns false where the row changed each time it was to be written */
async function upgrade(table: TenantTable, entity: Migrated, found: Row<Attributes>): Promise<boolean> {
  const key: Key = { pk: found.pk, sk: found.sk }
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
    row = await table.get<Attributes>(key)
  }
  return false
}

interface StoredProgress {
  /** To which version. */
  to: number
  /** The last company that is done; '' before the first. */
  reached: string
  startedAt: string
  finishedAt?: string
}

/** How far an entity's migration has come: a row of the platform. */
class Progress {
  readonly #platform: TenantTable
  readonly #key: Key
  readonly #to: number

  constructor(table: Table, { name, version }: Migrated) {
    this.#platform = platformTable(table)
    this.#key = { pk: 'MIGRATIONS', sk: name }
    this.#to = version
  }

  /** @returns the company to go on behind */
  async begin(now: number): Promise<string> {
    const stored = await this.#platform.get<StoredProgress>(this.#key)
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
