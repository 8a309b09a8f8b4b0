import { everyCompany } from '@recado/shared/companies/every-company'
import { foundCompany } from '@recado/shared/companies/register-store'
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
import { Entity } from '@recado/shared/migrations/entity'
import { migrate } from '@recado/shared/migrations/migrate'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'

/** An invented kind of rows: first a full name, then two parts of it, then how often it was read. */
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
const key = (sk: string) => ({ pk: 'CARDS-OF-TEST', sk })
const put = (companyId: string, sk: string, row: object) => tableOf(companyId).put({ ...key(sk), ...row })
const get = (companyId: string, sk: string) => tableOf(companyId).get(key(sk))
const run = (companyIds: string[], isApplied = true) =>
  migrate(memory, cards, companyIds, { isApplied, now: () => 1_790_000_000_000 })

describe('a row', () => {
  test('of any version is read as of today', () => {
    const now = { ...key('1'), first: 'Ana', last: 'Souza', reads: 0, v: 2 }
    expect(cards.read({ ...key('1'), name: 'Ana Souza' } as never)).toEqual(now)
    expect(cards.read({ ...key('1'), first: 'Ana', last: 'Souza', v: 1 } as never)).toEqual(now)
    expect(cards.read({ ...now } as never)).toEqual(now)
  })

  test('goes through the migrations that it has before it, and no others', () => {
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

  test('that newer code has changed in part keeps what that wrote', () => {
    expect(cards.upgraded({ name: 'Ana Souza', reads: 7 })).toEqual({
      first: 'Ana',
      last: 'Souza',
      reads: 7,
      v: 2,
    })
  })

  test('of a version to come is left as it is: code of two versions runs side by side during a deployment', () => {
    const row = { first: 'Ana', surname: 'Souza', v: 3 }
    expect(cards.upgraded(row)).toBe(row)
  })

  test('is put with the version of today', () => {
    expect(cards.stamped({ first: 'Ana', last: 'Souza', reads: 0 })).toMatchObject({ v: 2 })
  })
})

describe('what is written', () => {
  test('is what differs, if it is as it was read', () => {
    expect(changesOf({ name: 'Ana', kept: 1 }, { first: 'Ana', kept: 1, v: 1 })).toEqual({
      change: { set: { first: 'Ana', v: 1 }, remove: ['name'] },
      when: { pk: { exists: true }, name: 'Ana', first: { exists: false }, v: { exists: false } },
    })
  })

  test('is never something whose change could not be noticed', () => {
    expect(() => changesOf({ tags: ['a'] }, { tags: ['b'] })).toThrow('cannot change tags')
    expect(changesOf({}, { tags: ['a'] }).change).toEqual({ set: { tags: ['a'] } })
  })
})

describe('a migration', () => {
  test('counts without writing, and writes what it counted', async () => {
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

  test('that was cut short goes on with the company it was at, and ends like one that was not', async () => {
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
    // Code of before may have written since: who runs it again has everything looked at.
    expect(await run(companies)).toMatchObject({ companies: 4, old: 0 })
  })

  test('dies at no write so that anything is lost', async () => {
    for (const sk of ['1', '2', '3']) await put('A', sk, { name: `Ana ${sk}` })
    for (let writes = 0; ; writes++) {
      memory.dieAfter(writes)
      const ended = await run(['A']).then(
        () => true,
        () => false,
      )
      memory.dieAfter()
      for (const sk of ['1', '2', '3'])
        expect(cards.read((await tableOf('A').get<Card>(key(sk))) as never)).toMatchObject({
          first: 'Ana',
          last: sk,
        })
      if (ended) break
    }
    for (const sk of ['1', '2', '3']) expect(await get('A', sk)).toMatchObject({ v: 2 })
  })

  test('loses nothing that is written at the same moment', async () => {
    await put('A', '1', { name: 'Ana Souza' })
    await put('A', '2', { name: 'Beto Lima' })
    const update = memory.update.bind(memory)
    let meddled = false
    // Between its look and its write somebody renames the one and deletes the other.
    memory.update = async (...given) => {
      if (!meddled) {
        meddled = true
        await update({ pk: 'A#CARDS-OF-TEST', sk: '1' }, { set: { name: 'Eva Luz', seen: true } })
        await memory.delete({ pk: 'A#CARDS-OF-TEST', sk: '2' })
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

  test('leaves a row that never stands still for the next run, and says so', async () => {
    await put('A', '1', { name: 'Ana Souza' })
    const update = memory.update.bind(memory)
    let number = 0
    memory.update = async (...given) => {
      if (given[0].pk.includes('CARDS'))
        await update({ pk: 'A#CARDS-OF-TEST', sk: '1' }, { set: { name: `Ana ${number++}` } })
      return update(...given)
    }
    expect(await run(['A'])).toMatchObject({ old: 1, upgraded: 0, left: 1 })
    memory.update = update
    expect(await platformTable(memory).get({ pk: 'MIGRATIONS', sk: 'cards' })).not.toHaveProperty(
      'finishedAt',
    )
  })
})

describe('connections', () => {
  /** As the first version stored them. */
  async function anOldConnection(companyId: string) {
    const { pendingNumber, token, queueIds, newContactsPerDay, warmUpDays, linkedAt, knownNumber, ...old } =
      aConnection({ companyId })
    await tableOf(companyId).put({ ...connectionKey(old.id), ...old })
    const added = { pendingNumber, token, queueIds, newContactsPerDay, warmUpDays, linkedAt, knownNumber }
    return { id: old.id, added }
  }

  test('of the first version are read as of today, and brought up to date', async () => {
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

  test('that are made today are of today', async () => {
    const connection = aConnection({ companyId: 'A' })
    await foundCompany({ table: memory }, aCompany({ id: 'A' }))
    await putConnection(tableOf('A'), connection)
    expect(await migrate(memory, connections, ['A'], { isApplied: false, now: Date.now })).toMatchObject({
      rows: 1,
      old: 0,
    })
  })

  test('of every company are found: of the register, and of who stands in none but has a connection', async () => {
    await foundCompany({ table: memory }, aCompany({ id: 'A' }))
    await putConnection(tableOf('PLATFORMS-OWN'), aConnection({ companyId: 'PLATFORMS-OWN' }))
    expect([...(await everyCompany(memory))].sort()).toEqual(['A', 'PLATFORMS-OWN'])
  })
})
