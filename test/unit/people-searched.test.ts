import { getList } from '@recado/shared/contact-lists/store'
import { contactKey } from '@recado/shared/contacts/stored-contact'
import { importsOf } from '@recado/shared/imports/store'
import type { Actor } from '@recado/shared/sessions/session'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { numberOf, OF_CONTACTS, PAGE, PeopleSearches, RacedFiles } from '../support/people-searches.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => files }))
// The memory would take a minute for a hundred thousand contacts.
vi.mock('@recado/shared/imports/import', async (original) => ({
  ...(await original<object>()),
  IMPORT_MAX_ROWS: 1200,
}))

let files: RacedFiles
let company: PeopleSearches
let admin: Actor

beforeEach(async () => {
  files = new RacedFiles()
  company = new PeopleSearches(files)
  await company.putList()
  admin = actorOf(await anAccount(company.memory, 'A'))
})

/** Begins an import of one person's ticket. @returns a copy of its first job */
async function begunWithOne() {
  const { id } = await company.aPerson(1)
  await company.opened(id)
  await company.begins(admin)
  const [job] = company.jobs
  return { id, job }
}

const keptFiles = () => [...files.stored.keys()]

test('the call reads one page of tickets, and jobs find the customers, each once and with a number', async () => {
  await company.manyTickets()
  const merged = await company.aPerson(4, { mergedInto: (await company.aPerson(5)).id })
  for (const { id } of [await company.aPerson(6, { number: null }), await company.aPerson(7), merged]) {
    await company.opened(id)
    await company.opened(id)
  }
  await company.begins(admin)
  expect({ pages: company.memory.pages, files: keptFiles() }).toEqual({ pages: 1, files: [] })
  await company.worksAll()
  expect(await company.theImport()).toMatchObject({ status: 'DONE', total: 5, imported: 5, duplicated: 0 })
  expect(await company.numbersInList()).toEqual([1, 2, 3, 7, 5].map(numberOf))
  expect((await getList(company.table, company.listId))?.consent).toMatchObject({ source: 'CUSTOMER' })
  expect(keptFiles()).toEqual([])
})

test('jobs find the contacts that match, except merged ones', async () => {
  await company.aPerson(1, { tagIds: ['fiel'] })
  const { id: withoutTag } = await company.aPerson(2)
  await company.aPerson(3, { tagIds: ['fiel'], mergedInto: withoutTag })
  for (let at = 4; at < PAGE; at++) await company.aPerson(at)
  await company.aPerson(PAGE, { tagIds: ['fiel', 'vip'] })
  await company.aPerson(PAGE + 1, { tagIds: ['fiel'] })
  await company.begins(admin, { ...OF_CONTACTS, tagIds: ['fiel'] })
  await company.worksAll()
  expect(await company.numbersInList()).toEqual([1, PAGE, PAGE + 1].map(numberOf))
})

describe('the end of a search', () => {
  test('the call refuses a short search without a result, and queues nothing', async () => {
    await company.opened((await company.aPerson(1, { number: null })).id)
    await expect(company.begins(admin)).rejects.toMatchObject({ code: 'ERR_NOBODY_FOUND' })
    expect(company.jobs).toEqual([])
    expect(await importsOf(company.table, company.listId)).toEqual([])
  })

  test('a long search without a result fails in its job', async () => {
    for (let at = 0; at <= PAGE; at++) await company.opened(null)
    await company.begins(admin)
    await company.worksAll()
    await company.expectFailed('ERR_NOBODY_FOUND')
  })

  test('a search stops once it has found too many people', async () => {
    for (let at = 1; at <= 4 * PAGE; at++) await company.opened((await company.aPerson(at)).id)
    await company.begins(admin)
    company.memory.pages = 0
    await company.worksAll()
    await company.expectFailed('ERR_SPREADSHEET_TOO_LARGE')
    expect(company.memory.pages).toBe(2)
  })
})

describe('an interrupted search', () => {
  test('a search that exceeds the time of a job goes on in the next one, behind the last page', async () => {
    await company.manyTickets()
    await company.begins(admin)
    company.memory.pages = 0
    company.memory.beforePage = () => {
      company.now += 15_000
    }
    const searching = { status: 'RUNNING', source: '', total: null }
    await company.works()
    expect(company.memory.pages).toBe(2)
    expect(await company.theImport()).toMatchObject(searching)
    // Three full pages, and an empty one that is the last. The job has too little time left to write the spreadsheet.
    await company.works()
    expect(company.memory.pages).toBe(4)
    expect(await company.theImport()).toMatchObject(searching)
    expect(keptFiles()).toHaveLength(1)
    await company.worksAll()
    expect(company.memory.pages).toBe(4)
    expect(await company.theImport()).toMatchObject({ status: 'DONE', imported: 3, duplicated: 0 })
    expect(await company.numbersInList()).toEqual([1, 2, 3].map(numberOf))
    expect(keptFiles()).toEqual([])
  })

  test('a job that died before the record of its spreadsheet searches again', async () => {
    const { job } = await begunWithOne()
    files.beforePut = () => Promise.reject(new Error('The process died'))
    await expect(company.works()).rejects.toThrow('died')
    await company.works(job)
    await company.worksAll()
    expect(await company.numbersInList()).toEqual([numberOf(1)])
  })

  test('a late copy of the first job searches no more once the spreadsheet is recorded', async () => {
    const { job } = await begunWithOne()
    await company.works()
    const { source } = await company.theImport()
    expect(keptFiles()).toEqual([source])
    await company.opened((await company.aPerson(2)).id)
    company.memory.pages = 0
    await company.works(job)
    expect(company.memory.pages).toBe(0)
    await company.worksAll()
    expect(await company.numbersInList()).toEqual([numberOf(1)])
  })

  test('a slow copy of the first job does not replace the spreadsheet, and deletes its own', async () => {
    const { id, job } = await begunWithOne()
    let recorded: string | undefined
    files.beforePut = async () => {
      await company.table.update(contactKey(id), { set: { number: numberOf(9) } })
      await company.works(job)
      recorded = (await company.theImport()).source
    }
    await company.works()
    expect((await company.theImport()).source).toBe(recorded)
    expect(keptFiles()).toEqual([recorded])
    await company.worksAll()
    expect(await company.numbersInList()).toEqual([numberOf(9)])
  })

  test('a slow copy of the first job without a result does not end an import with a spreadsheet', async () => {
    const { id, job } = await begunWithOne()
    company.memory.beforePage = async () => {
      company.memory.beforePage = () => undefined
      await company.works(job)
      await company.table.delete(contactKey(id))
    }
    await company.works()
    expect(await company.theImport()).toMatchObject({ status: 'RUNNING', error: null })
    await company.worksAll()
    expect(await company.numbersInList()).toEqual([numberOf(1)])
  })
})
