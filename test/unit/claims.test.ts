import { joinChain } from '@recado/shared/campaigns/engine/chain'
import { type DeliveryPorts, deliver } from '@recado/shared/campaigns/engine/deliver'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import type { SendCommand } from '@recado/shared/queues/commands'
import { COMMAND_USABLE_MS } from '@recado/shared/queues/queues'
import { beforeEach, expect, test } from 'vitest'
import { ChainOnClock } from '../support/chain-on-clock.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { aLine } from '../support/line.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const INTERVAL_MS = 20_000

let memory: EventfulTable
let clock: ChainOnClock
let campaignId: string
let lastWriteAt: number
let sent: number

beforeEach(async () => {
  memory = new EventfulTable()
  clock = await ChainOnClock.open(memory, NOON, async () => undefined)
  campaignId = await aLedger(clock.table, clock.shop, ['5511955551001'])
  await joinChain(clock.ports, 'A', clock.shop, campaignId)
  lastWriteAt = NOON - INTERVAL_MS
  sent = 0
})

const place = () => ({ campaignId, ledger: ledgerId(campaignId, 1), place: 0 })
const recipient = () => clock.table.get(recipientKey(place()))

/** Hands the recipient over to the open line of the account. */
const handedOver = async () => {
  const line = aLine(clock.shop, { send: async () => void sent++ })
  Object.defineProperty(line, 'lastWriteAt', { get: () => lastWriteAt })
  const ports: DeliveryPorts = { ...clock.ports, waitUntil: async () => undefined, newClaim: () => 'one' }
  const command: SendCommand = {
    kind: 'send',
    companyId: 'A',
    connectionId: clock.shop,
    epoch: 1,
    notBefore: NOON,
    intervalMs: INTERVAL_MS,
    recipients: [{ ...place(), attempt: 1 }],
  }
  await deliver(ports, line, command, clock.now)
}

/** Happens once, when the claim is stored and before its answer comes. */
const whenClaimed = (happens: () => void) => {
  memory.afterUpdate = () => {
    memory.afterUpdate = () => undefined
    happens()
  }
}

const expectReleased = async () => {
  expect(sent).toBe(0)
  expect(await recipient()).toMatchObject({ status: 'PENDING', attempt: 1 })
  expect((await recipient())?.claim).toBeUndefined()
  expect(await getCounts(clock.table, campaignId)).toMatchObject({ open: 1, failed: 0 })
}

test('a claimed recipient gets the message', async () => {
  await handedOver()
  expect(sent).toBe(1)
  expect(await recipient()).toMatchObject({ status: 'SENDING', claim: 'one' })
})

test('a claim whose answer comes too late is released: another copy of the command may send', async () => {
  whenClaimed(() => {
    clock.now += COMMAND_USABLE_MS + 1
  })
  await handedOver()
  await expectReleased()
})

test('a claim is released if another message left meanwhile: the interval between them is kept', async () => {
  whenClaimed(() => {
    lastWriteAt = NOON
  })
  await handedOver()
  await expectReleased()
})

test('a claim whose answer is lost is released, and the next command sends the message', async () => {
  whenClaimed(() => {
    throw new Error('socket hang up')
  })
  await handedOver()
  await expectReleased()
  await handedOver()
  expect(sent).toBe(1)
})
