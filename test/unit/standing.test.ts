import { joinChain, resumeChain } from '@recado/shared/campaigns/engine/chain'
import { standingOf } from '@recado/shared/campaigns/engine/standing'
import { campaignKey, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import {
  type BlockMark,
  blockKey,
  erasedBlockKey,
  erasedLidKey,
  lidBlockKey,
} from '@recado/shared/contact-blocks/store'
import { chatOfGroup } from '@recado/shared/messages/chat'
import { lidOfNumberKey } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key } from '@recado/shared/table/table'
import { beforeEach, expect, test } from 'vitest'
import { ChainOnClock } from '../support/chain-on-clock.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
/** An Argentine mobile, and its other spelling. */
const [ANA, OTHER] = ['5491155551001', '541155551001'] as const
const LID = '123456789012345'

let clock: ChainOnClock
let campaignId: string

beforeEach(async () => {
  clock = await ChainOnClock.open(new MemoryTable(), NOON, async () => undefined)
  campaignId = await aLedger(clock.table, clock.shop, [ANA])
  await joinChain(clock.ports, 'A', clock.shop, campaignId)
})

interface Asked {
  epoch?: number
  at?: { number?: string; lid?: string }
  chat?: string
}

const standing = ({ epoch = 1, at, chat }: Asked = {}) =>
  standingOf(
    clock.table,
    {
      kind: 'send',
      companyId: 'A',
      connectionId: clock.shop,
      epoch,
      notBefore: NOON,
      intervalMs: 0,
      recipients: [],
    },
    { campaignId, number: ANA, ...(chat && { chat }) },
    at,
    NOON,
  )
const maySend = async (asked?: Asked) => (await standing(asked)).campaign?.id === campaignId
const blocks = async (key: Key<BlockMark>) => clock.table.put({ ...key })

test('a running campaign sends by the chain’s present epoch', async () => {
  expect(await maySend()).toBe(true)
  expect((await standing()).isBlocked).toBe(false)
})

test('a command of an older epoch sends nothing', async () => {
  await resumeChain(clock.ports, 'A', clock.shop)
  expect([await maySend({ epoch: 1 }), await maySend({ epoch: 2 })]).toEqual([false, true])
})

test.each<[string, Partial<StoredCampaign>]>([
  ['that has moved to another account', { whatsappId: 'another' }],
  ['that is paused', { pausedAt: new Date(NOON).toISOString() }],
  ['that was canceled', { status: 'CANCELADA' }],
])('a campaign %s sends nothing', async (_, set) => {
  await clock.table.update(campaignKey(campaignId), { set })
  expect(await maySend()).toBe(false)
})

test.each<[string, () => Key<BlockMark>, Asked['at']]>([
  ['their number', () => blockKey(ANA), undefined],
  ['the number in another spelling', () => blockKey(OTHER), undefined],
  [
    'the number in another spelling, though WhatsApp spells it as the list',
    () => blockKey(OTHER),
    { number: ANA },
  ],
  ['the number as WhatsApp spells it', () => blockKey(OTHER), { number: OTHER }],
  ['their LID', () => lidBlockKey(LID), { lid: LID }],
  ['an erasure of their number', () => erasedBlockKey('A', ANA), undefined],
  ['an erasure of their LID', () => erasedLidKey('A', LID), { lid: LID }],
])('a person is blocked by %s', async (_, key, at) => {
  await blocks(key())
  expect((await standing(at ? { at } : {})).isBlocked).toBe(true)
})

test('a person whose stored LID is blocked is blocked', async () => {
  await clock.table.put({ ...lidOfNumberKey(ANA), lid: LID })
  await blocks(lidBlockKey(LID))
  expect((await standing()).isBlocked).toBe(true)
})

test('a group is never blocked', async () => {
  await blocks(blockKey(ANA))
  expect((await standing({ chat: chatOfGroup('120363000000000001') })).isBlocked).toBe(false)
})
