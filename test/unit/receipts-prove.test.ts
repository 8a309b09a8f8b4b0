import type { FailureReason } from '@recado/shared/campaigns/contract/shipping'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { countsKey, getCounts } from '@recado/shared/campaigns/ledger/counts'
import { getMessage } from '@recado/shared/conversations/message'
import { getSentMessage } from '@recado/shared/messages/sent-messages'
import { beforeEach, describe, expect, test } from 'vitest'
import { aMessageThatLeft } from '../support/left-message.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ANA = '5511987651001'

let left: Awaited<ReturnType<typeof aMessageThatLeft>>

beforeEach(async () => {
  left = await aMessageThatLeft(ANA, NOW)
})

const receipt = (level: 'delivered' | 'read' | 'played') => receiptCame(left.ports, left.ref, level)
const counts = () => getCounts(left.table, left.campaignId)

describe('a phone’s receipt proves that a message was sent whose acknowledgement was lost', () => {
  const isSent = async () => {
    await receipt('read')
    expect(await left.recipient()).toMatchObject({ status: 'SENDED', level: 'read' })
    expect((await left.recipient())?.reason).toBeUndefined()
    expect(await counts()).toMatchObject({ open: 0, failed: 0, sent: 1, received: 1, read: 1 })
  }

  test('while it is under way', isSent)

  test.each<[string, FailureReason]>([
    ['it was given up', 'UNKNOWN_OUTCOME'],
    ['WhatsApp refused it', 'REFUSED'],
  ])('after %s', async (_, reason) => {
    await left.setRecipient({ status: 'FAILED', reason })
    await left.table.update(countsKey(left.campaignId), { add: { open: -1, failed: 1 } })
    await isSent()
  })

  test('before its second attempt leaves for the other address', async () => {
    const { messageId } = left.ref
    await left.setRecipient({ status: 'PENDING', address: 'lid', refusedId: messageId, attempt: 2 })
    const sent = await getSentMessage(left.table, left.connectionId, messageId)
    if (!sent?.recipient) throw new Error('The message belongs to no recipient')
    await left.table.put({ ...sent, recipient: { ...sent.recipient, otherAddress: 'lid' as const } })
    await receipt('delivered')
    expect(await left.recipient()).toMatchObject({ status: 'SENDED', level: 'delivered', messageId })
    expect(await counts()).toMatchObject({ open: 0, sent: 1, received: 1 })
  })
})

test('a receipt that comes twice, or after a later one, changes nothing', async () => {
  await acknowledged(left.ports, left.ref)
  for (const level of ['read', 'delivered', 'read'] as const) await receipt(level)
  expect(await left.recipient()).toMatchObject({ status: 'SENDED', level: 'read' })
  expect(await counts()).toMatchObject({ sent: 1, received: 1, read: 1 })
})

test('a receipt shows in the conversation too', async () => {
  await acknowledged(left.ports, left.ref)
  await receipt('played')
  const { connectionId, messageId } = left.ref
  const { at = '' } = (await getSentMessage(left.table, connectionId, messageId)) ?? {}
  expect(await getMessage(left.table, { connectionId, chat: ANA, at, messageId })).toMatchObject({
    level: 'played',
  })
})

test('an acknowledgement or a receipt of a message that is not ours changes nothing', async () => {
  const ref = { ...left.ref, messageId: 'ANOTHER' }
  await acknowledged(left.ports, ref)
  await acknowledged(left.ports, ref, '479')
  await receiptCame(left.ports, ref, 'read')
  expect(await left.recipient()).toMatchObject({ status: 'SENDING' })
  expect(await counts()).toMatchObject({ open: 1, sent: 0, failed: 0 })
})
