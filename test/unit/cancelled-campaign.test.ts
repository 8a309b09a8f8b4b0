import { cancel } from '@recado/functions/campaigns/campaigns'
import { checkNumbers } from '@recado/shared/contact-lists/checking'
import { getList } from '@recado/shared/contact-lists/store'
import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import type { ValidityJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const NOW = Date.UTC(2026, 10, 23, 12)
const [ANA, BETO, CAIO] = ['5511955550001', '5511955550002', '5511955550003']

test('the list of a cancelled campaign learns what WhatsApp said about its numbers', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const { ports: given } = enginePorts(memory, () => NOW)
  const jobs: ValidityJob[] = []
  const send = async (queue: string, job: unknown) => {
    if (queue === 'validity') jobs.push(job as ValidityJob)
  }
  const ports = { ...given, queues: { ...given.queues, send } }
  setContext({ table, ports })
  const people = [ANA, BETO, CAIO]
  const listId = await aListOf(
    table,
    people.map((number) => ({ number })),
  )
  const campaignId = await aLedger(table, 'W', people, { contactListIds: [listId] })
  await rememberAddress(table, ANA, { exists: true, jid: `${ANA}@s.whatsapp.net` }, NOW)
  await rememberAddress(table, BETO, { exists: false, jid: null }, NOW)

  expect(await cancel(anActor(), campaignId)).toMatchObject({ status: 'CANCELADA' })
  const asks = () => Promise.reject(new Error('The answers are known: WhatsApp is not asked again'))
  for (const job of jobs) await checkNumbers({ ...ports, publish: async () => undefined, ask: asks }, job)
  expect(await getList(table, listId)).toMatchObject({ contactsCount: 3, valids: 1, invalids: 1 })
})
