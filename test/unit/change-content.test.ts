import { amendMessage, changeFailed } from '@recado/shared/conversations/amend'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { messageOfId, messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import { storeMedia } from '@recado/shared/conversations/message-file'
import type { Media } from '@recado/shared/messages/content'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Change, Key, When, Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { beforeEach, expect, test } from 'vitest'
import { unwatched } from '../support/arriving.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [SHOP, ANA, ANA_LID] = ['LOJA', '5511987651001', '111222333444555'] as const
const lid = `lid-${ANA_LID}`

/** A table where something else happens just before the next write. */
class RacedTable extends MemoryTable {
  before: (() => Promise<unknown>) | undefined

  override async update<T extends object>(key: Key<T>, change: Change<NoInfer<T>>, when?: When<NoInfer<T>>) {
    await this.#race()
    return super.update(key, change, when)
  }

  override async transact(writes: readonly Write[]) {
    await this.#race()
    return super.transact(writes)
  }

  async #race() {
    const { before } = this
    this.before = undefined
    await before?.()
  }
}

let memory: RacedTable
let table: TenantTable

beforeEach(async () => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  await table.transact(messageWrites(photo))
  await table.update(conversationKey(SHOP, lid), { set: { connectionId: SHOP, chat: lid } })
})

const file: Media = { state: 'PENDING', mimetype: 'image/jpeg', bytes: 10, key: null }
const loaded: Media = { ...file, state: 'READY', key: 'A/media/LOJA/M1' }

const photo: StoredMessage = {
  connectionId: SHOP,
  chat: lid,
  messageId: 'M1',
  at: new Date(NOW).toISOString(),
  fromMe: false,
  content: { type: 'image', media: file, caption: 'R$ 100' },
}

const find = () => messageOfId(table, SHOP, { messageId: 'M1', fromMe: false })
const edited = () =>
  amendMessage(
    table,
    { connectionId: SHOP, fromMe: false, person: { lid: ANA_LID }, timestamp: NOW / 1000 },
    { type: 'edit', target: 'M1', text: 'R$ 1.000' },
  )
const isLoaded = () => storeMedia(table, find, loaded)
const reacted = () =>
  amendMessage(
    table,
    { connectionId: SHOP, fromMe: true, person: {}, timestamp: NOW / 1000 },
    { type: 'reaction', target: 'M1', emoji: '👍' },
  )

const both = { type: 'image', caption: 'R$ 1.000', media: loaded }

test('an edit during the end of a download keeps the file and the new caption', async () => {
  memory.before = edited
  expect(await isLoaded()).toBe(true)
  expect((await find())?.content).toEqual(both)
})

test('the end of a download during an edit keeps the file and the new caption', async () => {
  memory.before = isLoaded
  await edited()
  expect((await find())?.content).toEqual(both)
})

test('a conversation that moves during the end of a download takes the file along', async () => {
  memory.before = () => settlePerson(table, unwatched(NOW), SHOP, { number: ANA, lid: ANA_LID })
  expect(await isLoaded()).toBe(true)
  expect(await find()).toMatchObject({ chat: ANA, content: { media: loaded } })
})

test('a reaction during the move of its conversation is kept', async () => {
  memory.before = reacted
  await settlePerson(table, unwatched(NOW), SHOP, { number: ANA, lid: ANA_LID })
  expect(await find()).toMatchObject({ chat: ANA, 'reaction:me': '👍' })
})

test('an edit that comes after the deletion does not bring words back', async () => {
  const by = { connectionId: SHOP, fromMe: false, person: { lid: ANA_LID }, timestamp: NOW / 1000 }
  await amendMessage(table, by, { type: 'delete', target: 'M1' })
  await edited()
  expect((await find())?.content).toEqual({ type: 'text', text: '' })
})

test('a change that did not reach WhatsApp stays on its message until one does', async () => {
  await changeFailed(table, SHOP, { type: 'reaction', target: 'M1', emoji: '👍' })
  expect(await find()).toMatchObject({ failedChange: 'reaction', content: photo.content })
  await reacted()
  expect(await find()).not.toHaveProperty('failedChange')
})
