import { settleAsked } from '@recado/shared/campaigns/ledger/confirmation'
import { countsKey, getCounts } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import {
  claimRecipient,
  returnRecipient,
  settleRefused,
  settleSent,
} from '@recado/shared/campaigns/ledger/settle'
import { ADDRESS_REFUSED } from '@recado/shared/messages/address-refusals'
import { chatOfNumber } from '@recado/shared/messages/chat'
import type { SentAs } from '@recado/shared/messages/sent-as'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aLedger } from '../support/stored-campaigns.ts'

const AT = '2026-11-21T15:00:00.000Z'
/** WhatsApp's refusal of a message, whatever the address. */
const REFUSED = '406'

let table: TenantTable
let campaignId: string

/** A message to one person, with as many parts. */
const message = (parts: number, over: Partial<SentAs> = {}): SentAs => ({
  campaignId,
  ledger: ledgerId(campaignId, 1),
  place: 0,
  step: 'message',
  part: 0,
  parts,
  first: 'M0',
  variant: 1,
  confirmed: false,
  timezone: 'America/Sao_Paulo',
  ...over,
})
const recipient = () => table.get(recipientKey(message(1)))
const counts = () => getCounts(table, campaignId)

/** The message is about to leave. */
const underWay = async (parts: number) => {
  const row = await recipient()
  if (!row) throw new Error('The ledger has no recipient')
  const claim = { claim: 'one', claimedAt: Date.parse(AT), messageId: 'M0', parts, fence: 1 }
  expect(await claimRecipient(table, row, claim)).toBe(true)
}

beforeEach(async () => {
  table = new TenantTable(new MemoryTable(), 'A')
  campaignId = await aLedger(table, 'loja', ['5511955551001'])
})

describe('a message of two parts', () => {
  beforeEach(() => underWay(2))
  const second = { part: 1 }

  test('whose first part is refused has no outcome before the second is answered', async () => {
    expect(await settleRefused(table, message(2), REFUSED, AT)).toBe(false)
    expect(await recipient()).toMatchObject({ status: 'SENDING' })
    expect(await counts()).toMatchObject({ open: 1, failed: 0 })
  })

  test('whose parts are all refused is refused, and counts as one refusal', async () => {
    await settleRefused(table, message(2), REFUSED, AT)
    expect(await settleRefused(table, message(2, second), REFUSED, AT)).toBe(true)
    expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'REFUSED', failureCode: REFUSED })
    expect(await counts()).toMatchObject({ open: 0, failed: 1, refusedInRow: 1 })
  })

  test('whose parts are refused and taken is partly sent', async () => {
    await settleRefused(table, message(2), REFUSED, AT)
    expect(await settleSent(table, message(2, second), AT)).toBe(true)
    expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'PARTLY_SENT' })
    expect(await counts()).toMatchObject({ open: 0, failed: 1, sent: 0 })
  })

  test('is sent once WhatsApp has both parts', async () => {
    expect(await settleSent(table, message(2, second), AT)).toBe(false)
    expect(await settleSent(table, message(2), AT)).toBe(true)
    expect(await recipient()).toMatchObject({ status: 'SENDED', level: 'server', sentAt: AT })
    expect(await counts()).toMatchObject({ open: 0, sent: 1 })
  })

  test('is tried again as a whole if a part is held back and none has left', async () => {
    await settleRefused(table, message(2), REFUSED, AT)
    expect(await returnRecipient(table, message(2, second), Date.parse(AT))).toBe(true)
    expect(await recipient()).toMatchObject({ status: 'PENDING', attempt: 2, heldBackAt: Date.parse(AT) })
    expect(await counts()).toMatchObject({ open: 1, failed: 0 })
  })
})

describe('a refused message', () => {
  beforeEach(() => underWay(1))

  test('goes to no other address if the message was refused, and not the address', async () => {
    await settleRefused(table, message(1, { otherAddress: 'lid' }), REFUSED, AT)
    expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'REFUSED', attempt: 1 })
  })

  test('goes to no other address if the person has none', async () => {
    await settleRefused(table, message(1), ADDRESS_REFUSED, AT)
    expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'REFUSED', attempt: 1 })
  })

  test('goes to the other address once', async () => {
    await settleRefused(table, message(1, { otherAddress: 'lid' }), ADDRESS_REFUSED, AT)
    expect(await recipient()).toMatchObject({
      status: 'PENDING',
      address: 'lid',
      refusedId: 'M0',
      attempt: 2,
    })
    expect(await counts()).toMatchObject({ open: 1, failed: 0, refusedInRow: 1 })
    await underWay(1)
    await settleRefused(table, message(1, { otherAddress: 'lid' }), ADDRESS_REFUSED, AT)
    expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'REFUSED', attempt: 2 })
    expect(await counts()).toMatchObject({ open: 0, failed: 1, refusedInRow: 2 })
  })
})

describe('a run of refusals', () => {
  beforeEach(async () => {
    await table.update(countsKey(campaignId), { set: { refusedInRow: 4 } })
    await underWay(1)
  })

  test('ends with a message that WhatsApp takes', async () => {
    await settleSent(table, message(1), AT)
    expect((await counts()).refusedInRow).toBe(0)
  })

  test('ends with a question that WhatsApp takes', async () => {
    const question = { connectionId: 'loja', chat: chatOfNumber('5511955551001'), sentAt: AT }
    await settleAsked(table, message(1, { step: 'confirmation' }), question, AT)
    expect((await counts()).refusedInRow).toBe(0)
  })

  test('goes on with another refusal', async () => {
    await settleRefused(table, message(1), REFUSED, AT)
    expect((await counts()).refusedInRow).toBe(5)
  })
})
