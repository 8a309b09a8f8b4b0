import { amendMessage, amendOwnMessage } from '@recado/shared/conversations/amend'
import { messageKey, messageOfId, messageWrites } from '@recado/shared/conversations/message'
import type { Amendment } from '@recado/shared/messages/content'
import type { Person } from '@recado/shared/messages/inbound'
import { indexWords } from '@recado/shared/search/word-rows'
import { TenantTable } from '@recado/shared/table/tenant'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { beforeEach, describe, expect, test } from 'vitest'
import { EventfulTable } from '../support/eventful-table.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [SHOP, ANA, LID] = ['LOJA', '5511987651001', '111222333444555'] as const
const AUTHORS = [{ by: 'the company' }, { by: 'the customer' }]

let memory: EventfulTable
let table: TenantTable
beforeEach(() => {
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
})

/** A message of the conversation, by its author. */
async function written(by: string) {
  const message = {
    connectionId: SHOP,
    chat: ANA,
    messageId: 'M1',
    at: new Date(NOW).toISOString(),
    fromMe: by === 'the company',
    ticketId: 'T1',
    content: { type: 'text' as const, text: 'zero' },
  }
  await table.transact(messageWrites(message))
  await indexWords(table, [message])
}

/** A change is reported that its author made at this second. */
const changed = (by: string, second: number, amendment: Amendment, person: Person = { number: ANA }) => {
  const at = NOW + second * 1000
  if (by === 'the company') return amendOwnMessage(table, SHOP, amendment, new Date(at).toISOString())
  const author = { connectionId: SHOP, chat: ANA, fromMe: false, person, timestamp: at / 1000 }
  return amendMessage(table, author, amendment)
}
const edit = (text: string): Amendment => ({ type: 'edit', target: 'M1', text })
const reaction = (emoji: string): Amendment => ({ type: 'reaction', target: 'M1', emoji })

async function shown() {
  const find = (fromMe: boolean) => messageOfId(table, SHOP, { messageId: 'M1', fromMe })
  const message = (await find(true)) ?? (await find(false))
  if (!message) throw new Error('The message is gone')
  return messageShown(message, NOW)
}
const words = () => [...memory.rows((pk) => pk.startsWith('A#WORDS#'))].map(({ sk }) => sk.split('#')[0])

describe.each(AUTHORS)('a change by $by', ({ by }) => {
  beforeEach(() => written(by))

  test('an edit stays when the report of an earlier edit comes late', async () => {
    await changed(by, 2, edit('dois'))
    expect(await changed(by, 1, edit('primeiro'))).toBeUndefined()
    expect(await shown()).toMatchObject({ content: { text: 'dois' }, editedAt: '2026-11-21T12:00:02.000Z' })
    expect(words()).toEqual(['dois'])
    await changed(by, 3, edit('três'))
    expect(await shown()).toMatchObject({ content: { text: 'três' } })
  })

  test('an edit and its words stay when an earlier edit is stored at the same moment', async () => {
    let reads = 0
    memory.afterGet = async ({ pk }) => {
      if (!pk.includes('#MESSAGES#') || ++reads > 1) return
      await changed(by, 2, edit('zero dois'))
    }
    await changed(by, 1, edit('primeiro'))
    expect(await shown()).toMatchObject({ content: { text: 'zero dois' } })
    expect(words().sort()).toEqual(['dois', 'zero'])
  })

  test('a reaction stays when the report of an earlier reaction comes late', async () => {
    await changed(by, 2, reaction('❤️'))
    await changed(by, 1, reaction('👍'))
    const who = by === 'the company' ? 'me' : ANA
    expect((await shown()).reactions).toEqual([{ by: who, emoji: '❤️' }])
    await changed(by, 4, reaction(''))
    await changed(by, 3, reaction('👍'))
    expect((await shown()).reactions).toEqual([])
    await changed(by, 5, reaction('👍'))
    expect((await shown()).reactions).toEqual([{ by: who, emoji: '👍' }])
  })

  test('a deletion wins over an edit made after it', async () => {
    await changed(by, 1, { type: 'delete', target: 'M1' })
    await changed(by, 2, edit('dois'))
    expect((await shown()).content).toEqual({ type: 'text', text: '' })
  })
})

describe('a reaction', () => {
  beforeEach(() => written('the customer'))

  test('by LID stays when the report of an earlier one comes with the number', async () => {
    await changed('the customer', 2, reaction('❤️'), { lid: LID })
    await changed('the customer', 1, reaction('👍'), { lid: LID, number: ANA })
    expect((await shown()).reactions).toEqual([{ by: LID, emoji: '❤️' }])
    await changed('the customer', 3, reaction('👍'), { lid: LID, number: ANA })
    expect((await shown()).reactions).toEqual([{ by: ANA, emoji: '👍' }])
    expect(JSON.stringify([...memory.rows()])).not.toContain(LID)
  })

  test('stored by an earlier version, without its moment, is replaced', async () => {
    await changed('the customer', 2, reaction('❤️'))
    const message = await messageOfId(table, SHOP, { messageId: 'M1', fromMe: false })
    if (message) await table.update(messageKey(message), { remove: [`reacted:${ANA}`] })
    await changed('the customer', 1, reaction('👍'))
    expect((await shown()).reactions).toEqual([{ by: ANA, emoji: '👍' }])
  })

  test('of one person does not hold back an earlier one of another', async () => {
    await changed('the company', 2, reaction('❤️'))
    await changed('the customer', 1, reaction('👍'))
    expect((await shown()).reactions).toHaveLength(2)
  })
})
