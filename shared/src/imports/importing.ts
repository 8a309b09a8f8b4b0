import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { getList } from '../contact-lists/store.ts'
import { tenantOf } from '../ports/ports.ts'
import type { ImportJob } from '../queues/jobs.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { endAndTell, endLost, publishProgress, targetOf } from './ending.ts'
import type { Brought, ImportPorts, ImportTarget } from './ports.ts'
import type { ContactRow } from './read-contacts.ts'
import { type ImportRows, rowsOfImport } from './rows-of-import.ts'
import { isSearching, searchPeople } from './searching.ts'
import {
  getImport,
  importKey,
  isUnderWay,
  LOST_AFTER_MS,
  leaveTurn,
  progressWrite,
  type StoredImport,
  takeTurn,
  WATCH_SECONDS,
} from './store.ts'

/** A job writes contacts for this long (ms), then queues the rest. If a short job dies, it is soon retried. */
const PART_MS = 20_000
/** Interval of live events about the progress, in milliseconds. */
const TOLD_EVERY_MS = 1000
/** An import that waits for its turn asks again after this, in seconds. */
const ASK_AGAIN_SECONDS = 3
/** A waiting import gives a sign of life this often, in milliseconds. */
const SIGN_OF_LIFE_MS = 60_000

/** The rows read since the last commit. */
interface Chunk {
  contacts: ContactFields[]
  refused: number
  shortened: number
  reasons: Record<string, number>
  /** Its last line of the spreadsheet. */
  line: number
}

/**
 * Imports a spreadsheet, or the contacts of a list, into its target. If people of the company's own contacts or tickets are
 * wanted, the first jobs write their spreadsheet. Contacts, counts and the reached line are one transaction: an import that
 * died resumes exactly after its last commit, and a repeated job adds nothing twice.
 */
export async function importContacts(ports: ImportPorts, job: ImportJob): Promise<void> {
  const table = tenantOf(ports, job.companyId)
  const stored = await getImport(table, job)
  if (!stored) return
  if (!isUnderWay(stored)) return leaveTurn(table, job)
  if (job.watch) return watch(ports, table, stored, job)
  if (!(await takeTurn(table, stored, ports.now()))) return waitForTurn(ports, table, stored, job)
  if (stored.status === 'WAITING') await targetOf(ports, table, stored).publishChange()
  if (isSearching(stored)) return searchPeople(ports, table, stored, job)
  try {
    const rows = await rowsOfImport(ports, table, stored)
    // The whole file is checked first, so that a broken or too large file adds nothing to the list.
    const total = stored.total ?? (await rows.count())
    const outcome = await new ImportPart(ports, table, { ...stored, total }).read(rows)
    if (outcome === 'stopped') return await leaveTurn(table, job)
    if (outcome === 'unfinished') return await ports.queues.send('imports', job)
    await endAndTell(ports, table, stored, await endOf(table, stored))
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    await endAndTell(ports, table, stored, { status: 'FAILED', error: error.code })
  }
}

/** The contacts of a list that is being deleted look like the end of the list. */
async function endOf(table: TenantTable, { fromListId }: StoredImport) {
  if (!fromListId || (await getList(table, fromListId))) return { status: 'DONE', error: null } as const
  return { status: 'FAILED', error: 'ERR_NO_CONTACT_LIST_FOUND' } as const
}

async function waitForTurn(ports: ImportPorts, table: TenantTable, stored: StoredImport, job: ImportJob) {
  if (stored.contactListId && !(await getList(table, stored.contactListId))) {
    await endAndTell(ports, table, stored, { status: 'FAILED', error: 'ERR_NO_CONTACT_LIST_FOUND' })
    return
  }
  const aliveAt = ports.now()
  if (aliveAt - stored.aliveAt > SIGN_OF_LIFE_MS)
    await committed(table.update(importKey(stored), { set: { aliveAt } }, { status: 'WAITING' }))
  await ports.queues.send('imports', job, ASK_AGAIN_SECONDS)
}

/** Ends an import whose workers died repeatedly, so that its list is free. Its imported contacts stay. */
async function watch(ports: ImportPorts, table: TenantTable, stored: StoredImport, job: ImportJob) {
  if (ports.now() - stored.aliveAt < LOST_AFTER_MS) return ports.queues.send('imports', job, WATCH_SECONDS)
  await endLost(ports, table, stored)
}

class ImportPart {
  readonly #ports: ImportPorts
  readonly #table: TenantTable
  readonly #target: ImportTarget
  readonly #until: number
  #state: StoredImport
  #toldAt = 0

  constructor(ports: ImportPorts, table: TenantTable, state: StoredImport) {
    this.#ports = ports
    this.#table = table
    this.#target = targetOf(ports, table, state)
    this.#state = state
    this.#until = ports.now() + PART_MS
  }

  /** @returns whether the end of the spreadsheet was reached; `stopped` if a user ended the import meanwhile */
  async read(rows: ImportRows): Promise<'finished' | 'unfinished' | 'stopped'> {
    let chunk = emptyChunk(this.#state.line)
    for await (const row of rows.read()) {
      if (row.line <= this.#state.line) continue
      addTo(chunk, row)
      if (chunk.contacts.length < this.#target.atOnce && chunk.refused < 1000) continue
      if (!(await this.#commit(chunk))) return 'stopped'
      chunk = emptyChunk(this.#state.line)
      if (this.#ports.now() > this.#until) return 'unfinished'
    }
    return (await this.#commit(chunk)) ? 'finished' : 'stopped'
  }

  /** @returns false if the import has ended */
  async #commit(chunk: Chunk): Promise<boolean> {
    const read = () => this.#target.bring(chunk.contacts, this.#state)
    return retrying(this.#table, read, async (brought) => {
      const next = progressed(this.#state, chunk, brought, this.#ports.now())
      const writes = [progressWrite(this.#state, next), ...brought.writes]
      if (await committed(this.#table.transact(writes))) {
        this.#state = next
        await this.#publishProgress()
        return true
      }
      // A contact was added by another call meanwhile, or another copy of this job came first.
      const latest = await getImport(this.#table, this.#state)
      if (!latest || !isUnderWay(latest)) return false
      if (latest.line !== this.#state.line) throw new Error('Another worker goes on with this import')
      if (!(await takeTurn(this.#table, latest, this.#ports.now())))
        throw new Error('Another import took its turn')
      return AGAIN
    })
  }

  async #publishProgress(): Promise<void> {
    const now = this.#ports.now()
    if (now - this.#toldAt < TOLD_EVERY_MS) return
    this.#toldAt = now
    await publishProgress(this.#ports, this.#table, this.#state)
  }
}

const emptyChunk = (line: number): Chunk => ({ contacts: [], refused: 0, shortened: 0, reasons: {}, line })

function addTo(chunk: Chunk, row: ContactRow): void {
  chunk.line = row.line
  if (row.kind === 'contact') {
    chunk.contacts.push(row.contact)
    if (row.isShortened) chunk.shortened++
    return
  }
  chunk.refused++
  chunk.reasons[row.reason] = (chunk.reasons[row.reason] ?? 0) + 1
}

function progressed(
  state: StoredImport,
  chunk: Chunk,
  { imported, duplicated }: Brought,
  aliveAt: number,
): StoredImport {
  const refusedReasons = { ...state.refusedReasons }
  for (const [reason, count] of Object.entries(chunk.reasons))
    refusedReasons[reason] = (refusedReasons[reason] ?? 0) + count
  return {
    ...state,
    status: 'RUNNING',
    line: chunk.line,
    read: state.read + chunk.contacts.length + chunk.refused,
    imported: state.imported + imported,
    duplicated: state.duplicated + duplicated,
    refused: state.refused + chunk.refused,
    refusedReasons,
    shortened: (state.shortened ?? 0) + chunk.shortened,
    aliveAt,
  }
}
