import { importFromDesk } from '@recado/functions/contact-lists/lists'
import { itemsOf } from '@recado/shared/contact-lists/items'
import { getList, putList } from '@recado/shared/contact-lists/store'
import { contactKey, newContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { firstIdOf, newId } from '@recado/shared/ids'
import type { DeskFilter } from '@recado/shared/imports/desk-filter'
import { importContacts } from '@recado/shared/imports/importing'
import { importsOf, type StoredImport } from '@recado/shared/imports/store'
import { type ImportJob, importJob } from '@recado/shared/queues/jobs'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Query } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { TICKETS } from '@recado/shared/tickets/store/ticket-entity'
import { expect } from 'vitest'
import { aContactList, aTicket } from './builders.ts'
import { enginePorts } from './engine-ports.ts'
import { FilesInMemory } from './files-in-memory.ts'
import { setContext } from './functions-context.ts'

// Imports of people from tickets and contacts, called without a system. Tests mock the functions' context and files.

const OPENED = Date.parse('2026-11-01T12:00:00Z')
const DAY_MS = 24 * 3_600_000

/** The tickets of all people in these tests. */
export const OF_TICKETS: DeskFilter = {
  from: 'tickets',
  openedFrom: new Date(OPENED - DAY_MS).toISOString(),
  openedTo: new Date(OPENED + DAY_MS).toISOString(),
  queueIds: [],
  tagIds: [],
}
export const OF_CONTACTS: DeskFilter = { from: 'contacts', searchParam: '', tagIds: [] }
/** Tickets that a search reads at once. */
export const PAGE = 1000

/** A table that lets others act before each page of tickets. */
class SearchedTable extends MemoryTable {
  pages = 0
  beforePage: () => unknown = () => undefined

  override async query<T extends object>(query: Query<T>) {
    if (query.pk === `A#${TICKETS}`) {
      this.pages += 1
      await this.beforePage()
    }
    return super.query(query)
  }
}

/** Files that let others act before the next file is stored. */
export class RacedFiles extends FilesInMemory {
  beforePut: () => Promise<unknown> = async () => undefined

  override async put(key: string, bytes: Uint8Array): Promise<void> {
    const others = this.beforePut
    this.beforePut = async () => undefined
    await others()
    return super.put(key, bytes)
  }
}

/** A company A with a list, and the jobs of its imports. */
export class PeopleSearches {
  readonly memory = new SearchedTable()
  readonly table = new TenantTable(this.memory, 'A')
  readonly listId = newId()
  readonly jobs: ImportJob[] = []
  now = Date.parse('2026-11-21T12:00:00Z')
  readonly #ports: Parameters<typeof importContacts>[0]
  #tickets = 0

  constructor(files: FilesInMemory) {
    const { ports: engine, log } = enginePorts(this.memory, () => this.now)
    const send = async (queue: string, message: object) => {
      const job = queue === 'imports' ? importJob.parse(message) : undefined
      if (job && !job.watch) this.jobs.push(job)
    }
    const ports = { ...engine, queues: { ...engine.queues, send } }
    setContext({ table: (companyId) => new TenantTable(this.memory, companyId), ports, log })
    this.#ports = { ...ports, files, publish: async () => undefined }
  }

  putList(): Promise<unknown> {
    return putList(this.table, aContactList({ companyId: 'A', id: this.listId }))
  }

  /** A contact, with a number of its own unless another one, or none, is given. */
  async aPerson(at: number, given: Partial<StoredContact> = {}): Promise<StoredContact> {
    const named = { name: `Cliente ${at}`, nameFrom: 'user', lid: null } as const
    const fields = { id: newId(), number: numberOf(at), place: at, ...named }
    const person = { ...newContact(fields, new Date(OPENED).toISOString()), ...given }
    await this.table.put({ ...person, ...contactKey(person.id) })
    return person
  }

  /** Stores a ticket of a person. Each is opened after the one before. */
  async opened(contactId: string | null, given: Partial<StoredTicket> = {}): Promise<void> {
    const id = firstIdOf(OPENED) + String(this.#tickets++).padStart(16, '0')
    const ticket = { ...aTicket({ contactId, ...given }), id }
    await this.table.put({ ...ticket, pk: TICKETS, sk: id })
  }

  /** Three pages of tickets, each with one customer: person 1, 2 and 3. */
  async manyTickets(given: Partial<StoredTicket> = {}): Promise<void> {
    for (const at of [1, 2, 3]) {
      const { id } = await this.aPerson(at)
      for (let more = 1; more < PAGE; more++) await this.opened(null)
      await this.opened(id, given)
    }
  }

  begins(actor: Actor, filter: DeskFilter = OF_TICKETS) {
    const consent = { source: 'CUSTOMER', date: '2026-11-01', note: null } as const
    return importFromDesk(actor, this.listId, { filter, consent })
  }

  /** Works off the next job, or the given one. */
  async works(job = this.jobs.shift()): Promise<void> {
    if (!job) throw new Error('No job is queued')
    await importContacts(this.#ports, job)
  }

  async worksAll(): Promise<void> {
    while (this.jobs.length > 0) await this.works()
  }

  async theImport(): Promise<StoredImport> {
    const [found] = await importsOf(this.table, this.listId)
    if (!found) throw new Error('There is no import')
    return found
  }

  async numbersInList(): Promise<string[]> {
    const numbers: string[] = []
    for await (const { number } of itemsOf(this.table, this.listId)) numbers.push(number)
    return numbers
  }

  /** The import failed, its list is free and empty, and what it searched is forgotten. */
  async expectFailed(error: string): Promise<void> {
    const stored = await this.theImport()
    expect(stored).toMatchObject({ status: 'FAILED', error, imported: 0 })
    expect(stored).not.toHaveProperty('search')
    expect(await this.numbersInList()).toEqual([])
    expect(await getList(this.table, this.listId)).not.toHaveProperty('importId')
  }
}

export const numberOf = (at: number) => String(5_511_980_000_000 + at)
