import { duplicate } from '@recado/functions/campaigns/saving'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import { getChain } from '@recado/shared/campaigns/engine/chain'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import { recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { getCampaign, putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { SendCommand } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCampaign, aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { aListOf } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

test('the copy of a campaign between two parts of its preparation writes to its whole list, and ends', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  let now = Date.UTC(2026, 10, 23, 12)
  const { ports: given } = enginePorts(memory, () => now)
  const numbers: string[] = []
  /** What the socket service does with a command. */
  const sent = async ({ recipients }: SendCommand) => {
    for (const { ledger, place, campaignId } of recipients) {
      const row = await table.update(recipientKey({ ledger, place }), { set: { status: 'SENDED' } })
      numbers.push(row.number)
      await table.update(countsKey(campaignId), { add: { open: -1, sent: 1 } })
    }
  }
  const ports = { ...given, queues: { ...given.queues, command: (one: unknown) => sent(one as SendCommand) } }
  setContext({ table, ports })
  await putCompany(table, aCompany({ id: 'A' }))
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  const people = ['5511955550001', '5511955550002', '5511955550003']
  const contactListIds = [
    await aListOf(
      table,
      people.map((number) => ({ number })),
    ),
  ]
  const written = { recipients: 2, validContacts: 2, failed: 0 }
  const original = aCampaign({ companyId: 'A', whatsappId: connection.id, contactListIds, preparations: 1 })
  await putCampaign(table, { ...original, status: 'EM_ANDAMENTO', written, clearedPreparations: 1 })

  const { id } = await duplicate(anActor(), original.id)
  const copy = await getCampaign(table, id)
  expect(copy).not.toHaveProperty('written')
  expect(copy).not.toHaveProperty('clearedPreparations')
  await startNow(ports, 'A', id)
  await startCampaign(ports, 'A', id)
  for (let steps = 0; steps < 20; steps++) {
    const chain = await getChain(table, connection.id)
    if (!chain?.running) break
    now = Math.max(now, chain.tickAt)
    await advanceChain(ports, chain)
  }
  expect(numbers).toEqual(people)
  expect(await getCampaign(table, id)).toMatchObject({ status: 'FINALIZADA', preparations: 1, recipients: 3 })
})
