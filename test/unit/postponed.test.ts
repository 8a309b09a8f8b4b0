import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { postponeRecipient, takeUpPostponed } from '@recado/shared/campaigns/ledger/postpone'
import { ledgerId, type Recipient, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const MINUTE = 60_000

let table: TenantTable
let campaignId: string

beforeEach(async () => {
  table = new TenantTable(new MemoryTable(), 'A')
  const people = Array.from({ length: 30 }, (_, at) => `55119${50_000_000 + at}`)
  campaignId = await aLedger(table, 'loja', people)
})

const ledger = () => ledgerId(campaignId, 1)
const at = async (place: number) =>
  (await table.get(recipientKey({ ledger: ledger(), place }))) as Row<Recipient>
const postponed = async (place: number, now: number) =>
  postponeRecipient(table, await at(place), 'NO_ANSWER', now)

test('a person without an answer is tried again after 1, 5 and 15 minutes, and then has failed', async () => {
  let now = NOON
  for (const minutes of [1, 5, 15]) {
    expect(await postponed(0, now)).toBe(true)
    const due = now + minutes * MINUTE
    expect(await takeUpPostponed(table, ledger(), 0, due - 1)).toEqual({ first: 0, takenUp: 0, next: due })
    expect(await at(0)).toMatchObject({ status: 'POSTPONED', postponedFor: 'NO_ANSWER', attempt: 1 })
    expect(await getCounts(table, campaignId)).toMatchObject({ open: 30, postponed: 1 })
    now = due
    expect(await takeUpPostponed(table, ledger(), 0, now)).toMatchObject({ first: 0, takenUp: 1 })
    expect(await at(0)).toMatchObject({ status: 'PENDING', attempt: 1 })
    expect(await getCounts(table, campaignId)).toMatchObject({ open: 30, postponed: 0 })
  }
  expect(await postponed(0, now)).toBe(true)
  expect(await at(0)).toMatchObject({ status: 'FAILED', reason: 'NO_ANSWER' })
  expect(await getCounts(table, campaignId)).toMatchObject({ open: 29, failed: 1, postponed: 0 })
})

test('two copies of a command count as one try', async () => {
  const read = await at(0)
  expect(await postponeRecipient(table, read, 'NO_ANSWER', NOON)).toBe(true)
  expect(await postponeRecipient(table, read, 'NO_ANSWER', NOON)).toBe(false)
  await takeUpPostponed(table, ledger(), 0, NOON + MINUTE)
  expect(await postponeRecipient(table, read, 'NO_ANSWER', NOON)).toBe(false)
  expect(await at(0)).toMatchObject({ status: 'PENDING', postponed: 1 })
  expect(await getCounts(table, campaignId)).toMatchObject({ open: 30, postponed: 0 })
})

test('a look takes up 25 at most, and begins at its place', async () => {
  for (let place = 0; place < 30; place++) await postponed(place, NOON)
  expect(await takeUpPostponed(table, ledger(), 2, NOON + MINUTE)).toMatchObject({ first: 2, takenUp: 25 })
  expect([(await at(1)).status, (await at(2)).status, (await at(27)).status]).toEqual([
    'POSTPONED',
    'PENDING',
    'POSTPONED',
  ])
})
