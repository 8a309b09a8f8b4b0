import { chainKey, joinChain } from '@recado/shared/campaigns/engine/chain'
import { admit } from '@recado/shared/campaigns/engine/first-contacts'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { heldBack } from '@recado/shared/campaigns/engine/results'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, type Recipient, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { claimRecipient } from '@recado/shared/campaigns/ledger/settle'
import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import { chatOfNumber } from '@recado/shared/messages/chat'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { SendCommand } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Row } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { ChainOnClock } from '../support/chain-on-clock.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const [MINUTE, HOUR] = [60_000, 3_600_000]
const LOCK = { reason: 'reach-out-lock', until: NOON + 24 * HOUR } as const
/** Ana and Bia wrote half a year ago: WhatsApp's token of them is no longer valid. Caio wrote yesterday. */
const [ANA, BIA, CAIO] = ['5511955551001', '5511955551002', '5511955551003']

let table: TenantTable
let shop: string
let campaignId: string
let clock: ChainOnClock
let refused: string[]
let served: string[]
let ports: EnginePorts

beforeEach(async () => {
  refused = []
  served = []
  clock = await ChainOnClock.open(new MemoryTable(), NOON, taken)
  ;({ table, shop, ports } = clock)
  campaignId = await aLedger(table, shop, [ANA, BIA, CAIO])
  await table.update(countsKey(campaignId), { set: { postponed: 0 } })
  for (const number of [ANA, BIA]) await writes(number, NOON - 4000 * HOUR)
  await writes(CAIO, NOON - 24 * HOUR)
  await joinChain(ports, 'A', shop, campaignId)
  await table.update(chainKey(shop), { set: { heldUntil: LOCK.until, heldFor: LOCK.reason } })
})

const writes = async (number: string, wroteAt: number) => {
  const chat = chatOfNumber(number)
  await table.update(conversationKey(shop, chat), { set: { connectionId: shop, chat, wroteAt } })
}
const rowAt = async (place: number) =>
  (await table.get(recipientKey({ ledger: ledgerId(campaignId, 1), place }))) as Row<Recipient>

/** WhatsApp refuses people under its lock, unless they wrote within the last 28 days. */
async function taken({ recipients }: SendCommand): Promise<void> {
  for (const { place, attempt } of recipients) {
    const row = await rowAt(place)
    if (row.status !== 'PENDING') continue
    const { number, step, variant, ledger } = row
    const messageId = `M${place}-${attempt}`
    const claim = { claim: messageId, claimedAt: clock.now, messageId, parts: 1, fence: 1 }
    await claimRecipient(table, row, claim)
    const chat = chatOfNumber(number)
    const { wroteAt = 0 } = (await getConversation(table, shop, chat)) ?? {}
    if (clock.now >= LOCK.until || wroteAt > clock.now - 28 * 24 * HOUR) {
      served.push(number)
      await table.update(recipientKey(row), { set: { status: 'SENDED' } })
      await table.update(countsKey(campaignId), { add: { open: -1, sent: 1 } })
      continue
    }
    refused.push(number)
    const sentAs = { campaignId, ledger, place, step, variant, first: messageId, part: 0, parts: 1 }
    const recipient = { ...sentAs, confirmed: false, timezone: 'America/Sao_Paulo' }
    const content = { type: 'text' as const, text: 'Oi' }
    const at = new Date(clock.now).toISOString()
    await putSentMessage(table, shop, { messageId, chat, at, jid: chat, content, recipient }, clock.now)
    await heldBack(ports, { companyId: 'A', connectionId: shop, messageId }, LOCK)
  }
}

const goesOn = (forMs: number) => clock.goesOn(forMs)

describe('a person who wrote long ago, and is refused under WhatsApp’s lock', () => {
  test('is tried once, and the others go on', async () => {
    await goesOn(6 * HOUR)
    expect(refused.toSorted()).toEqual([ANA, BIA])
    expect(served).toEqual([CAIO])
    expect(await rowAt(0)).toMatchObject({ status: 'PENDING', attempt: 2 })
  })

  test('gets the message some minutes after they write again', async () => {
    await goesOn(HOUR)
    await writes(BIA, clock.now)
    await goesOn(5 * MINUTE)
    expect(served).toEqual([CAIO, BIA])
    expect(refused).toHaveLength(2)
  })

  test('gets the message after the lock', async () => {
    await goesOn(25 * HOUR)
    expect(served.toSorted()).toEqual([ANA, BIA, CAIO])
  })

  test('is not written to by a command that was already under way', async () => {
    const conversation = { connectionId: shop, chat: chatOfNumber(ANA), wroteAt: NOON - 4000 * HOUR }
    const health = { lockedUntil: LOCK.until }
    const account = {
      health,
      connection: undefined,
      conversation,
      timezone: 'America/Sao_Paulo',
      now: clock.now,
    }
    const heldBackAt = NOON - MINUTE
    expect(await admit(table, shop, { ...account, recipient: { heldBackAt } })).toEqual(LOCK)
    expect(await admit(table, shop, account)).not.toHaveProperty('until')
  })

  test('is no first contact for the company’s own budget', async () => {
    const conversation = { connectionId: shop, chat: chatOfNumber(ANA), wroteAt: NOON - 4000 * HOUR }
    const connection = aConnection({ companyId: 'A', newContactsPerDay: 1 })
    const account = { health: {}, connection, conversation, timezone: 'America/Sao_Paulo', now: clock.now }
    const recipient = { heldBackAt: NOON - MINUTE }
    for (const _ of [1, 2])
      expect(await admit(table, shop, { ...account, recipient })).not.toHaveProperty('until')
  })
})
