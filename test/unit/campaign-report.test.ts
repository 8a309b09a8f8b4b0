import { report } from '@recado/functions/campaigns/campaigns'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { deleteConnection, putConnection } from '@recado/shared/connections/store'
import { deleteList } from '@recado/shared/contact-lists/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCampaign, aConnection, aContactList } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { aListOf } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

test('the report names the connection and the list of its campaign also after they were deleted', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => Date.UTC(2026, 10, 23, 12))
  setContext({ table, ports })
  const connection = aConnection({ companyId: 'A', name: 'Loja Centro' })
  await putConnection(table, connection)
  const listId = await aListOf(table, [{ number: '5511955550001' }])
  const { name: listName } = aContactList()
  const campaign = aCampaign({ companyId: 'A', whatsappId: connection.id, contactListIds: [listId] })
  await putCampaign(table, campaign)
  await startNow(ports, 'A', campaign.id)
  await startCampaign(ports, 'A', campaign.id)
  const names = { whatsapp: { id: connection.id, name: 'Loja Centro' }, listNames: [listName] }
  expect(await report(anActor(), campaign.id)).toMatchObject({ ...names, contactList: { name: listName } })

  await deleteConnection(table, connection.id)
  await deleteList(table, listId)
  expect(await report(anActor(), campaign.id)).toMatchObject({
    ...names,
    contactList: null,
    contactLists: [],
  })
})
