import { create as createNote } from '@recado/functions/contacts/notes'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { deleteContact, mergeContacts, undoMerge } from '@recado/shared/contacts/merges'
import { notesOf, putNote } from '@recado/shared/contacts/notes'
import { getContact, writeContacts } from '@recado/shared/contacts/store'
import { newContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { newId } from '@recado/shared/ids'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const NOW = Date.parse('2026-11-23T15:00:00.000Z')
const AT = new Date(NOW).toISOString()

let memory: RacedTable
let table: TenantTable
let numbers: number

beforeEach(() => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  numbers = 0
  setContext({ table, ports: enginePorts(memory, () => NOW).ports })
})

async function aContact(name: string): Promise<StoredContact> {
  const place = await reservePlaces(table, 1)
  const number = `55119876510${String(++numbers).padStart(2, '0')}`
  const contact = newContact({ id: newId(), name, nameFrom: 'user', number, lid: null, place }, AT)
  await writeContacts(table, [{ after: contact }])
  return contact
}

const aNote = (contactId: string) =>
  putNote(table, contactId, { id: newId(), text: 'Liga cedo', userId: 'ana', at: AT })

/** @returns the id of the merge */
async function merged(into: StoredContact, other: StoredContact): Promise<string> {
  const outcome = await mergeContacts(table, {
    contactId: into.id,
    otherId: other.id,
    userId: 'ana',
    now: NOW,
  })
  if (typeof outcome === 'string') throw new Error(`The contacts were not merged: ${outcome}`)
  return outcome.merge.mergeId
}

const notes = () => [...memory.rows((pk) => pk.includes('CONTACT-NOTES'))]

test('a note to a contact that is deleted at this moment is refused, and not stored', async () => {
  const ana = await aContact('Ana')
  memory.beforeTransaction = () => deleteContact(table, ana.id)
  const note = createNote(anActor(), ana.id, 'Liga cedo')
  await expect(note).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' })
  expect(notes()).toEqual([])
})

test('a note that a colleague leaves during the deletion of its contact goes with it', async () => {
  const ana = await aContact('Ana')
  memory.beforeTransaction = () => createNote(anActor(), ana.id, 'Liga cedo')
  expect(await deleteContact(table, ana.id)).toBe(1)
  expect(notes()).toEqual([])
})

test('a contact whose merge is undone during the deletion of its survivor stays, with its notes', async () => {
  const [ana, same] = [await aContact('Ana'), await aContact('Aninha')]
  await aNote(same.id)
  const mergeId = await merged(ana, same)
  memory.beforeTransaction = () => undoMerge(table, mergeId, NOW + 1)
  expect(await deleteContact(table, ana.id)).toBe(1)
  expect(await getContact(table, ana.id)).toBeUndefined()
  expect(await getContact(table, same.id)).toMatchObject({ mergedInto: null })
  expect(await notesOf(table, [same.id])).toHaveLength(1)
})

test('a contact that is separated during the deletion of its survivor keeps the contacts that were merged into it', async () => {
  const [ana, bia, caio] = [await aContact('Ana'), await aContact('Bia'), await aContact('Caio')]
  await merged(bia, caio)
  const mergeId = await merged(ana, bia)
  memory.beforeTransaction = () => undoMerge(table, mergeId, NOW + 1)
  expect(await deleteContact(table, ana.id)).toBe(1)
  expect(await getContact(table, bia.id)).toMatchObject({ mergedInto: null })
  expect(await getContact(table, caio.id)).toMatchObject({ mergedInto: bia.id })
})

test('a deletion that dies at any write is completed by the next one, with the notes of merged contacts', async () => {
  for (let writes = 0; ; writes++) {
    const [ana, bia, caio] = [await aContact('Ana'), await aContact('Bia'), await aContact('Caio')]
    await merged(bia, caio)
    await merged(ana, bia)
    for (const { id } of [bia, caio]) await aNote(id)
    memory.dieAfter(writes)
    const isCut = await deleteContact(table, ana.id).then(
      () => false,
      () => true,
    )
    memory.dieAfter()
    await deleteContact(table, ana.id)
    for (const { id } of [ana, bia, caio])
      expect({ writes, left: await getContact(table, id) }).toEqual({ writes })
    expect({ writes, notes: notes() }).toEqual({ writes, notes: [] })
    if (!isCut) return
  }
})
