import { remove as removeTag } from '@recado/functions/tags/tags'
import { change } from '@recado/functions/tickets/changes'
import { putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection, aTag, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const ADMIN = anActor({ profile: 'admin' })
const OWN = aTag({ companyId: 'A', name: 'Cliente novo' })
const VIP = aTag({ companyId: 'A', name: 'VIP' })

let memory: RacedTable
let table: TenantTable
let ticket: StoredTicket

beforeEach(async () => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => NOON)
  setContext({ table, ports })
  const shop = aConnection({ companyId: 'A' })
  await putConnection(table, shop)
  for (const tag of [OWN, VIP]) await putTag(table, tag)
  ticket = aTicket({ whatsappId: shop.id, status: 'open', userId: ADMIN.userId, tagIds: [OWN.id] })
  await writeTicket(table, undefined, ticket)
  await removeTag(ADMIN, OWN.id)
})

const tags = (...tagIds: string[]) => change(ADMIN, ticket.id, { tagIds })

test('a ticket keeps its deleted tag when it gets another one', async () => {
  expect(await tags(OWN.id, VIP.id)).toMatchObject({ tagIds: [OWN.id, VIP.id] })
  expect(await getTicket(table, ticket.id)).toMatchObject({ tagIds: [OWN.id, VIP.id] })
})

test('a ticket gets no unknown tag beside its own', async () => {
  await expect(tags(OWN.id, newId())).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
  expect(await getTicket(table, ticket.id)).toMatchObject({ tagIds: [OWN.id] })
})

test('a ticket does not get a deleted tag back that it loses at the same moment', async () => {
  memory.beforeTransaction = () => tags()
  await expect(tags(OWN.id, VIP.id)).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
  expect(await getTicket(table, ticket.id)).toMatchObject({ tagIds: [] })
})
