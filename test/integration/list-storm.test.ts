import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import type { ContactImport } from '@recado/shared/imports/import'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { SqsQueues } from '@recado/shared/queues/sqs'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { beforeAll, expect, test } from 'vitest'
import { Random } from '../fuzz/random.ts'
import type { ApiClient } from '../support/api-client.ts'
import type { ResponseTo } from '../support/api-routes.ts'
import { expectCountsOf } from '../support/counts.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

/**
 * Everything at once on one list. The long form: `STORM_KILLS=5 STORM_ROWS=5000 npm test -- list-storm`;
 * `STORM_SEED` has the people do the same again.
 */
const KILLS = Number(process.env.STORM_KILLS ?? 1)
const ROWS = Number(process.env.STORM_ROWS ?? 240)
const SEED = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000)
const IMPORTS = 8
const PEOPLE = 3
/** Of so many numbers each sheet has a part, and half of it is in the next sheet too. */
const NUMBERS = 2 * ROWS
/** The first of them may be in the list more than once: these are what two of the sheets keep duplicates of. */
const REPEATED = 40
const IS_LONG = KILLS > 1

const { system, principals } = ownSystem()
let companyId: string
let people: ApiClient[]
let listId: string

beforeAll(async () => {
  companyId = await principals.company()
  people = await Promise.all(Array.from({ length: PEOPLE }, () => principals.signedIn(companyId)))
  listId = (await anybody().newList('Tempestade')).id
})

const anybody = (): ApiClient => {
  const [person] = people
  if (!person) throw new Error('Nobody is signed in')
  return person
}

const number = (index: number) => `55119${30_000_000 + index}`
const isRepeated = (written: string) => Number(written.slice(-8)) - 30_000_000 < REPEATED

test('imports, users and a killed worker leave a list with consistent counts, contacts and numbers', {
  timeout: atMost(120_000 + KILLS * 120_000 + ROWS * 100),
}, async () => {
  console.log(`STORM_SEED=${SEED}`)
  const imports = await Promise.all(Array.from({ length: IMPORTS }, (_, index) => begun(index)))
  let isOver = false
  const counts = Promise.all([
    contest(() => isOver),
    ...people.map((person, index) => busy(person, new Random(SEED + index), () => isOver)),
  ])
  const outcomes = await disturbedUntilEnded(imports).finally(() => {
    isOver = true
  })
  const sums = (await counts).reduce((all, each) => ({
    added: all.added + each.added,
    deleted: all.deleted + each.deleted,
    changed: all.changed + each.changed,
  }))
  console.log(
    JSON.stringify(sums),
    outcomes.map(({ status, imported }) => `${status} ${imported}`).join(', '),
  )

  for (const { status, read, imported, duplicated, refused, error } of outcomes) {
    expect(read).toBe(imported + duplicated + refused)
    expect(status === 'DONE' ? error : status).toBe(status === 'DONE' ? null : 'CANCELLED')
  }
  const imported = outcomes.reduce((sum, outcome) => sum + outcome.imported, 0)
  const contacts = await contactsOf(anybody())
  expect(contacts).toHaveLength(imported + sums.added - sums.deleted)
  const single = contacts.map((contact) => contact.number).filter((written) => !isRepeated(written))
  expect(single).toHaveLength(new Set(single).size)
  await expectCountsOf(anybody(), listId)
  await expectNumbersOf(contacts)
  expect(await anybody().list(listId)).toMatchObject({ importId: null })

  await deleteAll(contacts)
  await expectCountsOf(anybody(), listId)
  await expectNumbersOf([])
  // Every number is free again, and is taken once.
  const some = [...new Set(contacts.map((contact) => contact.number))].slice(0, 2 * REPEATED)
  await anybody().addContacts(listId, some)
  expect(await add(anybody(), some[0] ?? '')).toBe(409)
  await expectCountsOf(anybody(), listId)
})

/** Cancels some of the imports and kills the workers while others are read. @returns how all of them ended */
async function disturbedUntilEnded(imports: string[]): Promise<ContactImport[]> {
  await cancel(imports[5], ({ status }) => status === 'WAITING')
  await killInTheMiddle(imports)
  await cancel(imports[2], ({ read }) => read > 0)
  for (let kills = 1; kills < KILLS; kills++) await killInTheMiddle(imports)
  return Promise.all(imports.map(untilEnded))
}

interface Sums {
  added: number
  changed: number
  deleted: number
}

/** Adds, changes and deletes contacts at random until told to stop. */
async function busy(person: ApiClient, random: Random, isOver: () => boolean): Promise<Sums> {
  const sums = { added: 0, changed: 0, deleted: 0 }
  while (!isOver()) {
    const kind = random.below(4)
    if (kind === 0) {
      if ((await add(person, number(random.below(2 * NUMBERS)))) === 201) sums.added++
      continue
    }
    const contact = random.any(await aPageOf(person))
    if (!contact) continue
    const contactListItemId = contact.id
    if (kind === 1) {
      const { status } = await person.attempt('deleteContactListItem', { contactListItemId })
      expect([204, 404]).toContain(status)
      if (status === 204) sums.deleted++
      continue
    }
    const to = kind === 2 ? contact.number : number(random.below(2 * NUMBERS))
    const fields = {
      name: `Mudado ${random.below(1000)}`,
      number: to,
      email: '',
      var1: '',
      var2: '',
      var3: '',
    }
    const { status } = await person.attempt('updateContactListItem', { contactListItemId, ...fields })
    expect([200, 404, 409]).toContain(status)
    if (status === 200) sums.changed++
  }
  return sums
}

/** Everybody adds the same new number at the same moment, and one of them has it. */
async function contest(isOver: () => boolean): Promise<Sums> {
  let added = 0
  for (; !isOver(); added++) {
    const to = number(10 * NUMBERS + added)
    const statuses = await Promise.all(people.map((person) => add(person, to)))
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  }
  return { added, changed: 0, deleted: 0 }
}

async function add(person: ApiClient, to: string): Promise<number> {
  const { status } = await person.attempt('createContactListItem', {
    contactListId: listId,
    name: 'À mão',
    number: to,
  })
  expect([201, 409]).toContain(status)
  return status
}

/**
 * Two sheets are of repeated numbers alone, and short; the others overlap, and those that are killed and cancelled
 * are long and go round. Every 50th row has no number.
 */
async function begun(index: number): Promise<string> {
  const keepsDuplicates = index % 4 === 3
  const length = keepsDuplicates ? 2 * REPEATED : index === 0 || index === 2 ? 4 * ROWS : ROWS
  const rows = Array.from({ length }, (_, row) => {
    const drawn = keepsDuplicates ? row % REPEATED : (row + Math.floor((index * ROWS) / 3)) % NUMBERS
    return [`Contato ${index}-${row}`, row % 50 === 49 ? 'nenhum' : number(drawn)]
  })
  const sheet = new Uint8Array(await writeSheet({ header: ['nome', 'numero'], rows }))
  const { importId } = await anybody().call('importContacts', {
    contactListId: listId,
    importDuplicated: !keepsDuplicates,
    file: new File([sheet], 'a.xlsx'),
  })
  return importId
}

const stateOf = (importId: string) => anybody().call('getImport', { contactListId: listId, importId })

const untilEnded = (importId: string) =>
  eventually(
    'the import ends',
    async () => {
      const state = await stateOf(importId)
      return state.finishedAt !== null && state
    },
    60_000 + KILLS * 100_000 + ROWS * 50,
  )

/** Cancels an import at a moment of its life, unless that has passed before it was seen. */
async function cancel(importId: string | undefined, when: (state: ContactImport) => boolean): Promise<void> {
  if (!importId) throw new Error('There is no such import')
  await eventually(
    'the import can be cancelled',
    async () => {
      const state = await stateOf(importId)
      return when(state) || state.finishedAt !== null
    },
    120_000,
  )
  const { status } = await anybody().attempt('cancelImport', { contactListId: listId, importId })
  expect([204, 409]).toContain(status)
}

/**
 * Kills the workers while an import is being read. Its message comes back when its visibility ends; the short form
 * does not wait for that but sends it once more, so that there are two of it in the end.
 * @param imports another one is begun and added if all have ended
 */
async function killInTheMiddle(imports: string[]): Promise<void> {
  const running = await eventually('an import is under way', async () => {
    const states = await Promise.all(imports.map(stateOf))
    if (states.every(({ finishedAt }) => finishedAt !== null)) imports.push(await begun(0))
    return states.find(({ status, read, total }) => status === 'RUNNING' && read > 0 && read < (total ?? 0))
  })
  await system.kill('workers')
  const killedAt = Date.now()
  const { read } = await stateOf(running.importId)
  if (!IS_LONG) {
    const queues = new SqsQueues(process.env.QUEUE_URL_PREFIX ?? '', DEFAULT_SHARDS)
    for (const importId of imports)
      await queues.send('imports', { companyId, contactListId: listId, importId })
  }
  await eventually(
    'it goes on',
    async () => {
      const state = await stateOf(running.importId)
      return state.read > read || state.finishedAt !== null
    },
    90_000,
  )
  console.log(`killed after ${read} rows, gone on ${((Date.now() - killedAt) / 1000).toFixed(1)} s later`)
}

const pageAt = (person: ApiClient, cursor: string) =>
  person.call('listContactListItems', { contactListId: listId, cursor })

const aPageOf = async (person: ApiClient) => (await pageAt(person, '')).contacts

async function contactsOf(person: ApiClient): Promise<ContactListItem[]> {
  const contacts: ContactListItem[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: ResponseTo<'listContactListItems'> = await pageAt(person, cursor)
    contacts.push(...page.contacts)
    cursor = page.nextCursor
  }
  return contacts
}

async function deleteAll(contacts: ContactListItem[]): Promise<void> {
  const left = [...contacts]
  const deleteSome = async (person: ApiClient) => {
    for (let next = left.pop(); next; next = left.pop())
      await person.call('deleteContactListItem', { contactListItemId: next.id })
  }
  await Promise.all([...people, ...people].map(deleteSome))
}

/** What the table holds of each number is how many contacts have it, and what the cards hold is the contacts. */
async function expectNumbersOf(contacts: ContactListItem[]): Promise<void> {
  const rows = await principals.dump()
  const holders = rows
    .filter(({ pk }) => pk.includes(`#NUMBERS#${listId}#`))
    .map(({ sk, holders }) => `${sk} ${holders}`)
  const held = Object.entries(Object.groupBy(contacts, (contact) => contact.number))
  expect(holders.sort()).toEqual(held.map(([of, all = []]) => `${of} ${all.length}`).sort())
  const lines = rows
    .filter(({ pk }) => pk.includes(`#CARDS#${listId}#`))
    .flatMap(({ text }) => String(text).split('\n').filter(Boolean))
    .map((line) => line.slice(line.lastIndexOf(' ') + 1))
  expect(lines.sort()).toEqual(contacts.map((contact) => contact.number).sort())
}
