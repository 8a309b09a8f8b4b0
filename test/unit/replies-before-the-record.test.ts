import { replyCame } from '@recado/shared/campaigns/engine/replies'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import { getMessage } from '@recado/shared/conversations/message'
import { recordCampaignMessage } from '@recado/shared/conversations/record-sent'
import { getSentMessage } from '@recado/shared/messages/sent-messages'
import { MemoryTable } from '@recado/shared/table/memory'
import { beforeEach, expect, test, vi } from 'vitest'
import { aMessageThatLeft } from '../support/left-message.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ANA = '5511987651001'

let left: Awaited<ReturnType<typeof aMessageThatLeft>>

beforeEach(async () => {
  left = await aMessageThatLeft(ANA, NOW)
})

const replied = async () => (await getCounts(left.table, left.campaignId)).replied

/** Ana's words, stored as an inbound message stores them. */
async function anaWrites(seconds: number) {
  const { connectionId } = left
  const wroteAt = NOW + seconds * 1000
  const at = new Date(wroteAt).toISOString()
  await left.table.update(conversationKey(connectionId, ANA), {
    set: { connectionId, chat: ANA, wroteAt, lastAt: at, preview: 'Olá' },
  })
  const content = { type: 'text' as const, text: 'Olá' }
  const reply = { connectionId, chat: ANA, messageId: `R${seconds}`, fromMe: false, at, content }
  await replyCame(left.ports, 'A', reply)
}

test('an automatic answer that comes before the acknowledgement counts as the reply', async () => {
  await anaWrites(2)
  await acknowledged(left.ports, left.ref)
  expect(await replied()).toBe(1)
  expect(await left.recipient()).toMatchObject({ repliedAt: '2026-11-21T12:00:02.000Z' })
})

test('an acknowledgement that comes again awaits no second reply', async () => {
  await anaWrites(2)
  await acknowledged(left.ports, left.ref)
  await acknowledged(left.ports, left.ref)
  expect((await getConversation(left.table, left.connectionId, ANA))?.campaign).toBeUndefined()
})

test('a reply counts although an attendant wrote before the acknowledgement', async () => {
  const at = new Date(NOW + 1000).toISOString()
  const { connectionId } = left
  await left.table.update(conversationKey(connectionId, ANA), {
    set: { connectionId, chat: ANA, lastAt: at },
  })
  await acknowledged(left.ports, left.ref)
  expect(await replied()).toBe(0)
  await anaWrites(60)
  expect(await replied()).toBe(1)
})

test('a receipt completes a record that broke off between the conversation and its message', async () => {
  const { table, connectionId, messageId } = left
  const failing = vi.spyOn(MemoryTable.prototype, 'update').mockImplementation(async () => {
    throw new Error('The process ended')
  })
  await expect(acknowledged(left.ports, left.ref)).rejects.toThrow('The process ended')
  failing.mockRestore()
  await receiptCame(left.ports, left.ref, 'delivered')
  const { at = '' } = (await getSentMessage(table, connectionId, messageId)) ?? {}
  const recorded = await getMessage(table, { connectionId, chat: ANA, at, messageId })
  expect(recorded).toMatchObject({ origin: 'campaign', level: 'delivered' })
  await anaWrites(60)
  expect(await replied()).toBe(1)
})

test('a member who writes before the record of a group’s message does not reply to it', async () => {
  const { table, connectionId, messageId } = left
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
