import { cancel } from '@recado/functions/imports/imports'
import { deleteList, getList, listKey } from '@recado/shared/contact-lists/store'
import { importKey, LOST_AFTER_MS, takeTurn } from '@recado/shared/imports/store'
import { clearList } from '@recado/shared/retention/clear-list'
import type { Actor } from '@recado/shared/sessions/session'
import { TenantTable } from '@recado/shared/table/tenant'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { numberOf, OF_CONTACTS, PeopleSearches, RacedFiles } from '../support/people-searches.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => files }))

let files: RacedFiles
let company: PeopleSearches

beforeEach(async () => {
  files = new RacedFiles()
  company = new PeopleSearches(files)
  await company.putList()
})

const keptFiles = () => [...files.stored.keys()]
/** From now on each page takes so long that a part of a search has two. */
const slowPages = () => {
  company.memory.beforePage = () => {
    company.now += 15_000
  }
}

describe('the rights of the user who began a search', () => {
  let user: StoredUser
  let actor: Actor

  beforeEach(async () => {
    user = await anAccount(company.memory, 'A', { profile: 'user', queueIds: ['vendas', 'trocas'] })
    actor = { ...actorOf(user), queueIds: ['vendas', 'trocas'] }
  })

  const change = (set: Partial<StoredUser>, of = user) =>
    new TenantTable(company.memory, of.companyId).update(userKey(of.id), { set })

  test('a queue that was taken from the user before the job is not searched', async () => {
    for (const [at, queueId] of ['vendas', 'trocas', 'outra'].entries())
      await company.opened((await company.aPerson(at)).id, { queueId })
    await company.begins(actor)
    await change({ queueIds: ['trocas'] })
    await company.worksAll()
    expect(await company.numbersInList()).toEqual([numberOf(1)])
  })

  test('a queue that was taken from the user between two parts is not searched in either', async () => {
    await company.manyTickets({ queueId: 'vendas' })
    await company.opened((await company.aPerson(4)).id, { queueId: 'trocas' })
    await company.begins(actor)
    slowPages()
    await company.works()
    await change({ queueIds: ['trocas'] })
    await company.worksAll()
    expect(await company.numbersInList()).toEqual([numberOf(4)])
  })

  test('a search of contacts fails if its user is no admin any more', async () => {
    await company.aPerson(1)
    await change({ profile: 'admin' })
    await company.begins({ ...actor, profile: 'admin' }, OF_CONTACTS)
    await change({ profile: 'user' })
    await company.worksAll()
    await company.expectFailed('ERR_NO_PERMISSION')
  })

  test('a search fails if its user was deleted', async () => {
    await company.opened((await company.aPerson(1)).id, { queueId: 'vendas' })
    await company.begins(actor)
    await company.table.delete(userKey(user.id))
    await company.worksAll()
    await company.expectFailed('ERR_NO_PERMISSION')
  })

  test.each([
    { until: 60_000, mayChange: true, status: 'DONE' },
    { until: -1, mayChange: true, status: 'FAILED' },
    { until: 60_000, mayChange: false, status: 'FAILED' },
  ])('a search by access for support needs it in the job: %o', async ({ until, mayChange, status }) => {
    await company.opened((await company.aPerson(1)).id)
    const helper = await anAccount(company.memory, 'B')
    await company.begins({ ...actorOf(helper), companyId: 'A' })
    const support = { companyId: 'A', reason: 'ajuda', mayChange }
    await change({ support: { ...support, until: new Date(company.now + until).toISOString() } }, helper)
    await company.worksAll()
    expect(await company.theImport()).toMatchObject({ status })
  })

  test('the rights in another company do not count', async () => {
    await company.opened((await company.aPerson(1)).id)
    await company.begins({ ...actorOf(await anAccount(company.memory, 'B')), companyId: 'A' })
    await company.worksAll()
    await company.expectFailed('ERR_NO_PERMISSION')
  })
})

describe('the end of an import that searches', () => {
  let admin: Actor

  beforeEach(async () => {
    admin = actorOf(await anAccount(company.memory, 'A'))
    await company.manyTickets()
    await company.begins(admin)
    slowPages()
  })

  test('a cancelled search stops, leaves no file, and frees its list', async () => {
    await company.works()
    await cancel(admin, await company.theImport())
    await company.worksAll()
    const stored = await company.theImport()
    expect(stored).toMatchObject({ status: 'CANCELLED', error: 'ERR_IMPORT_CANCELLED' })
    expect(stored).not.toHaveProperty('search')
    expect(keptFiles()).toEqual([])
    expect(await getList(company.table, company.listId)).not.toHaveProperty('importId')
  })

  test('a search that is cancelled while a part of it runs leaves no file, and frees its list', async () => {
    files.beforePut = async () => {
      const found = await company.theImport()
      await cancel(admin, found)
      // A job takes its turn just after the cancel.
      await takeTurn(company.table, found, company.now)
    }
    await company.works()
    expect(await company.theImport()).toMatchObject({ status: 'CANCELLED' })
    expect(company.jobs).toEqual([])
    expect(keptFiles()).toEqual([])
    expect(await getList(company.table, company.listId)).not.toHaveProperty('importId')
  })

  test('a search that is lost leaves no file', async () => {
    const [job] = company.jobs
    await company.works()
    expect(keptFiles()).toHaveLength(1)
    company.now += LOST_AFTER_MS + 1
    if (job) await company.works({ ...job, watch: true })
    await company.expectFailed('ERR_IMPORT_LOST')
    expect(keptFiles()).toEqual([])
  })

  test('a list cannot be deleted while a search fills it', async () => {
    await company.works()
    expect(await deleteList(company.table, company.listId)).toBe(false)
  })

  test('a search whose list was deleted while it waited ends, and the clean-up deletes its rows', async () => {
    await takeTurn(company.table, { contactListId: company.listId, importId: 'another' }, company.now)
    await company.works()
    await company.table.delete(listKey(company.listId))
    await company.works()
    expect(await company.theImport()).toMatchObject({ status: 'FAILED', error: 'ERR_NO_CONTACT_LIST_FOUND' })
    const forgotten: string[] = []
    await clearList(company.table, company.listId, async (key) => void forgotten.push(key))
    expect(forgotten).toEqual([])
    await expect(company.theImport()).rejects.toThrow('There is no import')
  })

  test('a search whose company is deleted leaves no file', async () => {
    files.beforePut = async () => company.table.delete(importKey(await company.theImport()))
    await company.works()
    expect(keptFiles()).toEqual([])
    expect(company.jobs).toEqual([])
  })
})
