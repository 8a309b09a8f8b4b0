import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { cancel, restart } from '@recado/shared/campaigns/engine/actions'
import { type Chain, chainKey, joinChain, resumeChain } from '@recado/shared/campaigns/engine/chain'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import { releasedKey } from '@recado/shared/campaigns/ledger/ledger'
import { postponeRecipient } from '@recado/shared/campaigns/ledger/postpone'
import { ledgerId, type Recipient, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { settleSent } from '@recado/shared/campaigns/ledger/settle'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putSettings } from '@recado/shared/campaigns/store/settings'
import { connectionKey, deleteConnection } from '@recado/shared/connections/store'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { chatOfNumber } from '@recado/shared/messages/chat'
import type { SendCommand } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Page, Query, Row } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { ChainOnClock } from '../support/chain-on-clock.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const HOUR = 3_600_000

/** A table that notes the rows that its queries look at and how conversations are read, and lets others act before a query. */
class WatchedTable extends MemoryTable {
  looked = 0
  conversationReads: (boolean | undefined)[] = []
  before: (query: Query<object>) => Promise<unknown> = async () => undefined

  override async getMany<T extends object>(
    keys: readonly Key<T>[],
    options?: { consistent?: boolean },
  ): Promise<Row<T>[]> {
    if (keys[0]?.pk === `A#${conversationKey(shop, '').pk}`) this.conversationReads.push(options?.consistent)
    return super.getMany(keys)
  }

  override async query<T extends object>(query: Query<T>): Promise<Page<T>> {
    await this.before(query as Query<object>)
    const { filter: _, ...all } = query
    this.looked += (await super.query(all)).rows.length
    return super.query(query)
  }
}

let memory: WatchedTable
let table: TenantTable
let shop: string
let clock: ChainOnClock
let handed: number[]
let ports: EnginePorts

beforeEach(async () => {
  memory = new WatchedTable()
  handed = []
  clock = await ChainOnClock.open(memory, NOON, taken)
  ;({ table, shop, ports } = clock)
})

const place = (campaignId: string, at: number) => ({ ledger: ledgerId(campaignId, 1), place: at })
const rowAt = async (campaignId: string, at: number) =>
  (await table.get(recipientKey(place(campaignId, at)))) as Row<Recipient>

/** Recipients who are done, as if they had been sent to. */
async function sent(campaignId: string, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) {
    await table.update(recipientKey(place(campaignId, at)), {
      set: { status: 'SENDED', messageId: `M${at}` },
    })
    await table.update(countsKey(campaignId), { add: { open: -1, sent: 1, received: 1 } })
  }
}

/** What the socket service does with a command. */
async function taken({ recipients }: SendCommand): Promise<void> {
  for (const { campaignId, place: at } of recipients) {
    if ((await rowAt(campaignId, at)).status !== 'PENDING') continue
    handed.push(at)
    await sent(campaignId, at, at + 1)
  }
}

const people = (count: number) => Array.from({ length: count }, (_, at) => `55119${50_000_000 + at}`)
const chain = () => clock.chain()
const setLane = async (campaignId: string, lane: Partial<Chain['lanes'][number]>) =>
  table.update(chainKey(shop), { set: { lanes: [{ campaignId, cursor: 0, settled: 0, ...lane }] } })

const goesOn = (forMs: number) => clock.goesOn(forMs)

describe('a postponed recipient', () => {
  test('is found although another copy of the step takes it up meanwhile', async () => {
    const campaignId = await aLedger(table, shop, people(10))
    await sent(campaignId, 0, 8)
    await table.update(recipientKey(place(campaignId, 2)), { set: { status: 'PENDING' } })
    await table.update(countsKey(campaignId), { add: { open: 1, sent: -1 }, set: { postponed: 0 } })
    await postponeRecipient(table, await rowAt(campaignId, 2), 'NO_ANSWER', clock.now)
    clock.now += 120_000
    await joinChain(ports, 'A', shop, campaignId)
    await setLane(campaignId, { cursor: 10 })
    const [tick] = clock.ticks
    let isLate = false
    memory.before = async ({ filter }) => {
      // After this step has read the open recipients, another copy takes this one up, and dies before it stores its step.
      if (isLate || JSON.stringify(filter) !== '{"status":"POSTPONED"}') return
      isLate = true
      await table.update(recipientKey(place(campaignId, 2)), { set: { status: 'PENDING' } })
      await table.update(countsKey(campaignId), { add: { postponed: -1 } })
    }
    if (tick) await advanceChain(ports, tick)
    expect(isLate).toBe(true)
    expect((await chain()).lanes[0]?.settled).toBeLessThanOrEqual(2)
    await goesOn(HOUR)
    expect(handed.toSorted()).toEqual([2, 8, 9])
    expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'FINALIZADA' })
  })

  test('is counted, and a ledger without one is not searched', async () => {
    const campaignId = await aLedger(table, shop, people(400))
    await table.update(countsKey(campaignId), { set: { postponed: 0 } })
    await joinChain(ports, 'A', shop, campaignId)
    await setLane(campaignId, { cursor: 400 })
    await table.update(chainKey(shop), { set: { heldUntil: clock.now + HOUR, heldFor: 'reach-out-lock' } })
    memory.looked = 0
    await goesOn(5 * 60_000)
    expect(handed).toEqual([])
    expect(memory.looked).toBeLessThan(400)
    const row = await rowAt(campaignId, 399)
    await postponeRecipient(table, row, 'NO_ANSWER', clock.now)
    expect(await table.get(countsKey(campaignId))).toMatchObject({ open: 400, postponed: 1 })
    clock.now += 120_000
    await goesOn(5 * 60_000)
    expect(await rowAt(campaignId, 399)).toMatchObject({ status: 'PENDING' })
    expect(await table.get(countsKey(campaignId))).toMatchObject({ postponed: 0 })
  })
})

test('after a hold, a lane goes on with the recipients that it left out', async () => {
  const campaignId = await aLedger(table, shop, people(60))
  await joinChain(ports, 'A', shop, campaignId)
  await setLane(campaignId, { cursor: 60 })
  await table.update(chainKey(shop), { set: { heldUntil: clock.now - 1, heldFor: 'daily-budget' } })
  await goesOn(60_000)
  expect(handed.slice(0, 2)).toEqual([0, 1])
  expect((await chain()).lanes[0]?.cursor).toBe(handed.length)
})

describe('at the end of a long list of held recipients', () => {
  const LOCK = { heldUntil: NOON + 100 * HOUR, heldFor: 'reach-out-lock' } as const

  /** A lane at its end, with people who never wrote. */
  async function heldLane(count: number): Promise<string> {
    const campaignId = await aLedger(table, shop, people(count))
    await table.update(countsKey(campaignId), { set: { postponed: 0 } })
    await joinChain(ports, 'A', shop, campaignId)
    await setLane(campaignId, { cursor: count })
    await table.update(chainKey(shop), { set: LOCK })
    return campaignId
  }
  const writes = async (at: number) => {
    const chat = chatOfNumber(people(at + 1).at(-1) ?? '')
    await table.update(conversationKey(shop, chat), { set: { chat, wroteAt: clock.now } })
  }

  test('a person who writes gets their message within some minutes, wherever they stand', async () => {
    const campaignId = await heldLane(260)
    await goesOn(60_000)
    for (const at of [250, 10, 120, 251]) {
      await writes(at)
      await goesOn(4 * 60_000)
    }
    expect(handed).toEqual([250, 10, 120, 251])
    // Held recipients keep the lane from passing them.
    expect((await chain()).lanes[0]?.settled).toBe(0)
    clock.now = LOCK.heldUntil
    await goesOn(2 * HOUR)
    expect(handed).toHaveLength(260)
    expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'FINALIZADA' })
  })

  test('a look reads their conversations at the price of an eventually consistent read', async () => {
    await heldLane(150)
    await goesOn(60_000)
    expect(new Set(memory.conversationReads)).toEqual(new Set([false]))
  })

  test('begins anew when the recipients behind the last look are done', async () => {
    const campaignId = await heldLane(150)
    await goesOn(30_000)
    expect((await chain()).lanes[0]?.heldFrom).toBe(100)
    await sent(campaignId, 100, 150)
    await writes(10)
    await goesOn(4 * 60_000)
    expect(handed).toEqual([10])
  })

  test('goes on at the same place after the connection opened again', async () => {
    await heldLane(260)
    await goesOn(60_000)
    const { heldFrom } = (await chain()).lanes[0] ?? {}
    expect(heldFrom).toBeGreaterThan(0)
    await resumeChain(ports, 'A', shop)
    expect((await chain()).lanes[0]?.heldFrom).toBe(heldFrom)
  })

  test('a round takes about a quarter of an hour in a longer list', async () => {
    await heldLane(3000)
    await writes(2990)
    await goesOn(60_000)
    expect(handed).toEqual([])
    await goesOn(16 * 60_000)
    expect(handed).toEqual([2990])
  })

  test('one look a minute is enough for a short list', async () => {
    await heldLane(260)
    let steps = 0
    memory.before = async ({ filter }) => void (JSON.stringify(filter)?.includes('POSTPONED') && steps++)
    await goesOn(10 * 60_000)
    // Each look reads the eight partitions of the ledger once.
    expect(steps / 8).toBeLessThanOrEqual(11)
  })

  test('a message under way to one of them is awaited before the look goes on', async () => {
    const campaignId = await heldLane(260)
    await goesOn(90_000)
    const { heldFrom = 0 } = (await chain()).lanes[0] ?? {}
    const claimed = { status: 'SENDING', claimedAt: clock.now, messageId: 'M', claim: 'C' } as const
    await table.update(recipientKey(place(campaignId, heldFrom + 5)), { set: claimed })
    await goesOn(30_000)
    expect((await chain()).lanes[0]?.heldFrom).toBe(heldFrom)
    await goesOn(3 * 60_000)
    expect(await rowAt(campaignId, heldFrom + 5)).toMatchObject({ reason: 'UNKNOWN_OUTCOME' })
  })
})

describe('when the send windows close', () => {
  // NOON is a Saturday's, in São Paulo.
  const CLOSES = NOON + HOUR
  const MONDAY = NOON + 44 * HOUR
  const periods = [
    { weekday: 6, from: '09:00', to: '13:00' },
    { weekday: 1, from: '08:00', to: '13:00' },
  ]
  const sendWindows = { enabled: true, holidays: [], periods }

  beforeEach(async () => {
    await putSettings(table, { ...DEFAULT_CAMPAIGN_SETTINGS, sendWindows })
    clock.now = CLOSES - 10_000
  })

  /** A message whose acknowledgement is still to come. */
  async function underWay(campaignId: string, at: number): Promise<void> {
    const claimed = { status: 'SENDING', claimedAt: clock.now, messageId: `M${at}`, claim: 'C' } as const
    await table.update(recipientKey(place(campaignId, at)), { set: claimed })
    await joinChain(ports, 'A', shop, campaignId)
    await setLane(campaignId, { cursor: at + 1 })
    await table.update(chainKey(shop), { set: { nextAt: clock.now + 20_000 } })
  }

  test.each(['acknowledged', 'never acknowledged'])(
    'a campaign whose last message is %s afterwards ends within about a minute',
    async (result) => {
      const campaignId = await aLedger(table, shop, people(2))
      await sent(campaignId, 0, 1)
      await underWay(campaignId, 1)
      await goesOn(4000)
      expect(await chain()).toMatchObject({ running: true, closedUntil: MONDAY })
      if (result === 'acknowledged') await sent(campaignId, 1, 2)
      await goesOn(70_000)
      expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'FINALIZADA' })
      expect((await chain()).running).toBe(false)
      expect(handed).toEqual([])
    },
  )

  test('the others wait for the next opening, and the chain sleeps until then', async () => {
    const campaignId = await aLedger(table, shop, people(30))
    await sent(campaignId, 0, 1)
    await underWay(campaignId, 1)
    clock.now = CLOSES
    await goesOn(70_000)
    await sent(campaignId, 1, 2)
    await goesOn(70_000)
    expect((await chain()).tickAt).toBe(MONDAY)
    await goesOn(MONDAY - clock.now - 1)
    expect(handed).toEqual([])
    clock.now = MONDAY
    await goesOn(HOUR)
    expect(handed).toEqual(Array.from({ length: 28 }, (_, at) => at + 2))
  })
})

test('a new lane passes the hints of all recipients with a sent message in one step', async () => {
  const campaignId = await aLedger(table, shop, people(350), { confirmation: true })
  await sent(campaignId, 0, 300)
  for (let at = 0; at < 300; at++) {
    const { ledger } = place(campaignId, at)
    const key = releasedKey(ledger, new Date(NOON - HOUR + at).toISOString(), at)
    await table.put({ ...key, place: at })
  }
  await joinChain(ports, 'A', shop, campaignId)
  await goesOn(60_000)
  expect(handed[0]).toBe(300)
  expect((await chain()).lanes[0]?.released).toContain('#299')
})

test('a resend reaches recipients before an old lane of the campaign', async () => {
  const campaignId = await aLedger(table, shop, people(40))
  await sent(campaignId, 0, 40)
  await joinChain(ports, 'A', shop, campaignId)
  await setLane(campaignId, { cursor: 40, settled: 39 })
  await table.update(recipientKey(place(campaignId, 3)), { set: { status: 'PENDING' } })
  await table.update(countsKey(campaignId), { add: { open: 1, sent: -1 } })
  await joinChain(ports, 'A', shop, campaignId)
  await goesOn(HOUR)
  expect(handed).toEqual([3])
  expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'FINALIZADA' })
})

describe('without its connection', () => {
  const goes = () => deleteConnection(table, shop)
  const isClosed = () => table.update(connectionKey(shop), { set: { status: 'OPENING' } })

  /** A campaign whose first message left and was not acknowledged, on a chain that is parked. */
  async function anUnacknowledged() {
    const campaignId = await aLedger(table, shop, people(3))
    await joinChain(ports, 'A', shop, campaignId)
    const sending = { status: 'SENDING', messageId: 'M', claim: 'C', claimedAt: clock.now } as const
    await table.update(recipientKey(place(campaignId, 0)), { set: sending })
    await table.update(chainKey(shop), { set: { parkedAt: clock.now, parkedFor: 'connection' } })
    return campaignId
  }
  const sweepsFor = async (forMs: number) => {
    for (const end = clock.now + forMs; clock.now < end; clock.now += 20_000) {
      await sweep(ports)
      await goesOn(0)
    }
  }
  const UNKNOWN = { status: 'FAILED', reason: 'UNKNOWN_OUTCOME' }

  test.each([
    ['is closed', isClosed],
    ['is deleted', goes],
  ])('a cancelled campaign settles an unacknowledged message if its connection %s', async (_, happens) => {
    const campaignId = await anUnacknowledged()
    await cancel(ports, 'A', campaignId)
    await happens()
    await sweepsFor(120_000)
    expect(await rowAt(campaignId, 0)).toMatchObject(UNKNOWN)
    expect(await rowAt(campaignId, 1)).toMatchObject({ status: 'PENDING' })
    expect(await chain()).toMatchObject({ running: false, lanes: [] })
    expect(handed).toEqual([])
  })

  test('a campaign of an account that was logged out settles an unacknowledged message', async () => {
    const campaignId = await anUnacknowledged()
    const end = { status: 'DISCONNECTED', statusReason: 'LOGGED_OUT' } as const
    await table.update(connectionKey(shop), { set: end })
    await sweepsFor(180_000)
    expect(await getCampaign(table, campaignId)).toMatchObject({ pauseReason: 'logged-out' })
    expect(await rowAt(campaignId, 0)).toMatchObject(UNKNOWN)
  })

  test('a chain stays parked while a campaign of it waits for the connection', async () => {
    await anUnacknowledged()
    const { epoch } = await chain()
    await isClosed()
    await sweepsFor(120_000)
    expect(await chain()).toMatchObject({ parkedFor: 'connection', epoch })
  })

  test('a campaign does not start', async () => {
    const campaignId = await aLedger(table, shop, people(2), { status: 'CANCELADA' })
    await goes()
    await expect(restart(ports, 'A', campaignId)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
    expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'CANCELADA' })
  })

  test('a campaign that started at that moment is paused', async () => {
    const campaignId = await aLedger(table, shop, people(2))
    await joinChain(ports, 'A', shop, campaignId)
    await goes()
    await table.update(chainKey(shop), { set: { parkedAt: clock.now, parkedFor: 'connection' } })
    clock.now += 60_000
    await sweep(ports)
    expect(await getCampaign(table, campaignId)).toMatchObject({ pausedAt: expect.any(String) })
  })
})

test('a refused message that a phone proves is not sent again to the other address', async () => {
  const campaignId = await aLedger(table, shop, people(1))
  const turned = { refusedId: 'FIRST', address: 'lid', attempt: 2 } as const
  await table.update(recipientKey(place(campaignId, 0)), { set: turned })
  const proof = {
    ...place(campaignId, 0),
    campaignId,
    step: 'message',
    part: 0,
    parts: 1,
    first: 'FIRST',
    variant: 1,
    confirmed: false,
    timezone: 'America/Sao_Paulo',
    otherAddress: 'lid',
  } as const
  expect(await settleSent(table, { ...proof, first: 'OTHER' }, new Date(clock.now).toISOString())).toBe(false)
  expect(await settleSent(table, proof, new Date(clock.now).toISOString())).toBe(true)
  expect(await rowAt(campaignId, 0)).toMatchObject({ status: 'SENDED', messageId: 'FIRST' })
  expect(await table.get(countsKey(campaignId))).toMatchObject({ open: 0, sent: 1 })
})

describe('the counters of a campaign are reported once', () => {
  /** One step of the chain, with the campaigns whose counters it reported, and the recipients. */
  const reportedBy = async (campaignId: string) => {
    const reported = { counters: 0, recipients: 0 }
    const watchers: EnginePorts['watchers'] = {
      countersChanged: async () => void reported.counters++,
      recipientChanged: async () => void reported.recipients++,
    }
    await joinChain(ports, 'A', shop, campaignId)
    await setLane(campaignId, { cursor: 10 })
    const [tick] = clock.ticks
    if (tick) await advanceChain({ ...ports, watchers }, tick)
    return reported
  }

  test('for all recipients whose outcome stays unknown', async () => {
    const campaignId = await aLedger(table, shop, people(10))
    for (let at = 0; at < 10; at++)
      await table.update(recipientKey(place(campaignId, at)), {
        set: { status: 'SENDING', messageId: `M${at}`, claimedAt: NOON - HOUR },
      })
    expect(await reportedBy(campaignId)).toEqual({ counters: 1, recipients: 10 })
    expect((await rowAt(campaignId, 9)).reason).toBe('UNKNOWN_OUTCOME')
  })

  test('for all recipients who never answered a question', async () => {
    const campaignId = await aLedger(table, shop, people(10))
    const askedAt = new Date(NOON - 73 * HOUR).toISOString()
    for (let at = 0; at < 10; at++)
      await table.update(recipientKey(place(campaignId, at)), {
        set: { status: 'AWAITING', messageId: `M${at}`, askedAt, confirmation: 'ASKED' },
      })
    await table.update(countsKey(campaignId), { add: { awaiting: 10 } })
    expect(await reportedBy(campaignId)).toEqual({ counters: 1, recipients: 10 })
    expect((await rowAt(campaignId, 9)).reason).toBe('SKIPPED_UNCONFIRMED')
  })
})
