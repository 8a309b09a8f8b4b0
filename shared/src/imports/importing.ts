import { tenantOf } from '../campaigns/engine/ports.ts'
import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { getList } from '../contact-lists/store.ts'
import type { ImportJob } from '../queues/jobs.ts'
import { type ContactRow, readContacts } from '../spreadsheets/read-contacts.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { endAndTell, targetOf } from './ending.ts'
import type { Brought, ImportPorts, ImportTarget } from './ports.ts'
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

/** Contacts written in this time, then the rest is queued: a part that dies is soon taken up again. In ms. */
const PART_MS = 20_000
/** Browsers are told of the progress this often, in milliseconds. */
const TOLD_EVERY_MS = 1000
/** An import that is not its turn asks again after this, in seconds. */
const ASK_AGAIN_SECONDS = 3
/** One that waits says so this often, in milliseconds. */
const SIGN_OF_LIFE_MS = 60_000
/** What has been read since the last commit. */
interface Chunk {
  contacts: ContactFields[]
  refused: number
  reasons: Record<string, number>
  /** The last line of the spreadsheet in it. */
  line: number
}

/**
 * Reads a spreadsheet to where it belongs. Contacts, counts and the line reached are one transaction, so an import
 * that died at any moment goes on exactly behind its last commit, and running it twice adds nothing twice.
 */
export async function importContacts(ports: ImportPorts, job: ImportJob): Promise<void> {
  const table = tenantOf(ports, job.companyId)
  const stored = await getImport(table, job)
  if (!stored) return
  if (!isUnderWay(stored)) return leaveTurn(table, job)
  if (job.watch) return watch(ports, table, stored, job)
  if (!(await takeTurn(table, stored, ports.now()))) return waitForTurn(ports, table, stored, job)
  if (stored.status === 'WAITING') await targetOf(ports, table, stored).tell()
  const bytes = await ports.files.get(stored.source)
  try {
    if (!bytes) throw new SpreadsheetError('ERR_SPREADSHEET_UNREADABLE', 'The file is gone')
    // A file that is broken or too large only further down is refused before any of it is in the list.
    const total = stored.total ?? (await rowsIn(bytes, stored))
    const outcome = await new ImportPart(ports, table, { ...stored, total }).read(bytes)
    if (outcome === 'stopped') return await leaveTurn(table, job)
    if (outcome === 'unfinished') return await ports.queues.send('imports', job)
    await endAndTell(ports, table, stored, { status: 'DONE', error: null })
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    await endAndTell(ports, table, stored, { status: 'FAILED', error: error.code })
  }
}

/** Rows with anything in them below the header. @throws SpreadsheetError wherever in the file it has its reason */
async function rowsIn(bytes: Uint8Array, { layout }: StoredImport): Promise<number> {
  let count = 0
  for await (const _ of readContacts(bytes, layout ?? undefined)) count++
  return count
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

/** An import whose workers died again and again is ended, so that its list is free: what it brought in stays. */
async function watch(ports: ImportPorts, table: TenantTable, stored: StoredImport, job: ImportJob) {
  if (ports.now() - stored.aliveAt < LOST_AFTER_MS) return ports.queues.send('imports', job, WATCH_SECONDS)
  await endAndTell(ports, table, stored, { status: 'FAILED', error: 'ERR_IMPORT_LOST' })
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

  /** @returns whether the end of the spreadsheet was reached; `stopped` where somebody ended the import meanwhile */
  async read(bytes: Uint8Array): Promise<'finished' | 'unfinished' | 'stopped'> {
    let chunk = emptyChunk(this.#state.line)
    for await (const row of readContacts(bytes, this.#state.layout ?? undefined)) {
      if (row.line <= this.#state.line) continue
      addTo(chunk, row)
      if (chunk.contacts.length < this.#target.atOnce && chunk.refused < 1000) continue
      if (!(await this.#commit(chunk))) return 'stopped'
      chunk = emptyChunk(this.#state.line)
      if (this.#ports.now() > this.#until) return 'unfinished'
    }
    return (await this.#commit(chunk)) ? 'finished' : 'stopped'
  }

  /** @returns false where the import is not under way any more */
  async #commit(chunk: Chunk): Promise<boolean> {
    for (;;) {
      const brought = await this.#target.bring(chunk.contacts, this.#state)
      const next = progressed(this.#state, chunk, brought, this.#ports.now())
      const writes = [progressWrite(this.#state, next), ...brought.writes]
      if (await committed(this.#table.transact(writes))) {
        this.#state = next
        await this.#tell()
        return true
      }
      // One of the contacts came in by another way meanwhile; or another copy of this job was here first.
      const latest = await getImport(this.#table, this.#state)
      if (!latest || !isUnderWay(latest)) return false
      if (latest.line !== this.#state.line) throw new Error('Another worker goes on with this import')
      if (!(await takeTurn(this.#table, latest, this.#ports.now())))
        throw new Error('Another import took its turn')
    }
  }

  async #tell(): Promise<void> {
    const now = this.#ports.now()
    if (now - this.#toldAt < TOLD_EVERY_MS) return
    this.#toldAt = now
    const { importId, total, read, imported, duplicated, refused } = this.#state
    const body = { importId, total, read, imported, duplicated, refused }
    const { companyId } = this.#table
    await this.#ports.publish({ companyId, topic: this.#target.topic, action: 'importing', body })
  }
}

const emptyChunk = (line: number): Chunk => ({ contacts: [], refused: 0, reasons: {}, line })

function addTo(chunk: Chunk, row: ContactRow): void {
  chunk.line = row.line
  if (row.kind === 'contact') {
    chunk.contacts.push(row.contact)
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
    aliveAt,
  }
}
