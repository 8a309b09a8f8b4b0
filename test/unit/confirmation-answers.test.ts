import { campaignClaims, replyCame } from '@recado/shared/campaigns/engine/replies'
import { type Ask, asksTo } from '@recado/shared/campaigns/ledger/confirmation'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { getConversation } from '@recado/shared/conversations/conversation'
import type { StoredMessage } from '@recado/shared/conversations/message'
import { writeMessage } from '@recado/shared/conversations/write'
import type { Content } from '@recado/shared/messages/content'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aQuestionTo } from '../support/campaign-questions.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const [SHOP, ANA] = ['LOJA', '5511987651001'] as const
const ASKED = Date.parse('2026-11-21T12:00:00.000Z')
const minutesLater = (minutes: number) => ASKED + minutes * 60_000

let memory: MemoryTable
let table: TenantTable
let campaignId: string

/** A running campaign has asked the customer. */
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  campaignId = await aLedger(table, SHOP, [ANA], { confirmation: true })
  await aQuestionTo(table, { campaignId, connectionId: SHOP, number: ANA }, ASKED)
})

const attendantWrites = (content: Content) =>
  writeMessage(
    table,
    { queues: { send: never, inOrder: never, command: async () => undefined }, now: () => minutesLater(1) },
    { connectionId: SHOP, chat: ANA, content },
  )
const never = () => Promise.reject(new Error('Not this one'))

/** Asks the campaigns about the customer's “sim”. */
async function yesComes(writtenAt = minutesLater(2)) {
  const at = new Date(writtenAt).toISOString()
  const yes = { connectionId: SHOP, chat: ANA, at, content: { type: 'text' as const, text: 'sim' } }
  return campaignClaims(table, yes, await getConversation(table, SHOP, ANA))
}

test('a yes answers the campaign’s question', async () => {
  expect(await yesComes()).toMatchObject({ aside: 'confirmation' })
})

test('a yes from before the question does not answer it, however late it arrives', async () => {
  expect(await yesComes(ASKED - 60_000)).toMatchObject({ aside: undefined })
})

test('a yes answers the question although WhatsApp’s clock is a little behind ours', async () => {
  expect(await yesComes(ASKED - 4000)).toMatchObject({ aside: 'confirmation' })
})

describe('with two campaigns’ questions', () => {
  let [older, newer] = ['', '']
  beforeEach(async () => {
    older = campaignId
    newer = await aLedger(table, SHOP, [ANA], { confirmation: true })
    await aQuestionTo(table, { campaignId: newer, connectionId: SHOP, number: ANA }, minutesLater(1))
  })

  const comes = (text: string, over: Partial<StoredMessage> = {}) => {
    const { ports } = enginePorts(memory, () => minutesLater(2))
    const at = new Date(minutesLater(2)).toISOString()
    const content = { type: 'text' as const, text }
    const message = { connectionId: SHOP, chat: ANA, messageId: 'R', fromMe: false, at, content, ...over }
    return replyCame(ports, 'A', message)
  }
  const outcomes = () =>
    Promise.all(
      [older, newer].map(async (id) => {
        const row = await table.get(recipientKey({ ledger: ledgerId(id, 1), place: 0 }))
        return [row?.status, row?.reason ?? row?.step]
      }),
    )
  const ASKED_ONLY = ['AWAITING', 'confirmation']

  test('a yes answers the newest one alone', async () => {
    await comes('sim')
    expect(await outcomes()).toEqual([ASKED_ONLY, ['PENDING', 'message']])
  })

  test('a no declines the newest one alone', async () => {
    await comes('não')
    expect(await outcomes()).toEqual([ASKED_ONLY, ['FAILED', 'SKIPPED_DECLINED']])
  })

  test('an opt-out ends both', async () => {
    await comes('SAIR')
    const blocked = ['FAILED', 'SKIPPED_BLOCKED']
    expect(await outcomes()).toEqual([blocked, blocked])
  })

  test.each<[string, Partial<StoredMessage>]>([
    ['the company’s own phone', { fromMe: true }],
    ['a member of a group', { sender: { number: ANA } }],
  ])('a yes or an opt-out of %s answers none', async (_, over) => {
    await comes('sim', over)
    await comes('SAIR', over)
    expect(await outcomes()).toEqual([ASKED_ONLY, ASKED_ONLY])
  })

  test('a text that is neither leaves both open', async () => {
    await comes('quanto custa?')
    expect(await outcomes()).toEqual([ASKED_ONLY, ASKED_ONLY])
  })
})

test('an opt-out from before the question ends it', async () => {
  const { ports } = enginePorts(memory, () => ASKED)
  const at = new Date(ASKED - 60_000).toISOString()
  const content = { type: 'text' as const, text: 'SAIR' }
  await replyCame(ports, 'A', { connectionId: SHOP, chat: ANA, messageId: 'R', fromMe: false, at, content })
  expect(await asksTo(table, SHOP, ANA)).toEqual([])
})

test('a question that an earlier version stored without its time takes any answer', async () => {
  const [ask] = await asksTo(table, SHOP, ANA)
  const { sentAt: _, ...older } = ask as Row<Ask>
  await table.put(older)
  expect(await yesComes(ASKED - 60_000)).toMatchObject({ aside: 'confirmation' })
})

test('a yes answers an attendant who wrote after the question', async () => {
  await attendantWrites({ type: 'text', text: 'Ainda quer o bolo?' })
  expect(await yesComes()).toMatchObject({ aside: undefined })
})

test.each<Content>([
  { type: 'reaction', target: 'M', emoji: '👍' },
  { type: 'edit', target: 'M', text: 'às 10' },
  { type: 'delete', target: 'M' },
])('a yes answers the question although an attendant changed an earlier message: $type', async (change) => {
  await attendantWrites(change)
  expect(await yesComes()).toMatchObject({ aside: 'confirmation' })
})
