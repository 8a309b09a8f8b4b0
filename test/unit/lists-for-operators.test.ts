import { list } from '@recado/functions/connections/connections'
import { allContactLists } from '@recado/functions/contact-lists/lists'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { putList } from '@recado/shared/contact-lists/store'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { aCompany, aConnection, aContactList } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const SHOP = 'A'
const PLATFORM = 'P'
const NOBODYS = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const QR = '2@qr-code'

let operator: Actor

beforeEach(async () => {
  const memory = new MemoryTable()
  const tableOf = (companyId: string) => new TenantTable(memory, companyId)
  setContext({ table: tableOf, ports: enginePorts(memory, Date.now).ports })
  for (const id of [SHOP, PLATFORM]) {
    await putCompany(tableOf(id), aCompany({ id }))
    const names = { id: `C-${id}`, companyId: id, name: `Loja de ${id}` }
    await putConnection(tableOf(id), aConnection({ ...names, status: 'qrcode', qrcode: QR }), { shards: 1 })
    await putList(tableOf(id), aContactList({ id: `L-${id}`, companyId: id }))
  }
  operator = actorOf(await anAccount(memory, PLATFORM, { super: true }))
})

test('an operator gets the connections of the named company, without their QR codes', async () => {
  const [theirs, ...others] = await list(operator, SHOP)
  expect(others).toEqual([])
  expect(theirs).toMatchObject({ id: 'C-A', name: 'Loja de A', status: 'qrcode', qrcode: '' })
  expect(JSON.stringify(theirs)).not.toContain(QR)
})

test('an operator gets the own connections with their QR codes, named or not', async () => {
  for (const named of [undefined, PLATFORM])
    expect(await list(operator, named)).toMatchObject([{ id: 'C-P', qrcode: QR }])
})

test('an operator gets the contact lists of the named company, or the own ones', async () => {
  expect(await allContactLists(operator, 'PRIVATE', SHOP)).toMatchObject([{ id: 'L-A' }])
  expect(await allContactLists(operator, 'PRIVATE')).toMatchObject([{ id: 'L-P' }])
})

test('a company that does not exist has no connections and no contact lists', async () => {
  const gone = { code: 'ERR_NO_COMPANY_FOUND' }
  for (const named of [NOBODYS, 'PLATFORM', 'INDEX']) {
    await expect(list(operator, named)).rejects.toMatchObject(gone)
    await expect(allContactLists(operator, 'PRIVATE', named)).rejects.toMatchObject(gone)
  }
})
