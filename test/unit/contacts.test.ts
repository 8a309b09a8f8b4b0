import { LINES_OF_CARD, OPEN_CARDS, reservePlaces } from '@recado/shared/contacts/contact-cards'
import { betterName, nameFromOutside } from '@recado/shared/contacts/contact-names'
import { findDuplicates, likelyPairs } from '@recado/shared/contacts/duplicates'
import { findContacts } from '@recado/shared/contacts/find-contacts'
import { deleteContact, mergeContacts, undoMerge, wholeContact } from '@recado/shared/contacts/merges'
import { notesOf, putNote } from '@recado/shared/contacts/notes'
import { getContact, survivorOf, writeContacts } from '@recado/shared/contacts/store'
import { newContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { newId } from '@recado/shared/ids'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const DAY_MS = 24 * 3_600_000
const number = (end: number) => `551194477${String(end).padStart(4, '0')}`

let memory: MemoryTable
let table: TenantTable
beforeEach(() => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
})

/** A stored contact, made by hand. */
async function aContact(given: Partial<StoredContact> = {}, at = table): Promise<StoredContact> {
  const place = await reservePlaces(at, 1)
  const { name = 'Ana', nameFrom = 'user', number: own = number(place), lid = null } = given
  const contact = newContact({ id: newId(), name, nameFrom, number: own, lid, place }, AT, given)
  expect(await writeContacts(at, [{ after: contact }])).toBe('written')
  return { ...contact, revision: 1 }
}

/** All rows without the versions of rows. The lines of a card have no order. */
const everything = () =>
  [...memory.rows()]
    .map((row): Record<string, unknown> => ({ ...row, version: 0, revision: 0 }))
    .map((row) => (typeof row.text === 'string' ? { ...row, text: row.text.split('\n').sort() } : row))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

const merge = (contactId: string, otherId: string, now = NOW) =>
  mergeContacts(table, { contactId, otherId, userId: 'u', now })

async function merged(contactId: string, otherId: string, now = NOW) {
  const outcome = await merge(contactId, otherId, now)
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome.merge.mergeId
}

const namesOf = async (text: string, limit = 20) =>
  (await findContacts(table, { text, limit })).rows.map(({ name }) => name)

describe('the name of a contact', () => {
  test.each([
    ['whatsapp', 'user', 'found'],
    ['whatsapp', 'phone', 'found'],
    ['whatsapp', 'whatsapp', 'found'],
    ['phone', 'whatsapp', 'known'],
    ['phone', 'phone', 'found'],
    ['user', 'whatsapp', 'known'],
    ['user', 'phone', 'known'],
  ] as const)('of a name from %s and a new one from %s the %s one stays', (knownFrom, foundFrom, stays) => {
    const known = { name: 'Aninha', nameFrom: knownFrom }
    const found = { name: 'Ana Lima', nameFrom: foundFrom }
    expect(betterName(known, found)).toEqual(stays === 'found' ? found : known)
  })

  test('an empty name replaces nothing, and is replaced by any name', () => {
    const ana = { name: 'Ana', nameFrom: 'whatsapp' } as const
    const empty = { name: '', nameFrom: 'phone' } as const
    expect(betterName(ana, empty)).toEqual(ana)
    expect(betterName(empty, ana)).toEqual(ana)
  })

  test('a name from outside is one line without bidi controls, of 50 characters at most', () => {
    expect(nameFromOutside('  Ana\n\u202eamiL\0 ')).toBe('Ana amiL')
    expect(nameFromOutside('a'.repeat(10_000))).toHaveLength(50)
    expect(nameFromOutside(undefined)).toBe('')
  })
})

describe('the numbers of contacts', () => {
  test('a number belongs to one contact in any spelling, and is free after a change', async () => {
    const ana = await aContact({ number: '5511984770001' })
    const place = await reservePlaces(table, 1)
    const withNumber = (own: string) =>
      newContact({ id: newId(), name: 'Bia', nameFrom: 'user', number: own, lid: null, place }, AT)
    // The second one is the same mobile before the ninth digit was added.
    for (const own of ['5511984770001', '551184770001'])
      expect(await writeContacts(table, [{ after: withNumber(own) }])).toBe('taken')
    const changed = { ...ana, number: '5511984770099' }
    expect(await writeContacts(table, [{ before: ana, after: changed }])).toBe('written')
    expect(await writeContacts(table, [{ after: withNumber('551184770001') }])).toBe('written')
  })

  test('a change of a contact that has changed since is refused, and writes nothing', async () => {
    const ana = await aContact()
    await writeContacts(table, [{ before: ana, after: { ...ana, name: 'Ana Lima' } }])
    const before = everything()
    expect(await writeContacts(table, [{ before: ana, after: { ...ana, name: 'Outra' } }])).toBe('changed')
    expect(everything()).toEqual(before)
  })
})

describe('the list of contacts', () => {
  test('contacts come by name without accents and capitals, in pages, with their count', async () => {
    const names = ['Érica', 'ana', 'Zeca', 'Bruno', 'Álvaro']
    for (const name of names) await aContact({ name })
    const first = await findContacts(table, { text: '', limit: 3 })
    expect(first.rows.map(({ name }) => name)).toEqual(['Álvaro', 'ana', 'Bruno'])
    expect(first.count).toBe(5)
    const second = await findContacts(table, { text: '', after: first.after, limit: 3 })
    expect(second.rows.map(({ name }) => name)).toEqual(['Érica', 'Zeca'])
    expect(second.after).toBeUndefined()
  })

  test.each([
    ['a part of a name', 'lim'],
    ['a part of a number', '4477000'],
    ['a part of an e-mail', '@loja'],
  ])('a search finds %s', async (_, text) => {
    await aContact({ name: 'Ana Lima', number: '5511944770007', email: 'ana@Loja.test' })
    await aContact({ name: 'Bruno', number: '5511900000000' })
    expect(await namesOf(text)).toEqual(['Ana Lima'])
  })

  test('a search matches no two fields at once, and no id', async () => {
    const ana = await aContact({ name: 'Ana', number: '5511944770007' })
    for (const text of ['ana\t5511', ana.id, ana.id.toLowerCase()]) expect(await namesOf(text)).toEqual([])
  })

  test('contacts on many cards are all found, and a deleted one is not', async () => {
    const made: StoredContact[] = []
    for (let at = 0; at < LINES_OF_CARD * OPEN_CARDS + 5; at++)
      made.push(await aContact({ name: `Pessoa ${at}` }))
    expect(new Set(made.map(({ card }) => card)).size).toBeGreaterThan(OPEN_CARDS)
    expect((await findContacts(table, { text: 'pessoa', limit: 5 })).count).toBe(
      LINES_OF_CARD * OPEN_CARDS + 5,
    )
    await deleteContact(table, made[0]?.id ?? '')
    expect((await findContacts(table, { text: '', limit: 5 })).count).toBe(LINES_OF_CARD * OPEN_CARDS + 4)
  })

  test('a contact of another company is not found', async () => {
    await aContact({ name: 'Deles' }, new TenantTable(memory, 'B'))
    expect(await namesOf('')).toEqual([])
  })
})

describe('a merge of contacts', () => {
  test('a merged contact leads to the other one, which the search finds by either number', async () => {
    const [ana, same] = [
      await aContact({ name: 'Ana' }),
      await aContact({ name: 'Aninha', number: number(900) }),
    ]
    await merge(ana.id, same.id)
    expect((await survivorOf(table, same.id))?.id).toBe(ana.id)
    expect(await namesOf('')).toEqual(['Ana'])
    expect(await namesOf(number(900))).toEqual(['Ana'])
  })

  test('a merge that is undone leaves every row as it was, but for the wish to keep the two apart', async () => {
    const [ana, same] = [
      await aContact({ name: 'Ana' }),
      await aContact({ name: 'Aninha', lid: '991', tagIds: ['t'] }),
    ]
    await putNote(table, same.id, { id: newId(), text: 'Liga cedo', userId: 'u', at: AT })
    const before = everything()
    const mergeId = await merged(ana.id, same.id)
    await undoMerge(table, mergeId, NOW + 1)
    const forgiven = everything().map((row) => ('keptApartFrom' in row ? { ...row, keptApartFrom: [] } : row))
    expect(forgiven).toEqual(before)
    expect((await getContact(table, same.id))?.keptApartFrom).toEqual([ana.id])
  })

  test('an undone merge cannot be undone again, nor can one after 90 days', async () => {
    const [ana, same] = [await aContact(), await aContact()]
    const mergeId = await merged(ana.id, same.id)
    expect(await undoMerge(table, mergeId, NOW + 90 * DAY_MS)).toBeUndefined()
    expect(await undoMerge(table, mergeId, NOW + 90 * DAY_MS - 1)).toBeDefined()
    expect(await undoMerge(table, mergeId, NOW + 1)).toBeUndefined()
  })

  test('a contact is not merged with itself, nor in a circle', async () => {
    const [ana, bia, caio] = [await aContact(), await aContact(), await aContact()]
    expect(await merge(ana.id, ana.id)).toBe('same')
    await merge(ana.id, bia.id)
    expect(await merge(bia.id, ana.id)).toBe('same')
    await merge(caio.id, bia.id)
    expect(await merge(bia.id, caio.id)).toBe('same')
    expect((await survivorOf(table, bia.id))?.id).toBe(caio.id)
    expect(await merge(ana.id, 'nobody')).toBe('missing')
  })

  test('of two merges the other way round at the same moment one stands', async () => {
    const [ana, bia] = [await aContact(), await aContact()]
    const outcomes = await Promise.all([merge(ana.id, bia.id), merge(bia.id, ana.id)])
    expect(outcomes.filter((outcome) => typeof outcome === 'string')).toEqual(['same'])
    expect((await survivorOf(table, ana.id))?.id).toBe((await survivorOf(table, bia.id))?.id)
  })

  test('a contact is deleted with all that was merged into it, and with their notes', async () => {
    const [ana, bia, caio] = [await aContact(), await aContact(), await aContact()]
    await putNote(table, caio.id, { id: newId(), text: 'Nota', userId: 'u', at: AT })
    await merge(bia.id, caio.id)
    await merge(ana.id, bia.id)
    expect((await wholeContact(table, ana)).map(({ id }) => id)).toEqual([ana.id, bia.id, caio.id])
    expect(await deleteContact(table, ana.id)).toBe(3)
    expect(await notesOf(table, [caio.id])).toEqual([])
    // Only empty cards and the counter of places are left.
    const left = [...memory.rows(() => true)].filter(
      ({ pk, sk }) => !pk.includes('CONTACT-CARDS') && sk !== 'CONTACT-PLACES',
    )
    expect(left).toEqual([])
  })
})

describe('possible duplicates', () => {
  const line = (id: string, given: { number?: string; lid?: string; email?: string }) => ({
    id,
    number: '',
    lid: '',
    email: '',
    ...given,
  })

  test('pairs have the same number in two spellings, one person’s LID and number, or one e-mail', () => {
    const contacts = [
      line('a', { number: '5511944770001', email: 'x@y.test' }),
      line('b', { number: '551184770001' }),
      line('c', { number: '5511984770001' }),
      line('d', { lid: '77' }),
      line('e', { email: 'x@y.test' }),
      line('f', { email: 'x@y.test' }),
      line('g', {}),
      line('h', {}),
      line('i', { number: '525555550101' }),
      line('j', { number: '5215555550101' }),
      line('k', { number: '5491155550101' }),
      line('l', { number: '', lid: '88' }),
    ]
    const numberOfLid = new Map([
      ['77', '5511944770001'],
      ['88', '541155550101'],
    ])
    expect(likelyPairs(contacts, numberOfLid)).toEqual([
      { reason: 'ninthDigit', ids: ['b', 'c'] },
      { reason: 'ninthDigit', ids: ['i', 'j'] },
      { reason: 'lid', ids: ['a', 'd'] },
      { reason: 'lid', ids: ['k', 'l'] },
      { reason: 'email', ids: ['a', 'e'] },
      { reason: 'email', ids: ['a', 'f'] },
    ])
  })

  test('a pair comes once, with its surest reason', () => {
    const two = [
      line('a', { number: '551184770001', email: 'x@y.test' }),
      line('b', { number: '5511984770001', email: 'x@y.test' }),
    ]
    expect(likelyPairs(two, new Map())).toEqual([{ reason: 'ninthDigit', ids: ['a', 'b'] }])
  })

  test('a LID that learned its number is a duplicate of the number, until they are merged', async () => {
    const ana = await aContact({ name: 'Ana' })
    const lid = await aContact({ name: 'Ana', number: null, lid: '8888' })
    expect(await findDuplicates(table)).toEqual([])
    await learnNumbers(table, [{ number: ana.number ?? '', lid: '8888' }])
    expect(await findDuplicates(table)).toMatchObject([{ reason: 'lid' }])
    await merge(ana.id, lid.id)
    expect(await findDuplicates(table)).toEqual([])
  })
})
