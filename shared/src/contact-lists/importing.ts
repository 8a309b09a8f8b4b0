import type { Ports } from '../campaigns/engine/ports.ts'
import { tenantOf } from '../campaigns/engine/ports.ts'
import { canonicalKey } from '../contacts/phone-number.ts'
import type { LiveEvent } from '../realtime/events.ts'
import { type ContactRow, readContacts } from '../spreadsheets/read-contacts.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { ContactFields } from './contact-list-item.ts'
import { endImport, getImport, importKey, importOf, type StoredImport } from './import-store.ts'
import { ADDED_AT_ONCE, additionsTo, getList, listOf, type NewItem, numbersInList } from './store.ts'

/** Contacts written in this time, then the rest is queued: a part that dies is soon taken up again. In ms. */
const PART_MS = 45_000
/** Browsers are told of the progress this often, in milliseconds. */
const TOLD_EVERY_MS = 1000

export interface ImportPorts extends Ports {
  publish(event: LiveEvent): Promise<void>
  files: { get(key: string): Promise<Uint8Array | undefined>; delete(key: string): Promise<void> }
}

interface Job {
  companyId: string
  contactListId: string
  importId: string
}

/** What has been read since the last commit. */
interface Chunk {
  contacts: ContactFields[]
  refused: number
  reasons: Record<string, number>
  /** The last line of the spreadsheet in it. */
  line: number
}

/**
 * Reads a spreadsheet into its list. Contacts, counts and the line reached are one transaction, so an import
 * that died at any moment goes on exactly behind its last commit, and running it twice adds nothing twice.
 */
export async function importContacts(ports: ImportPorts, job: Job): Promise<void> {
  const table = tenantOf(ports, job.companyId)
  const stored = await getImport(table, job.contactListId, job.importId)
  if (!stored || stored.status === 'DONE' || stored.status === 'FAILED') return
  const bytes = await ports.files.get(stored.source)
  const part = new ImportPart(ports, table, stored)
  try {
    if (!bytes) throw new SpreadsheetError('ERR_SPREADSHEET_UNREADABLE', 'The file is gone')
    // A file that is broken or too large only further down is refused before any of it is in the list.
    if (stored.line === 0) await readThrough(bytes)
    const finished = await part.read(bytes)
    if (!finished) return await ports.queues.send('imports', job)
    await end(ports, table, job, { status: 'DONE', error: null })
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    await end(ports, table, job, { status: 'FAILED', error: error.code })
  }
  await ports.files.delete(stored.source)
}

/** @throws SpreadsheetError wherever in the file it has its reason */
async function readThrough(bytes: Uint8Array): Promise<void> {
  const rows = readContacts(bytes)
  let row = await rows.next()
  while (!row.done) row = await rows.next()
}

async function end(
  ports: ImportPorts,
  table: TenantTable,
  job: Job,
  how: Pick<StoredImport, 'status' | 'error'>,
) {
  const { companyId, contactListId, importId } = job
  if (!(await endImport(table, job, how, new Date(ports.now()).toISOString()))) return
  const stored = await getImport(table, contactListId, importId)
  const list = await getList(table, contactListId)
  if (!stored || !list) return
  const topic = `ContactListItem-${contactListId}`
  const action = how.status === 'DONE' ? 'imported' : 'error'
  await ports.publish({ companyId, topic, action, body: { ...importOf(stored) } })
  await ports.publish({ companyId, topic: 'contact-list', action: 'update', body: { record: listOf(list) } })
}

class ImportPart {
  readonly #ports: ImportPorts
  readonly #table: TenantTable
  readonly #until: number
  #state: StoredImport
  #toldAt = 0

  constructor(ports: ImportPorts, table: TenantTable, state: StoredImport) {
    this.#ports = ports
    this.#table = table
    this.#state = state
    this.#until = ports.now() + PART_MS
  }

  /** @returns whether the end of the spreadsheet was reached */
  async read(bytes: Uint8Array): Promise<boolean> {
    let chunk = emptyChunk(this.#state.line)
    for await (const row of readContacts(bytes)) {
      if (row.line <= this.#state.line) continue
      addTo(chunk, row)
      if (chunk.contacts.length + chunk.refused < ADDED_AT_ONCE) continue
      await this.#commit(chunk)
      chunk = emptyChunk(this.#state.line)
      if (this.#ports.now() > this.#until) return false
    }
    await this.#commit(chunk)
    return true
  }

  async #commit(chunk: Chunk): Promise<void> {
    const { contactListId, importId, removeDuplicates } = this.#state
    for (;;) {
      const list = await getList(this.#table, contactListId)
      if (!list) throw new SpreadsheetError('ERR_SPREADSHEET_UNREADABLE', 'The list is gone')
      const known = await numbersInList(
        this.#table,
        contactListId,
        chunk.contacts.map(({ number }) => number),
      )
      const { added, duplicated } = sorted(chunk.contacts, known, removeDuplicates)
      const next = progressed(this.#state, chunk, added.length, duplicated)
      const { line, status, read, imported, refused, refusedReasons } = next
      const progress = {
        update: importKey(contactListId, importId),
        change: {
          set: { line, status, read, imported, duplicated: next.duplicated, refused, refusedReasons },
        },
        when: { line: this.#state.line, status: { in: ['WAITING', 'RUNNING'] } },
      }
      const additions =
        added.length > 0 ? additionsTo(list, added, new Date(this.#ports.now()).toISOString()) : []
      if (await committed(this.#table.transact([progress, ...additions]))) {
        this.#state = next
        return this.#tell()
      }
      // Another contact came into the list meanwhile, or another copy of this job was here first.
      const latest = await getImport(this.#table, contactListId, importId)
      if (latest?.line !== this.#state.line) throw new Error('Another worker goes on with this import')
    }
  }

  async #tell(): Promise<void> {
    const now = this.#ports.now()
    if (now - this.#toldAt < TOLD_EVERY_MS) return
    this.#toldAt = now
    const { importId, contactListId, read, imported, duplicated, refused } = this.#state
    const body = { importId, read, imported, duplicated, refused }
    const { companyId } = this.#table
    await this.#ports.publish({
      companyId,
      topic: `ContactListItem-${contactListId}`,
      action: 'importing',
      body,
    })
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

/** The first of two equal numbers wins; with duplicates kept, the others come in as well. */
function sorted(contacts: ContactFields[], known: Set<string>, removeDuplicates: boolean) {
  const seen = new Set(known)
  const added: NewItem[] = []
  let duplicated = 0
  for (const contact of contacts) {
    const key = canonicalKey(contact.number)
    const again = seen.has(key)
    seen.add(key)
    if (again && removeDuplicates) duplicated++
    else added.push(again ? { ...contact, again } : contact)
  }
  return { added, duplicated }
}

function progressed(state: StoredImport, chunk: Chunk, imported: number, duplicated: number): StoredImport {
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
  }
}
