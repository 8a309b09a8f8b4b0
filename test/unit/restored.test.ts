import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { type Recipient, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import {
  campaignKey,
  getCampaign,
  putCampaign,
  type StoredCampaign,
} from '@recado/shared/campaigns/store/campaigns'
import { getSchedule, writeSchedule } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { allPartitions, deskDueIndex, dueIndex } from '@recado/shared/table/indexes'
import { MemoryTable } from '@recado/shared/table/memory'
import { allRows } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { verifyCampaign } from '@recado/shared/verification/campaigns'
import { type Settled, settleRestored } from '@recado/shared/verification/restored'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '../../infra/operations/command.ts'
import { settleRestored as command } from '../../infra/operations/commands/settle-restored.ts'
import { aCampaign, aSchedule } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NUMBERS = ['5511987651001', '5511987651002', '5511987651003', '5511987651004']
const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const at = (hours: number) => new Date(NOON + hours * 3_600_000).toISOString()

let [earlier, restored] = [new MemoryTable(), new MemoryTable()]
async function everyOne<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
const own = (table: MemoryTable) => new TenantTable(table, 'A')
beforeEach(() => {
  ;[earlier, restored] = [new MemoryTable(), new MemoryTable()]
})

async function settled(isEarlierThere = true): Promise<Omit<Settled, 'companyId'>[]> {
  const { ports } = enginePorts(restored, () => NOON)
  const before = isEarlierThere ? own(earlier) : undefined
  const all = await everyOne(settleRestored(ports, own(restored), before))
  return all.map(({ companyId: _, ...one }) => one)
}

/** A campaign with four recipients, as both tables have it at the moment of the restore. */
async function inBoth(of: Partial<StoredCampaign> = {}): Promise<string> {
  const id = await aLedger(own(restored), 'W', NUMBERS, { version: 3, ...of })
  await aLedger(own(earlier), 'W', NUMBERS, { version: 3, ...of, id })
  return id
}
/** What happened to a recipient after the moment. */
const since = (id: string, place: number, set: Partial<Recipient>) =>
  own(earlier).update(recipientKey({ ledger: `${id}.1`, place }), { set })
const changedSince = (id: string, set: Partial<StoredCampaign> = {}) =>
  own(earlier).update(campaignKey(id), { set: { ...set, version: 4 } })
const statusesOf = async (id: string) =>
  (await everyOne(allRecipients(own(restored), `${id}.1`)))
    .sort((one, other) => one.place - other.place)
    .map(({ status, reason }) => reason ?? status)
const statusOf = async (id: string) => (await getCampaign(own(restored), id))?.status

describe('a running campaign', () => {
  test('goes on with the recipients that the earlier table shows as unsent', async () => {
    const id = await inBoth()
    await since(id, 0, { status: 'SENDED' })
    await since(id, 1, { status: 'SENDING' })
    await since(id, 2, { attempt: 2 })
    const found = { kind: 'campaign', id, state: 'EM_ANDAMENTO', unknown: 3, outcome: 'goes on' }
    expect(await settled()).toEqual([found])
    const unknown = 'UNKNOWN_OUTCOME'
    expect(await statusesOf(id)).toEqual([unknown, unknown, unknown, 'PENDING'])
    const campaign = await getCampaign(own(restored), id)
    if (!campaign) throw new Error('The campaign is gone')
    expect(campaign.status).toBe('EM_ANDAMENTO')
    expect((await verifyCampaign(own(restored), campaign)).differences).toEqual([])
    expect(await settled()).toEqual([])
  })

  test('is cancelled if a person has paused or cancelled it since', async () => {
    const id = await inBoth()
    await changedSince(id, { pausedAt: at(-1) })
    expect(await settled()).toMatchObject([{ id, unknown: 0, outcome: 'cancelled' }])
    expect(await statusOf(id)).toBe('CANCELADA')
    expect(new Set(await statusesOf(id))).toEqual(new Set(['PENDING']))
  })

  test('is cancelled without the earlier table, and sends nothing twice if it is restarted', async () => {
    const id = await inBoth()
    expect(await settled(false)).toMatchObject([{ id, unknown: 4, outcome: 'cancelled' }])
    expect(await statusOf(id)).toBe('CANCELADA')
    expect(new Set(await statusesOf(id))).toEqual(new Set(['UNKNOWN_OUTCOME']))
    expect(await settled(false)).toEqual([])
  })
})

test('a campaign that was restarted since sends nothing twice', async () => {
  const id = await inBoth({ status: 'CANCELADA' })
  await changedSince(id, { status: 'EM_ANDAMENTO' })
  await since(id, 0, { status: 'SENDED' })
  expect(await settled()).toMatchObject([{ id, state: 'CANCELADA', unknown: 1, outcome: 'cancelled' }])
  expect(await statusesOf(id)).toEqual(['UNKNOWN_OUTCOME', 'PENDING', 'PENDING', 'PENDING'])
})

describe('a campaign that had not begun', () => {
  const planned = async (isBegun: boolean, of: Partial<StoredCampaign>): Promise<string> => {
    const campaign = aCampaign({ companyId: 'A', version: 3, ...of })
    await putCampaign(own(restored), campaign)
    await putCampaign(own(earlier), campaign)
    if (isBegun) await changedSince(campaign.id, { status: 'EM_ANDAMENTO', startedAt: at(-1) })
    return campaign.id
  }
  const toCome = { status: 'PROGRAMADA', scheduledAt: at(24), dueAt: at(24) } as const
  const due = async () => {
    const rows = allPartitions.map((part) =>
      everyOne(allRows(restored, { pk: dueIndex.pk(part), consistent: true })),
    )
    return (await Promise.all(rows)).flat().map(({ campaignId }) => campaignId)
  }

  test('is cancelled if it has begun since, also before its time', async () => {
    const id = await planned(true, toCome)
    expect(await settled()).toMatchObject([{ id, state: 'PROGRAMADA', outcome: 'cancelled' }])
    expect(await due()).toEqual([])
  })

  test('keeps its time if nothing has happened to it', async () => {
    const id = await planned(false, toCome)
    expect(await settled()).toEqual([])
    expect(await due()).toEqual([id])
  })

  test('is named if it has begun since and has no time: a person could start it again', async () => {
    const id = await planned(true, {})
    await planned(false, {})
    expect(await settled()).toMatchObject([{ id, state: 'INATIVA', outcome: 'began since' }])
  })
})

describe('a schedule', () => {
  const inTables = async (
    of: Partial<StoredSchedule>,
    now: Partial<StoredSchedule> | 'deleted' = {},
  ): Promise<string> => {
    const schedule = aSchedule({ companyId: 'A', dueAt: at(-1), sendAt: at(-1), ...of })
    await writeSchedule(own(restored), undefined, schedule)
    if (now !== 'deleted') await writeSchedule(own(earlier), undefined, { ...schedule, ...now })
    return schedule.id
  }
  const message = { connectionId: 'W', chat: '5511987651001', at: at(-1), messageId: '3EB01' }
  const due = async () => {
    const rows = allPartitions.map((part) =>
      everyOne(allRows(restored, { pk: deskDueIndex.pk(part), consistent: true })),
    )
    return (await Promise.all(rows)).flat().map(({ scheduleId }) => scheduleId)
  }

  test.each([
    ['was sent since', {}, { status: 'ENVIADA', dueAt: null }],
    ['has left since', {}, { message }],
    ['was about to leave', { message }, { message }],
    ['was deleted since', {}, 'deleted'],
  ] as const)('that %s does not leave again', async (_, of, now) => {
    const id = await inTables(of, now)
    expect(await settled()).toEqual([
      { kind: 'schedule', id, state: 'PENDENTE', unknown: 1, outcome: 'failed' },
    ])
    expect(await getSchedule(own(restored), id)).toMatchObject({ status: 'ERRO', reason: 'UNKNOWN_OUTCOME' })
    expect(await due()).toEqual([])
  })

  test('that still waits leaves at its time, or late', async () => {
    const id = await inTables({}, { waitsFor: 'connection', dueAt: at(0), revision: 7 })
    expect(await settled()).toEqual([])
    expect(await due()).toEqual([id])
  })

  test('leaves without the earlier table if its time is still to come', async () => {
    const past = await inTables({})
    const left = await inTables({ message, dueAt: at(1) })
    const future = await inTables({ dueAt: at(1), sendAt: at(1) })
    expect((await settled(false)).map(({ id }) => id).sort()).toEqual([past, left].sort())
    expect(await due()).toEqual([future])
  })
})

test('the command refuses to compare the restored table with itself', async () => {
  const call = {
    values: new Map([['earlier', 'recado-20261123']]),
    isLocal: false,
    deployment: { tableName: 'recado-20261123' },
  } as unknown as Call
  await expect(command.run(call)).rejects.toThrow('is the restored table')
})
