import { sendMessage } from '@recado/fargate-session/outbound/messages'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { putCompany } from '@recado/shared/companies/store'
import { countFirstContact } from '@recado/shared/connections/count-first-contact'
import { countNewContact, getHealth } from '@recado/shared/connections/health-store'
import { changeConnection, putConnection } from '@recado/shared/connections/store'
import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import type { StoredMessage } from '@recado/shared/conversations/message'
import { outgoing, outgoingWrites, type Written } from '@recado/shared/conversations/write'
import { chatOfGroup, chatOfLid, chatOfNumber } from '@recado/shared/messages/chat'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Row, Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives, unwatched } from '../support/arriving.ts'
import { aCompany, aConnection } from '../support/builders.ts'
import { openLine, servicePorts } from '../support/service-ports.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const [SHOP, ANA, LID] = ['LOJA', '5511987651001', '777000111222'] as const
const CHAT = chatOfNumber(ANA)

/** A table that counts the requests that an acknowledgement makes. */
class CountingTable extends MemoryTable {
  requests = 0

  override get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    this.requests++
    return super.get(key)
  }

  override transact(writes: readonly Write[]): Promise<void> {
    this.requests++
    return super.transact(writes)
  }
}

let memory: CountingTable
let table: TenantTable
let now: number
let ports: ReturnType<typeof servicePorts>

beforeEach(async () => {
  now = NOON
  memory = new CountingTable()
  table = new TenantTable(memory, 'A')
  ports = servicePorts(memory, () => now)
  await putCompany(table, aCompany({ id: 'A' }))
  await putConnection(table, aConnection({ companyId: 'A', id: SHOP, newContactsPerDay: 2 }))
})

const counted = async () => (await getHealth(table, SHOP)).newContacts ?? 0

async function isWritten(more: Partial<Written> = {}): Promise<StoredMessage> {
  const { chat = CHAT } = more
  const content = { type: 'text', text: 'Olá' } as const
  const conversation = await getConversation(table, SHOP, chat)
  const message = outgoing({ connectionId: SHOP, content, ...more, chat }, conversation, now)
  await table.transact(outgoingWrites(message))
  return message
}
async function isSent(more?: Partial<Written>): Promise<StoredMessage> {
  const message = await isWritten(more)
  const { chat, messageId } = message
  const command = { kind: 'message', companyId: 'A', connectionId: SHOP, chat, messageId } as const
  await sendMessage(
    ports,
    table,
    openLine(() => undefined),
    command,
  )
  return message
}
const refOf = ({ messageId }: StoredMessage) => ({ companyId: 'A', connectionId: SHOP, messageId })
const taken = (message: StoredMessage) => acknowledged(ports, refOf(message))

describe('a message of a person to somebody who never wrote', () => {
  test.each(['user', 'schedule'] as const)(
    'counts in the budget when WhatsApp took it: of a %s',
    async (origin) => {
      const message = await isSent({ origin })
      expect(await counted()).toBe(0)
      await taken(message)
      expect(await counted()).toBe(1)
    },
  )

  test('counts once, with its receipts and further messages', async () => {
    const messages = [await isSent(), await isSent()]
    for (const message of messages) {
      await taken(message)
      await receiptCame(ports, refOf(message), 'delivered')
    }
    await taken(await isSent())
    expect(await counted()).toBe(1)
  })

  test('counts by its receipt, if its acknowledgement was lost', async () => {
    await receiptCame(ports, refOf(await isSent()), 'delivered')
    expect(await counted()).toBe(1)
  })

  test('does not count if WhatsApp refused it, and the next one does', async () => {
    await acknowledged(ports, refOf(await isSent()), '463')
    expect(await counted()).toBe(0)
    await taken(await isSent())
    expect(await counted()).toBe(1)
  })

  test('counts above the limit too', async () => {
    for (let contact = 0; contact < 4; contact++)
      await taken(await isSent({ chat: chatOfNumber(`551198765200${contact}`) }))
    expect(await counted()).toBe(4)
    expect(await countNewContact(table, SHOP, '2026-11-21', 2)).toBe(false)
  })

  test('counts for the day on which WhatsApp took it', async () => {
    await taken(await isSent())
    now += 24 * 3_600_000
    await taken(await isSent({ chat: chatOfNumber('5511987652001') }))
    expect(await getHealth(table, SHOP)).toMatchObject({ day: '2026-11-22', newContacts: 1 })
  })

  test('counts, also if several are taken at the same moment', async () => {
    const messages: StoredMessage[] = []
    for (let contact = 0; contact < 4; contact++)
      messages.push(await isSent({ chat: chatOfNumber(`551198765200${contact}`) }))
    await Promise.all([...messages, ...messages].map((message) => countFirstContact(table, message, now)))
    expect(await counted()).toBe(4)
  })

  test('counts once, if the person’s number is learned on its way', async () => {
    const message = await isSent({ chat: chatOfLid(LID) })
    await settlePerson(table, unwatched(now), SHOP, { lid: LID, number: ANA })
    await taken(message)
    await taken(await isSent())
    expect(await counted()).toBe(1)
  })

  test('does not count on a connection without a budget', async () => {
    await changeConnection(table, SHOP, { newContactsPerDay: null })
    await taken(await isSent())
    expect(await getHealth(table, SHOP)).toEqual({})
  })
})

describe('a message that is no first contact', () => {
  const known = (state: { wroteAt?: number; writtenAt?: number }) =>
    table.put({ connectionId: SHOP, chat: CHAT, ...state, ...conversationKey(SHOP, CHAT) })

  test.each([
    ['to a person who wrote', { wroteAt: NOON - 1 }],
    ['to a person who was written to', { writtenAt: NOON - 1 }],
  ])('%s costs no further request', async (_, state) => {
    await known(state)
    const message = await isSent()
    memory.requests = 0
    await taken(message)
    // The sent message is read, and its level written.
    expect(memory.requests).toBe(2)
    expect(await counted()).toBe(0)
  })

  test.each([
    ['to a group', { chat: chatOfGroup('120363000000000001') }],
    ['that the system writes', { auto: 'greeting' }],
  ] as const)('%s does not count', async (_, written) => {
    await taken(await isSent(written))
    expect(await counted()).toBe(0)
  })
})

describe('a first contact that is typed on the company’s phone', () => {
  const typed = (messageId: string, more: Partial<InboundMessage> = {}) =>
    arrives(table, {
      kind: 'message',
      companyId: 'A',
      connectionId: SHOP,
      messageId,
      fromMe: true,
      timestamp: NOON / 1000,
      at: NOON,
      person: { number: ANA },
      content: { type: 'text', text: 'Olá' },
      original: '',
      ...more,
    })

  test('counts once, also if it is delivered again, with further messages', async () => {
    await typed('ONE')
    expect(await counted()).toBe(1)
    await typed('ONE')
    await typed('TWO')
    await taken(await isSent())
    expect(await counted()).toBe(1)
  })

  test.each([
    ['an answer', { fromMe: false }],
    ['a message from before the linking', { missed: 'unanswered' }],
    ['a message to a group', { groupId: '120363000000000001' }],
  ] as const)('does not count if it is %s', async (_, more) => {
    await typed('ONE', more)
    await typed('TWO', 'fromMe' in more ? {} : more)
    expect(await counted()).toBe(0)
  })
})
