import { foundCompany } from '@recado/shared/companies/register/register-store'
import { putConnection } from '@recado/shared/connections/store'
import { amendOwnMessage } from '@recado/shared/conversations/amend'
import { getMessage, messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import { keyOfFile, storeMedia } from '@recado/shared/conversations/message-file'
import { erase } from '@recado/shared/data-subjects/erase'
import { getErasure, putErasure, shownErasures } from '@recado/shared/data-subjects/store'
import { newId } from '@recado/shared/ids'
import type { Media } from '@recado/shared/messages/content'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { cleanUp } from '@recado/shared/retention/clean-up'
import { DEFAULT_BOUNDS, KEEPS_ALL, type Retention } from '@recado/shared/retention/retention'
import { putRetention } from '@recado/shared/retention/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import type { Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { getTicket, liveTicket, ticketsOf, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives, recordMessage } from '../support/arriving.ts'
import { aCompany, aConnection, aTicket } from '../support/builders.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const DAY_MS = 24 * 3_600_000
const [ANA, BETO, CARLA] = ['5511987651001', '5521987651002', '5521987651003'] as const
/** The same phone number before the ninth digit was added. */
const ANA_AS_IT_WAS = '551187651001'

/** A table that lets another process write between a read and the next write. */
class RacedTable extends MemoryTable {
  /** Runs once, before the next transaction that contains a deletion of this partition. */
  before: { partition: string; run: () => Promise<unknown> } | undefined

  override async transact(writes: readonly Write[]): Promise<void> {
    const race = this.before
    if (race && writes.some((write) => 'delete' in write && JSON.stringify(write).includes(race.partition))) {
      this.before = undefined
      await race.run()
    }
    return super.transact(writes)
  }
}

let memory: RacedTable
let table: TenantTable
let shop: string
let files: string[]

beforeEach(async () => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  files = []
  await foundCompany({ table: memory }, aCompany({ id: 'A' }))
  const connection = aConnection({ companyId: 'A' })
  await putConnection(table, connection)
  shop = connection.id
})

const ports = {
  now: () => NOW,
  forgetFile: async (key: string) => void files.push(key),
  endLostImport: async () => undefined,
  wentOn: async () => undefined,
}

async function eraseAna() {
  const id = newId()
  await putErasure(table, { id, number: ANA, by: 'Maria' }, NOW)
  await erase(ports, table, id)
  const stored = await getErasure(table, id)
  return (await shownErasures(table, stored ? [stored] : [], NOW))[0]
}

async function clean(some: Partial<Retention>) {
  await putRetention(table, platformTable(memory), { ...KEEPS_ALL, ...some })
  return cleanUp(ports, table, DEFAULT_BOUNDS)
}

const wrote = (days: number, of: Partial<InboundMessage> = {}): InboundMessage => ({
  kind: 'message',
  companyId: 'A',
  connectionId: shop,
  person: { number: ANA },
  fromMe: false,
  messageId: newId(),
  timestamp: (NOW - days * DAY_MS) / 1000,
  at: NOW - days * DAY_MS,
  name: 'Ana Doces',
  original: 'eA==',
  content: { type: 'text', text: 'Meu endereço é Rua das Flores' },
  ...of,
})

const fileKey = (messageId: string) => `A/media/${shop}/${messageId}`
const media = (some: Partial<Media> = {}): Media => ({
  state: 'READY',
  mimetype: 'image/jpeg',
  bytes: 10,
  key: null,
  ...some,
})
const photo = (some?: Partial<Media>) => ({
  type: 'image' as const,
  caption: 'o bolo',
  media: media(some),
})

/** The customer sends a photo, and deletes it for everyone. */
async function deletedPhoto(days: number, state: Media['state'], more: Partial<InboundMessage> = {}) {
  const messageId = newId()
  const key = state === 'READY' ? fileKey(messageId) : null
  const content = photo({ state, key })
  const stored = await recordMessage(table, wrote(days, { messageId, content, ...more }))
  if (!stored) throw new Error('The photo was not stored')
  await arrives(table, wrote(days, { content: { type: 'delete', target: messageId }, ...more }))
  return stored
}
const current = (message: StoredMessage) => getMessage(table, message)

describe('the file of a message that was deleted for everyone', () => {
  test('is deleted by the erasure of the person', async () => {
    const { messageId } = await deletedPhoto(1, 'READY')
    expect(await eraseAna()).toMatchObject({ erased: { messages: 1, files: 1 } })
    expect(files).toEqual([fileKey(messageId)])
  })

  test('is deleted by the erasure, also if it was still on its way into the bucket', async () => {
    const message = await deletedPhoto(1, 'PENDING')
    await eraseAna()
    expect(files).toEqual([keyOfFile('A', message)])
  })

  test('is deleted by the erasure, if it was written in a group', async () => {
    const message = await deletedPhoto(1, 'READY', { groupId: '1203' })
    await eraseAna()
    expect(files).toEqual([fileKey(message.messageId)])
    expect(await current(message)).not.toHaveProperty('deletedFile')
  })

  test('is deleted with the message, once that is too old', async () => {
    const { messageId } = await deletedPhoto(91, 'READY')
    await clean({ conversations: 90 })
    expect(files).toEqual([fileKey(messageId)])
  })

  test('is deleted once, when files are too old', async () => {
    const message = await deletedPhoto(31, 'READY')
    await clean({ media: 30 })
    await clean({ media: 30 })
    expect(files).toEqual([fileKey(message.messageId)])
    expect(await current(message)).toMatchObject({ deletedAt: expect.any(String) })
  })

  test('is deleted after the company deleted its own message, but never a campaign’s attachment', async () => {
    const own = (messageId: string, key: string): StoredMessage => ({
      connectionId: shop,
      chat: ANA,
      messageId,
      at: new Date(NOW + Number(messageId)).toISOString(),
      fromMe: true,
      status: 'SENT',
      content: photo({ key }),
    })
    const messages = [own('1', fileKey('1')), own('2', 'A/campaigns/C1/F1')]
    for (const message of messages) {
      await table.transact(messageWrites(message))
      const amendment = { type: 'delete' as const, target: message.messageId }
      await amendOwnMessage(table, shop, amendment, message.at)
    }
    await eraseAna()
    expect(files).toEqual([fileKey('1')])
  })

  test('is another one than that of the company’s own message with the same id', async () => {
    const { connectionId, messageId } = await deletedPhoto(1, 'PENDING')
    const of = { connectionId, messageId }
    expect(keyOfFile('A', { ...of, fromMe: false })).not.toBe(keyOfFile('A', { ...of, fromMe: true }))
  })

  test('does not bring the content back when it arrives after the deletion', async () => {
    const message = await deletedPhoto(1, 'PENDING')
    const { media } = photo({ key: fileKey(message.messageId) })
    expect(await storeMedia(table, () => getMessage(table, message), media)).toBe(false)
    expect((await current(message))?.content).toEqual({ type: 'text', text: '' })
  })
})

describe('a group', () => {
  test('that is silent for long loses its last message and its ticket’s preview, and keeps its name', async () => {
    await arrives(table, wrote(91, { groupId: '1203', content: { type: 'text', text: 'segredo' } }))
    const ticket = await liveTicket(table, shop, 'group-1203')
    expect(ticket).toMatchObject({ preview: 'segredo', status: 'open' })
    await clean({ conversations: 90 })
    expect(await liveTicket(table, shop, 'group-1203')).toMatchObject({ preview: '', name: ticket?.name })
    expect(JSON.stringify([...memory.rows()])).not.toContain('segredo')
  })

  test('loses the reactions of a person who is erased, and keeps those of others', async () => {
    const message = wrote(1, { groupId: '1203', person: { number: BETO } })
    const stored = await arrives(table, message)
    for (const person of [{ number: ANA_AS_IT_WAS }, { number: CARLA }]) {
      const content = { type: 'reaction' as const, target: message.messageId, emoji: '👍' }
      await arrives(table, wrote(1, { groupId: '1203', person, content }))
    }
    await eraseAna()
    const left = stored && (await current(stored.message))
    expect(left).toMatchObject({ [`reaction:${CARLA}`]: '👍', sender: { number: BETO } })
    expect(JSON.stringify(left)).not.toContain(ANA_AS_IT_WAS)
  })
})

describe('the tickets of a customer', () => {
  const aClosed = (days: number, name = 'Ana Doces') => {
    const at = new Date(NOW - days * DAY_MS).toISOString()
    const closed = { status: 'closed' as const, closedAt: at, lastAt: at, preview: 'Rua das Flores' }
    return aTicket({ ...closed, whatsappId: shop, chat: ANA, name })
  }

  test('lose name and last words once they are too old, and newer or live ones keep them', async () => {
    await recordMessage(table, wrote(1))
    const [old, recent] = [aClosed(91), aClosed(89)]
    const live = { ...aClosed(91), id: newId(), uuid: newId(), status: 'open' as const, closedAt: null }
    for (const ticket of [old, recent, live]) await writeTicket(table, undefined, ticket)
    await clean({ conversations: 90 })
    expect(await getTicket(table, old.id)).toMatchObject({ preview: '', name: ANA, status: 'closed' })
    for (const { id } of [recent, live])
      expect(await getTicket(table, id)).toMatchObject({ preview: 'Rua das Flores', name: 'Ana Doces' })
  })

  test('that are emptied are not written again', async () => {
    await recordMessage(table, wrote(1))
    const old = aClosed(91)
    await writeTicket(table, undefined, old)
    await clean({ conversations: 90 })
    const emptied = await getTicket(table, old.id)
    await clean({ conversations: 90 })
    expect(await getTicket(table, old.id)).toEqual(emptied)
  })

  test('are erased, also a ticket that changes while it is erased', async () => {
    const ticket = aClosed(1)
    await writeTicket(table, undefined, ticket)
    memory.before = {
      partition: 'TICKET-UUIDS',
      run: async () => {
        const read = await getTicket(table, ticket.id)
        await writeTicket(table, read, { ...ticket, ...read, tagIds: ['T'] })
      },
    }
    expect(await eraseAna()).toMatchObject({ status: 'DONE', erased: { tickets: 1 } })
    expect(memory.before).toBeUndefined()
    expect(await ticketsOf(table, [shop], [ANA])).toEqual([])
  })
})
