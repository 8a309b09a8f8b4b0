import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T15:00:00.000Z')

test('a tick that broke off at a campaign’s end is repeated, and tells of the end', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const engine = enginePorts(memory, () => NOW)
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const { id: shop } = aConnection({ companyId: 'A' })
  await putConnection(table, aConnection({ companyId: 'A', id: shop, status: 'CONNECTED' }))
  const campaignId = await aLedger(table, shop, ['5511987651001'])
  const place = { ledger: ledgerId(campaignId, 1), place: 0 }
  await table.update(recipientKey(place), { set: { status: 'SENDED', messageId: 'M' } })
  await table.update(countsKey(campaignId), { add: { open: -1, sent: 1 } })
  await joinChain(engine.ports, 'A', shop, campaignId)
  const [tick] = engine.ticks
  if (!tick) throw new Error('The chain has no tick')

  const ended: string[] = []
  let breaks = true
  const watchers = {
    recipientChanged: async () => undefined,
    countersChanged: async () => {
      if (breaks) throw new Error('The queue of live events does not answer')
    },
    campaignEnded: async (_: string, id: string) => void ended.push(id),
  }
  const ports = { ...engine.ports, watchers }
  await expect(advanceChain(ports, tick)).rejects.toThrow('does not answer')
  expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'FINALIZADA' })
  breaks = false
  await advanceChain(ports, tick)
  expect(ended).toEqual([campaignId])
  expect(await getChain(table, shop)).toMatchObject({ running: false })
})
