import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { replyCame } from '@recado/shared/campaigns/engine/replies'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import { getMessage } from '@recado/shared/conversations/message'
import { recordCampaignMessage } from '@recado/shared/conversations/record-sent'
import { getSentMessage } from '@recado/shared/messages/sent-messages'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLine } from '../support/line.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ANA = '5511987651001'

let table: TenantTable
let engine: ReturnType<typeof enginePorts>
let connectionId: string
let campaignId: string
let messageId: string

/** A campaign's message has left, and the server has not acknowledged it yet. */
beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  engine = enginePorts(memory, () => NOW)
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  connectionId = connection.id
  await putConnection(table, connection)
  campaignId = await aLedger(table, connectionId, [ANA], { message1: 'Oi' })
  await joinChain(engine.ports, 'A', connectionId, campaignId)
  const line = aLine(connectionId, {
    prepare: async (jid) => ({ jid, number: ANA }),
    send: async (_, sent) => {
      messageId = sent.messageId
    },
  })
  const recipients = [{ campaignId, ledger: ledgerId(campaignId, 1), place: 0, attempt: 1 }]
  const epoch = (await getChain(table, connectionId))?.epoch ?? 0
  const command = { kind: 'send' as const, companyId: 'A', connectionId, epoch, recipients }
  const ports = { ...engine.ports, waitUntil: async () => {}, newClaim: () => 'a claim' }
  await deliver(ports, line, { ...command, notBefore: NOW, intervalMs: 0 }, NOW)
})

const ref = () => ({ companyId: 'A', connectionId, messageId })
const recipient = () => table.get(recipientKey({ ledger: ledgerId(campaignId, 1), place: 0 }))
const replied = async () => (await getCounts(table, campaignId)).replied

/** Ana's words, stored as an inbound message stores them. */
async function anaWrites(seconds: number) {
  const wroteAt = NOW + seconds * 1000
  const at = new Date(wroteAt).toISOString()
  await table.update(conversationKey(connectionId, ANA), {
    set: { connectionId, chat: ANA, wroteAt, lastAt: at, preview: 'Olá' },
  })
  const content = { type: 'text' as const, text: 'Olá' }
  const reply = { connectionId, chat: ANA, messageId: `R${seconds}`, fromMe: false, at, content }
  await replyCame(engine.ports, 'A', reply)
}

test('an automatic answer that comes before the acknowledgement counts as the reply', async () => {
  await anaWrites(2)
  await acknowledged(engine.ports, ref())
  expect(await replied()).toBe(1)
  expect(await recipient()).toMatchObject({ repliedAt: '2026-11-21T12:00:02.000Z' })
})

test('an acknowledgement that comes again awaits no second reply', async () => {
  await anaWrites(2)
  await acknowledged(engine.ports, ref())
  await acknowledged(engine.ports, ref())
  expect((await getConversation(table, connectionId, ANA))?.campaign).toBeUndefined()
})

test('a reply counts although an attendant wrote before the acknowledgement', async () => {
  const at = new Date(NOW + 1000).toISOString()
  await table.update(conversationKey(connectionId, ANA), { set: { connectionId, chat: ANA, lastAt: at } })
  await acknowledged(engine.ports, ref())
  expect(await replied()).toBe(0)
  await anaWrites(60)
  expect(await replied()).toBe(1)
})

test('a receipt completes a record that broke off between the conversation and its message', async () => {
  const failing = vi.spyOn(MemoryTable.prototype, 'update').mockImplementation(async () => {
    throw new Error('The process ended')
  })
  await expect(acknowledged(engine.ports, ref())).rejects.toThrow('The process ended')
  failing.mockRestore()
  await receiptCame(engine.ports, ref(), 'delivered')
  const { at = '' } = (await getSentMessage(table, connectionId, messageId)) ?? {}
  const recorded = await getMessage(table, { connectionId, chat: ANA, at, messageId })
  expect(recorded).toMatchObject({ origin: 'campaign', level: 'delivered' })
  await anaWrites(60)
  expect(await replied()).toBe(1)
})

test('a member who writes before the record of a group’s message does not reply to it', async () => {
  const chat = 'group-120363000000000001'
  const lastAt = new Date(NOW + 2000).toISOString()
  const head = conversationKey(connectionId, chat)
  await table.put({ connectionId, chat, wroteAt: NOW + 2000, lastAt, ...head })
  const { recipient } = (await getSentMessage(table, connectionId, messageId)) ?? {}
  const at = new Date(NOW).toISOString()
  const content = { type: 'text' as const, text: 'Oi' }
  const sent = {
    messageId: 'G',
    chat,
    jid: '120363000000000001@g.us',
    at,
    content,
    ...(recipient && { recipient }),
  }
  expect(await recordCampaignMessage(table, connectionId, sent)).toEqual({ isNew: true })
})
