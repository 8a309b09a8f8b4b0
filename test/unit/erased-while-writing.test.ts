import { putConnection } from '@recado/shared/connections/store'
import { getConversation } from '@recado/shared/conversations/conversation'
import { messageKey, type StoredMessage } from '@recado/shared/conversations/message'
import { erase } from '@recado/shared/data-subjects/erase'
import { contactsOfSubject } from '@recado/shared/data-subjects/in-contacts'
import { subjectOf } from '@recado/shared/data-subjects/person'
import { getErasure, putErasure, type StoredErasure, shownErasures } from '@recado/shared/data-subjects/store'
import { newId } from '@recado/shared/ids'
import type { InboundMessage, Person } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, NewRow, Page, Query, Row, Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { isLive } from '@recado/shared/tickets/contract/stored-ticket'
import { getTicket } from '@recado/shared/tickets/store/tickets'
import { expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aConnection } from '../support/builders.ts'

const [ANA, LID, SHOP] = ['5511987651001', '777000111222', 'loja'] as const
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const ROUND_SECONDS = 60

/** A table that lets the person write before a request of the erasure. */
class WatchedTable extends MemoryTable {
  requests = 0
  beforeRequest: ((request: number) => Promise<unknown>) | undefined

  /** Delays a batch of writes, such as the words of a message. */
  beforeBatch: ((partition: string) => Promise<unknown>) | undefined
  #isWriting = false

  async #asked(): Promise<void> {
    this.requests++
    if (this.#isWriting || !this.beforeRequest) return
    this.#isWriting = true
    await this.beforeRequest(this.requests)
    this.#isWriting = false
  }

  override async get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    await this.#asked()
    return super.get(key)
  }

  override async query<T extends object>(query: Query<T>): Promise<Page<T>> {
    await this.#asked()
    return super.query(query)
  }

  override async transact(writes: readonly Write[]): Promise<void> {
    await this.#asked()
    return super.transact(writes)
  }

  override async putMany<T extends object>(rows: readonly NewRow<T>[]): Promise<void> {
    await this.#asked()
    await this.beforeBatch?.(rows[0]?.pk ?? '')
    return super.putMany(rows)
  }

  override async deleteMany(keys: readonly Key[]): Promise<void> {
    await this.#asked()
    await this.beforeBatch?.(keys[0]?.pk ?? '')
    return super.deleteMany(keys)
  }
}

/** A company with a live ticket of Ana, and a request to erase her. */
async function anErasureOfAna() {
  const memory = new WatchedTable()
  const table = new TenantTable(memory, 'A')
  await putConnection(table, aConnection({ companyId: 'A', id: SHOP }))
  const id = newId()
  const wentOn = { now: async (_: StoredErasure): Promise<void> => undefined }
  let written = 0
  const writes = (person: Person) => arrives(table, wrote(person, `Mensagem ${++written}`, NOW + written))
  for (let message = 0; message < 3; message++) await writes({ number: ANA, lid: LID })
  await putErasure(table, { id, number: ANA, by: 'Maria' }, NOW)
  const ports = {
    now: () => NOW,
    forgetFile: async () => undefined,
    endLostImport: async () => undefined,
    wentOn: async (erasure: StoredErasure) => wentOn.now(erasure),
  }
  const erasure = async () => {
    const stored = await getErasure(table, id)
    return (await shownErasures(table, stored ? [stored] : [], NOW))[0]
  }
  return { memory, table, writes, wentOn, erasure, run: () => erase(ports, table, id) }
}

const wrote = (person: Person, text: string, at: number): InboundMessage => ({
  kind: 'message',
  companyId: 'A',
  connectionId: SHOP,
  person,
  fromMe: false,
  messageId: newId(),
  timestamp: at / 1000,
  at,
  name: 'Ana Doces',
  original: 'eA==',
  content: { type: 'text', text },
})

/** Ana's remaining messages and contacts. */
async function leftOfAna(table: TenantTable) {
  const subject = await subjectOf(table, { number: ANA, lid: LID })
  const messages: StoredMessage[] = []
  for (const chat of subject.chats) {
    const { pk } = messageKey({ connectionId: SHOP, chat, at: '', messageId: '' })
    messages.push(...(await table.query({ pk, limit: 50 })).rows)
  }
  return { messages, contacts: await contactsOfSubject(table, subject) }
}

test.each<[string, Person]>([
  ['a number and a LID', { number: ANA, lid: LID }],
  ['only a LID', { lid: LID }],
])(
  'a message with %s that comes at any moment of an erasure is erased, or begins a whole conversation',
  async (_, person) => {
    const fates = new Set<string>()
    let isOver = false
    for (let moment = 1; !isOver; moment++) {
      const { memory, table, writes, erasure, run } = await anErasureOfAna()
      const begun = memory.requests
      let isWritten = false
      memory.beforeRequest = async (request) => {
        if (isWritten || request < begun + moment) return
        isWritten = true
        await writes(person)
      }
      expect(await run()).toBeUndefined()
      memory.beforeRequest = undefined
      isOver = !isWritten
      const { messages, contacts } = await leftOfAna(table)
      const [left] = messages
      const came = isWritten ? 4 : 3
      expect({ moment, shown: await erasure() }).toMatchObject({
        shown: { status: 'DONE', erased: { messages: came - messages.length } },
      })
      expect({ moment, contacts: contacts.length }).toEqual({ moment, contacts: messages.length })
      fates.add(left ? 'begins' : 'erased')
      if (!left) continue
      const ticket = await getTicket(table, left.ticketId ?? '')
      expect({ moment, isLive: ticket && isLive(ticket) }).toEqual({ moment, isLive: true })
      expect({ moment, id: ticket?.contactId }).toEqual({ moment, id: contacts[0]?.id })
      expect(await getConversation(table, SHOP, left.chat)).toMatchObject({ lastAt: left.at })
    }
    expect([...fates].sort()).toEqual(['begins', 'erased'])
  },
)

test('an erasure of a person who goes on writing takes another run, and leaves no message without its ticket', async () => {
  const runs = new Set<number | undefined>()
  for (let every = 20; every < 60; every++) {
    const { memory, table, writes, erasure, run } = await anErasureOfAna()
    memory.beforeRequest = async (request) => {
      if (request % every === 0) await writes({ number: ANA, lid: LID })
    }
    const later = await run()
    runs.add(later)
    memory.beforeRequest = undefined
    expect({ every, status: (await erasure())?.status }).toEqual({
      every,
      status: later ? 'RUNNING' : 'DONE',
    })
    for (const { ticketId = '' } of (await leftOfAna(table)).messages)
      expect({ every, ticket: await getTicket(table, ticketId) }).toMatchObject({ ticket: { id: ticketId } })
    if (!later) continue
    expect(await run()).toBeUndefined()
    expect(await leftOfAna(table)).toEqual({ messages: [], contacts: [] })
    expect(JSON.stringify([...memory.rows()])).not.toContain('Ana')
  }
  expect(runs).toContain(ROUND_SECONDS)
})

test('a message that comes while an erasure deletes the LID of the person is erased', async () => {
  const { memory, writes, erasure, run } = await anErasureOfAna()
  memory.beforeBatch = async (partition) => {
    if (!partition.endsWith('#LIDS')) return
    memory.beforeBatch = undefined
    await writes({ number: ANA, lid: LID })
  }
  expect(await run()).toBeUndefined()
  expect(memory.beforeBatch).toBeUndefined()
  expect(await erasure()).toMatchObject({ erased: { messages: 4, tickets: 2, contacts: 2 } })
  expect(JSON.stringify([...memory.rows()])).not.toContain('Ana')
})

test('a message that is erased before its words are written leaves no word', async () => {
  const { memory, table, writes, wentOn, run } = await anErasureOfAna()
  const erased = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  memory.beforeBatch = () => {
    stored.resolve()
    return erased.promise
  }
  const arrival = writes({ number: ANA, lid: LID })
  await stored.promise
  memory.beforeBatch = undefined
  wentOn.now = async ({ messages }) => {
    if (messages === 0) return
    erased.resolve()
    await arrival
  }
  expect(await run()).toBeUndefined()
  expect(await leftOfAna(table)).toEqual({ messages: [], contacts: [] })
  expect([...memory.rows((pk) => pk.includes('#WORDS#'))]).toEqual([])
})
