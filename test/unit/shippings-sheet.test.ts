import { recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { shippingsSheet } from '@recado/shared/campaigns/report/shippings-sheet'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const [ANA, MARTA] = ['5511987651001', '351912345678']
const GROUP = '120363025246125000'

test('a report has foreign numbers with their plus, and the ids of groups as they are', async () => {
  const table = new TenantTable(new MemoryTable(), 'A')
  const id = await aLedger(table, aConnection({ companyId: 'A' }).id, [ANA, MARTA, GROUP])
  const ledger = `${id}.1`
  await table.update(recipientKey({ ledger, place: 2 }), { set: { chat: GROUP } })
  const { rows } = await shippingsSheet(table, { name: 'Oferta', ledger }, 'pt')
  const numbers: (string | undefined)[] = []
  for await (const [, number] of rows) numbers.push(number)
  expect(numbers).toEqual([ANA, `+${MARTA}`, GROUP])
})
