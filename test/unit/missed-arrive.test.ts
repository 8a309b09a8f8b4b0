import { handler } from '@recado/functions/conversations/inbound-worker'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { putConnection } from '@recado/shared/connections/store'
import { blocksOf } from '@recado/shared/contact-blocks/store'
import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import { pageOfMessages } from '@recado/shared/conversations/message'
import { outgoingMessages } from '@recado/shared/conversations/outgoing'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { sqsRecord } from '../support/sqs-record.ts'
import { aLedger } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const [SHOP, ANA] = ['LOJA', '5511987651001'] as const
const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const ago = (minutes: number) => NOW - minutes * MINUTE_MS
const iso = (moment: number) => new Date(moment).toISOString()

let table: TenantTable
beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  const { ports, log } = enginePorts(memory, () => NOW)
  const command = async () => undefined
  const platform = new TenantTable(memory, 'platform')
  setContext({ table, platform, log, ports: { ...ports, queues: { ...ports.queues, command } } })
  const greetingMessage = 'Olá!'
  await putConnection(table, aConnection({ companyId: 'A', id: SHOP, greetingMessage, knownNumber: ANA }))
})

const arrives = async (text: string, minutesAgo: number, more: Partial<InboundMessage> = {}) => {
  const moment = ago(minutesAgo)
  const of = { kind: 'message', companyId: 'A', connectionId: SHOP, person: { number: ANA } } as const
  const when = { timestamp: moment / 1000, at: moment }
  const words = { messageId: text, fromMe: false, content: { type: 'text', text } as const, original: '' }
  const event: InboundMessage = { ...of, ...when, ...words, missed: 'unanswered', ...more }
  expect((await handler({ Records: [sqsRecord(event)] })).batchItemFailures).toEqual([])
}
/** Two seconds after this many minutes ago. */
const byApp = (minutesAgo: number, more: Partial<InboundMessage>) => {
  const moment = ago(minutesAgo) + 2000
  return arrives('Respondemos logo', 0, { fromMe: true, at: moment, timestamp: moment / 1000, ...more })
}
const ticket = () => liveTicket(table, SHOP, ANA)
const texts = async () =>
  (await pageOfMessages(table, SHOP, ANA, { limit: 20 })).rows.flatMap(({ content, internal }) =>
    content.type === 'text' && !internal ? [content.text] : [],
  )

describe('a message from the time without a link', () => {
  test('opens a ticket without a greeting, however short the time was', async () => {
    await arrives('Oi', 5)
    expect(await ticket()).toMatchObject({ status: 'pending', inboundSeq: 1, waitingSince: iso(ago(5)) })
    expect(await outgoingMessages(table, SHOP)).toEqual([])
    expect(await texts()).toEqual(['Oi'])
  })

  test('is stored once, also if it was received when it came', async () => {
    await arrives('Oi', 5)
    const first = await ticket()
    await arrives('Oi', 5)
    await arrives('Oi', 5, { missed: undefined })
    expect([await ticket(), await texts()]).toEqual([first, ['Oi']])
  })

  test('joins the ticket of a newer message, which waits since the older one', async () => {
    await arrives('Alguém?', 1)
    await arrives('Oi', 90)
    expect(await ticket()).toMatchObject({
      inboundSeq: 2,
      preview: 'Alguém?',
      waitingSince: iso(ago(90)),
    })
    expect(await texts()).toEqual(['Alguém?', 'Oi'])
    expect(await getConversation(table, SHOP, ANA)).toMatchObject({ wroteAt: ago(1), preview: 'Alguém?' })
  })

  test('opens no ticket if the company answered it on the phone, and both are stored', async () => {
    await arrives('Oi', 90, { missed: 'answered' })
    await arrives('Bom dia, Ana', 80, { missed: 'answered', fromMe: true })
    expect([await ticket(), await texts()]).toEqual([undefined, ['Bom dia, Ana', 'Oi']])
  })

  test('opens no ticket if its answer came with an earlier part of the history', async () => {
    await arrives('Bom dia, Ana', 80, { missed: 'answered', fromMe: true })
    await arrives('Oi', 90)
    expect(await ticket()).toBeUndefined()
  })

  test('waits on after a text that the phone’s app wrote by itself', async () => {
    await arrives('Oi', 60)
    await byApp(60, { missed: 'unanswered' })
    expect(await ticket()).toMatchObject({ waitingSince: iso(ago(60)), personWrote: false })
    expect(await texts()).toEqual(['Respondemos logo', 'Oi'])
    await arrives('Alguém aí?', 61)
    expect(await ticket()).toMatchObject({ inboundSeq: 2, waitingSince: iso(ago(61)) })
  })

  test('opens a ticket although such a text came with an earlier part of the history', async () => {
    await byApp(60, { missed: 'answered' })
    await arrives('Oi', 60)
    expect(await ticket()).toMatchObject({ waitingSince: iso(ago(60)) })
  })

  test('changes no waiting time if it was answered, in a ticket that is live', async () => {
    await arrives('Obrigada! E amanhã?', 1)
    await arrives('Oi', 90, { missed: 'answered' })
    await arrives('Bom dia, Ana', 80, { missed: 'answered', fromMe: true })
    expect(await ticket()).toMatchObject({ inboundSeq: 2, waitingSince: iso(ago(1)), personWrote: false })
    expect(await getConversation(table, SHOP, ANA)).toMatchObject({ wroteAt: ago(1), personWroteAt: ago(80) })
  })
})

describe('a word of an opt-out from the time without a link', () => {
  const campaignWrote = (minutesAgo: number) => {
    const set = { connectionId: SHOP, chat: ANA, campaignAt: iso(ago(minutesAgo)) }
    return table.update(conversationKey(SHOP, ANA), { set })
  }
  const historyCame = () => {
    const words = [{ messageId: 'sair', timestamp: ago(60) / 1000, text: 'sair' }]
    const chats = [{ person: { number: ANA }, words }]
    return handler({ Records: [sqsRecord({ kind: 'history', companyId: 'A', connectionId: SHOP, chats })] })
  }

  test('blocks its author once, without a confirmation and without a ticket', async () => {
    await campaignWrote(120)
    await historyCame()
    await arrives('sair', 60)
    const blocks = await blocksOf(table, { number: ANA, lid: undefined })
    await historyCame()
    expect(await blocksOf(table, { number: ANA, lid: undefined })).toEqual(blocks)
    expect(blocks).toMatchObject([{ origin: 'OPT_OUT' }])
    expect([await outgoingMessages(table, SHOP), await ticket(), await texts()]).toEqual([
      [],
      undefined,
      ['sair'],
    ])
  })

  test('is a message like any other if no campaign came before it', async () => {
    await historyCame()
    await arrives('sair', 60)
    expect(await blocksOf(table, { number: ANA, lid: undefined })).toEqual([])
    expect(await ticket()).toMatchObject({ inboundSeq: 1 })
  })
})

describe('a reply to a campaign from the time without a link', () => {
  const replied = async (sentMinutesAgo: number) => {
    const campaignId = await aLedger(table, SHOP, [ANA], { message1: 'Oi' })
    const at = { ledger: ledgerId(campaignId, 1), place: 0 }
    await table.update(recipientKey(at), { set: { status: 'SENDED', messageId: 'C1', variant: 0 } })
    const campaign = { ...at, campaignId, variant: 0, messageId: 'C1' }
    const sent = { campaign, campaignMessageId: 'C1', campaignAt: iso(ago(sentMinutesAgo)) }
    await table.update(conversationKey(SHOP, ANA), { set: { connectionId: SHOP, chat: ANA, ...sent } })
    await arrives('Quero!', 60)
    return (await getCounts(table, campaignId)).replied
  }

  test('counts', async () => {
    expect(await replied(120)).toBe(1)
  })

  test('does not count if the campaign wrote only after the account was linked again', async () => {
    expect(await replied(1)).toBe(0)
  })
})
