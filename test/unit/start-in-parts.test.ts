import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { getCampaign, putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putCompany } from '@recado/shared/companies/store'
import { itemKey } from '@recado/shared/contact-lists/items'
import type { StartJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Change, Key, Row, When } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { aCampaign, aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { addToList, aListOf } from '../support/stored-campaigns.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
/** A recipient takes a second here, so a part of five minutes ends after the 500 that are written at once. */
const PEOPLE = 1200

let memory: RepeatingTable
let table: TenantTable
let campaign: StoredCampaign
let listId: string
let now: number
let jobs: StartJob[]
let eachRecipient: () => void
let ports: ReturnType<typeof enginePorts>['ports']

/** A table that keeps the update with which a part ends, for a network that delivers it again. */
class RepeatingTable extends MemoryTable {
  repeatEnd: () => Promise<unknown> = () => Promise.reject(new Error('No part has ended'))

  override update<T extends object>(key: Key<T>, change: Change<NoInfer<T>>, when?: When<NoInfer<T>>) {
    if (change.set && 'written' in change.set)
      this.repeatEnd = () => super.update(key, change, when) as Promise<Row<T>>
    return super.update(key, change, when)
  }
}

beforeEach(async () => {
  now = NOW
  memory = new RepeatingTable()
  table = new TenantTable(memory, 'A')
  jobs = []
  eachRecipient = () => {
    now += 1000
  }
  const given = enginePorts(memory, () => now)
  ports = {
    ...given.ports,
    random: () => {
      eachRecipient()
      return 0.5
    },
    queues: {
      ...given.ports.queues,
      send: async (queue, message) => void (queue === 'start' && jobs.push(message as StartJob)),
    },
  }
  await putCompany(table, aCompany({ id: 'A' }))
  listId = await aListOf(table, people(0, PEOPLE))
  campaign = aCampaign({
    companyId: 'A',
    contactListIds: [listId],
    status: 'EM_ANDAMENTO',
    startedAt: new Date(NOW).toISOString(),
    dueAt: new Date(NOW).toISOString(),
  })
  await putCampaign(table, campaign)
})

const numberOf = (person: number) => `55119${String(20_000_000 + person)}`

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ number: numberOf(from + index) }))

const start = () => startCampaign(ports, 'A', campaign.id)
const stored = async () => {
  const row = await getCampaign(table, campaign.id)
  if (!row) throw new Error('The campaign is gone')
  return row
}

/** The numbers of the complete ledger, in the order of their places, which have no gap. */
async function numbersInLedger(): Promise<string[]> {
  const { ledger, recipients, validContacts } = await stored()
  if (!ledger) throw new Error('The ledger is not complete')
  const rows = []
  for await (const row of allRecipients(table, ledger)) rows.push(row)
  expect(rows.map(({ place }) => place)).toEqual(rows.keys().toArray())
  expect([recipients, validContacts]).toEqual([rows.length, rows.length])
  expect((await getCounts(table, campaign.id)).open).toBe(rows.length)
  return rows.map(({ number }) => number)
}

const everyone = (count: number) => people(0, count).map(({ number }) => number)

test('a long list is prepared by one job after the other, in one ledger', async () => {
  await start()
  expect([jobs.length, (await stored()).preparedAt]).toEqual([1, null])
  await start()
  expect([jobs.length, (await stored()).preparedAt]).toEqual([2, null])
  await start()
  expect(jobs).toEqual(Array(2).fill({ companyId: 'A', campaignId: campaign.id }))
  expect(await numbersInLedger()).toEqual(everyone(PEOPLE))
  expect((await stored()).preparations).toBe(1)
})

test('each person of a list that changes between two parts is in the ledger once', async () => {
  await start()
  // One who is in the ledger, one who is not yet, and one who comes.
  await table.delete(itemKey(listId, 100))
  await table.delete(itemKey(listId, 900))
  await addToList(table, listId, people(PEOPLE, PEOPLE + 1))
  await start()
  await start()
  expect(await numbersInLedger()).toEqual(everyone(PEOPLE + 1).filter((_, person) => person !== 900))
})

test('two jobs at once do not write the same part', async () => {
  await start()
  await Promise.all([start(), start()])
  await start()
  expect(await numbersInLedger()).toEqual(everyone(PEOPLE))
})

test('after a part that died the preparation begins anew, in another ledger', async () => {
  await start()
  let left = 200
  eachRecipient = () => {
    if (left-- === 0) throw new Error('The process ends')
  }
  await expect(start()).rejects.toThrow('The process ends')
  // Its sign of life and the rest after an error are over.
  now += 600_000
  eachRecipient = () => undefined
  await start()
  expect(await numbersInLedger()).toEqual(everyone(PEOPLE))
  expect((await stored()).preparations).toBe(2)
})

test('a repeated end of a part is refused while the next one runs', async () => {
  await start()
  let isRepeated = false
  let refused: unknown
  const wait = eachRecipient
  eachRecipient = () => {
    wait()
    if (isRepeated) return
    isRepeated = true
    memory.repeatEnd().catch((error: unknown) => {
      refused = error
    })
  }
  await start()
  await start()
  expect(refused).toBeDefined()
  expect(await numbersInLedger()).toEqual(everyone(PEOPLE))
})
