import { campaignKey, campaigns, getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { everyCompany } from '@recado/shared/companies/register/every-company'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import {
  allConnections,
  changeConnection,
  connectionKey,
  connections,
  getConnection,
  putConnection,
} from '@recado/shared/connections/store'
import { changesOf } from '@recado/shared/migrations/changes'
import { ENTITIES } from '@recado/shared/migrations/entities'
import { migrate } from '@recado/shared/migrations/migrate'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { type Attributes, Entity } from '@recado/shared/table/entity'
import { platformTable } from '@recado/shared/table/platform'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCampaign, aCompany, aConnection } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'

/** An invented kind of row. Version 0 has a full name, version 1 two parts of it, version 2 a count of reads. */
interface Card {
  first: string
  last: string
  reads: number
}
const cards = new Entity<Card>({
  name: 'cards',
  migrations: [
    {
      id: '1-two-names',
      upgrade: ({ name, ...row }) => {
        const [first = '', last = ''] = String(name).split(' ')
        return { first, last, ...row }
      },
    },
    { id: '2-reads', upgrade: (row) => ({ reads: 0, ...row }) },
  ],
  partitions: async () => ['CARDS-OF-TEST'],
})

let memory: MortalTable
beforeEach(() => {
  memory = new MortalTable()
})
const tableOf = (companyId: string) => new TenantTable(memory, companyId)
const key = (sk: string) => keyIn<Attributes>('CARDS-OF-TEST', sk)
const put = (companyId: string, sk: string, row: Attributes) => tableOf(companyId).put({ ...key(sk), ...row })
const get = (companyId: string, sk: string) => tableOf(companyId).get(key(sk))
const run = (companyIds: string[], isApplied = true) =>
  migrate(memory, cards, companyIds, { isApplied, now: () => 1_790_000_000_000 })

describe('a row', () => {
  test('of any version is read in its current shape', () => {
    const now = { ...key('1'), first: 'Ana', last: 'Souza', reads: 0, v: 2 }
    expect(cards.read({ ...key('1'), name: 'Ana Souza' } as never)).toEqual(now)
    expect(cards.read({ ...key('1'), first: 'Ana', last: 'Souza', v: 1 } as never)).toEqual(now)
    expect(cards.read({ ...now } as never)).toEqual(now)
  })

  test('passes only the migrations after its version', () => {
    const trail = new Entity<{ trail: string }>({
      name: 'trail',
      migrations: ['a', 'b', 'c'].map((id) => ({
        id,
        upgrade: (row) => ({ ...row, trail: `${row.trail}${id}` }),
      })),
      partitions: async () => [],
    })
    const from = (v: number) => trail.upgraded({ trail: '', v }).trail
    expect([0, 1, 2, 3].map(from)).toEqual(['abc', 'bc', 'c', ''])
  })

  test('keeps the attributes written by newer code', () => {
    expect(cards.upgraded({ name: 'Ana Souza', reads: 7 })).toEqual({
      first: 'Ana',
      last: 'Souza',
      reads: 7,
      v: 2,
    })
  })

  test('of a future version stays unchanged, since two versions of the code run during a deployment', () => {
    const row = { first: 'Ana', surname: 'Souza', v: 3 }
    expect(cards.upgraded(row)).toBe(row)
  })

  test('is put with the current version', () => {
    expect(cards.stamped({ first: 'Ana', last: 'Souza', reads: 0 })).toMatchObject({ v: 2 })
  })
})

describe('an upgrade write', () => {
  test('contains the changed attributes, on condition of their read values', () => {
    expect(changesOf({ name: 'Ana', kept: 1 }, { first: 'Ana', kept: 1, v: 1 })).toEqual({
      change: { set: { first: 'Ana', v: 1 }, remove: ['name'] },
      when: { pk: { exists: true }, name: 'Ana', first: { exists: false }, v: { exists: false } },
    })
  })

  test('never contains values that a condition cannot compare', () => {
    expect(() => changesOf({ tags: ['a'] }, { tags: ['b'] })).toThrow('cannot change tags')
    expect(changesOf({}, { tags: ['a'] }).change).toEqual({ set: { tags: ['a'] } })
  })
})

describe('a migration', () => {
  test('counts without writing, then writes the counted rows', async () => {
    await put('A', '1', { name: 'Ana Souza' })
    await put('A', '2', { first: 'Beto', last: 'Lima', v: 1 })
    await put('A', '3', { first: 'Caio', last: 'Reis', reads: 4, v: 2 })
    await put('B', '1', { name: 'Davi Melo' })
    const before = JSON.stringify([...memory.rows(() => true)])
    const counted = { entity: 'cards', version: 2, companies: 2, rows: 4, old: 3, left: 0 }
    expect(await run(['A', 'B'], false)).toEqual({ ...counted, upgraded: 0 })
    expect(JSON.stringify([...memory.rows(() => true)])).toBe(before)
    expect(await run(['A', 'B'])).toEqual({ ...counted, upgraded: 3 })
    expect(await get('A', '1')).toEqual({ ...key('1'), first: 'Ana', last: 'Souza', reads: 0, v: 2 })
    expect(await get('A', '2')).toEqual({ ...key('2'), first: 'Beto', last: 'Lima', reads: 0, v: 2 })
    expect(await get('A', '3')).toMatchObject({ reads: 4 })
    expect(await run(['A', 'B'])).toMatchObject({ old: 0, upgraded: 0 })
  })

  test('continues with the current company after an interruption, with the same result', async () => {
    const companies = ['A', 'B', 'C', 'D']
    for (const company of companies)
      for (const sk of ['1', '2', '3']) await put(company, sk, { name: `Ana ${company}` })
    memory.dieAfter(10)
    await expect(run(companies)).rejects.toThrow('died')
    memory.dieAfter()
    const rest = await run(companies)
    expect(rest.companies).toBeLessThan(4)
    expect(rest.companies).toBeGreaterThan(0)
    for (const company of companies)
      for (const sk of ['1', '2', '3']) expect(await get(company, sk)).toMatchObject({ last: company, v: 2 })
    // Old code may have written since, so another run reads all rows again.
    expect(await run(companies)).toMatchObject({ companies: 4, old: 0 })
  })

  test('loses nothing if it dies at any write', async () => {
    for (const sk of ['1', '2', '3']) await put('A', sk, { name: `Ana ${sk}` })
    for (let writes = 0; ; writes++) {
      memory.dieAfter(writes)
      const ended = await run(['A']).then(
        () => true,
        () => false,
      )
      memory.dieAfter()
      for (const sk of ['1', '2', '3'])
        expect(cards.read((await tableOf('A').get(key(sk))) as never)).toMatchObject({
          first: 'Ana',
          last: sk,
        })
      if (ended) break
    }
    for (const sk of ['1', '2', '3']) expect(await get('A', sk)).toMatchObject({ v: 2 })
  })

  test('loses no simultaneous write', async () => {
    await put('A', '1', { name: 'Ana Souza' })
    await put('A', '2', { name: 'Beto Lima' })
    const update = memory.update.bind(memory)
    let meddled = false
    // Between its read and its write, one row is renamed and the other deleted.
    memory.update = async (...given) => {
      if (!meddled) {
        meddled = true
        await update(keyIn<Attributes>('A#CARDS-OF-TEST', '1'), { set: { name: 'Eva Luz', seen: true } })
        await memory.delete(keyIn('A#CARDS-OF-TEST', '2'))
      }
      return update(...given)
    }
    expect(await run(['A'])).toMatchObject({ upgraded: 2, left: 0 })
    expect(await get('A', '1')).toEqual({
      ...key('1'),
      first: 'Eva',
      last: 'Luz',
      reads: 0,
      seen: true,
      v: 2,
    })
    expect(await get('A', '2')).toBeUndefined()
  })

  test('leaves a constantly changing row for the next run and reports it', async () => {
    await put('A', '1', { name: 'Ana Souza' })
    const update = memory.update.bind(memory)
    let number = 0
    memory.update = async (...given) => {
      if (given[0].pk.includes('CARDS'))
        await update(keyIn<Attributes>('A#CARDS-OF-TEST', '1'), { set: { name: `Ana ${number++}` } })
      return update(...given)
    }
    expect(await run(['A'])).toMatchObject({ old: 1, upgraded: 0, left: 1 })
    memory.update = update
    expect(await platformTable(memory).get(keyIn('MIGRATIONS', 'cards'))).not.toHaveProperty('finishedAt')
  })
})

describe('connections', () => {
  /** As the first version stored them. */
  async function anOldConnection(companyId: string) {
    const { pendingNumber, token, queueIds, newContactsPerDay, warmUpDays, linkedAt, knownNumber, ...old } =
      aConnection({ companyId })
    await tableOf(companyId).put({ ...keyIn<typeof old>(connectionKey(old.id).pk, old.id), ...old })
    const added = { pendingNumber, token, queueIds, newContactsPerDay, warmUpDays, linkedAt, knownNumber }
    return { id: old.id, added }
  }

  test('of the first version are read in the current shape, and upgraded', async () => {
    const { id, added } = await anOldConnection('A')
    expect(await getConnection(tableOf('A'), id)).toMatchObject(added)
    expect(await allConnections(tableOf('A'))).toMatchObject([added])
    await changeConnection(tableOf('A'), id, { knownNumber: '5511900000001' })
    const report = await migrate(memory, connections, ['A'], { isApplied: true, now: Date.now })
    expect(report).toMatchObject({ old: 1, upgraded: 1 })
    const stored = await tableOf('A').get(connectionKey(id))
    expect(stored).toMatchObject({ ...added, knownNumber: '5511900000001', v: connections.version })
    expect(ENTITIES).toContain(connections)
  })

  test('created today have the current version', async () => {
    const connection = aConnection({ companyId: 'A' })
    await foundCompany({ table: memory }, aCompany({ id: 'A' }))
    await putConnection(tableOf('A'), connection)
    expect(await migrate(memory, connections, ['A'], { isApplied: false, now: Date.now })).toMatchObject({
      rows: 1,
      old: 0,
    })
  })

  test('are found for every company, in the register or with a connection outside it', async () => {
    await foundCompany({ table: memory }, aCompany({ id: 'A' }))
    await putConnection(tableOf('PLATFORMS-OWN'), aConnection({ companyId: 'PLATFORMS-OWN' }))
    expect([...(await everyCompany(memory, DEFAULT_SHARDS))].sort()).toEqual(['A', 'PLATFORMS-OWN'])
  })
})

test('a campaign of the first version is read in the current shape, and upgraded', async () => {
  const { recipientsFrom, detailsErasedAt, resendsUnknown, fault, ...old } = aCampaign({ companyId: 'A' })
  await tableOf('A').put({ ...keyIn<typeof old>(campaignKey(old.id).pk, old.id), ...old })
  const added = { recipientsFrom, detailsErasedAt, resendsUnknown, fault }
  expect(await getCampaign(tableOf('A'), old.id)).toMatchObject(added)
  expect(await migrate(memory, campaigns, ['A'], { isApplied: true, now: Date.now })).toMatchObject({
    old: 1,
    upgraded: 1,
  })
  expect(await tableOf('A').get(campaignKey(old.id))).toMatchObject({ ...added, v: campaigns.version })
})
