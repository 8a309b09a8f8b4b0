import { putConnection } from '@recado/shared/connections/store'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { settleContact } from '@recado/shared/contacts/settle-contact'
import { contactMarks } from '@recado/shared/contacts/store'
import { newId } from '@recado/shared/ids'
import { readSheetRows } from '@recado/shared/spreadsheets/read-rows'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { aConnection, aTicket } from '../support/builders.ts'
import { eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()

let company: string
let admin: ApiClient
let user: ApiClient
let other: ApiClient

beforeAll(async () => {
  ;({ company, admin, user, other } = await principals.cast())
})

let used = 0
/** An unused number of these tests. */
const aNumber = () => `551194477${String(4000 + used++).padStart(4, '0')}`

const add = (given: Partial<RequestTo<'createContact'>> = {}, client = user) =>
  client.call('createContact', { name: 'Ana', number: aNumber(), ...given })
const get = (contactId: string, client = user) => client.call('getContact', { contactId })
const search = async (searchParam: string, client = user) =>
  (await client.call('listContacts', { searchParam })).records
const merge = (contactId: string, otherId: string) => admin.call('mergeContacts', { contactId, otherId })

const NO_CONTACT = refused(404, 'ERR_NO_CONTACT_FOUND')
const NOT_PERMITTED = refused(403, 'ERR_NO_PERMISSION')
const INVALID = refused(400, 'ERR_VALIDATION')

test('a blocked contact says so and since when, also in a company without campaigns', async () => {
  const ofShop = await principals.company({ campaignsEnabled: false })
  const [shop, client] = [principals.tenant(ofShop), await principals.signedIn(ofShop)]
  const { id: contactId, number } = await add({}, client)
  expect(await get(contactId, client)).toMatchObject({ blocked: null })
  const evidence = { text: 'sair', at: '2026-11-23T15:00:00.000Z', whatsappId: 'W' }
  const block = { id: newId(), number: number ?? '', name: 'Ana', createdAt: '2026-11-24T10:00:00.000Z' }
  await putBlock(shop, { ...block, origin: 'OPT_OUT', evidence })
  expect(await get(contactId, client)).toMatchObject({ blocked: { origin: 'OPT_OUT', since: evidence.at } })
  // Only companies with campaigns have the list, and lift blocks.
  expect(await client.attempt('listContactBlocks', {})).toMatchObject(NOT_PERMITTED)
  expect(await client.attempt('deleteContactBlock', { contactBlockId: block.id })).toMatchObject(
    NOT_PERMITTED,
  )
  await settleContact(shop, { connectionId: 'x', chat: 'lid-790077' }, Date.now())
  const [byLid] = (await client.call('listContacts', {})).records.filter(({ lid }) => lid === '790077')
  await putBlock(shop, { ...block, id: newId(), number: '', lid: '790077', origin: 'MANUAL', evidence: null })
  expect(await get(byLid?.id ?? '', client)).toMatchObject({
    blocked: { origin: 'MANUAL', since: block.createdAt },
  })
})

describe('a contact', () => {
  test('a contact is added, found, read and changed by any user', async () => {
    const tag = await admin.call('createTag', { name: 'Fiel', color: '#336699' })
    const number = aNumber()
    const made = await add({
      name: ' Zélia Prado ',
      number: `+55 (11) ${number.slice(4)}`,
      email: 'zelia@exemplo.test',
      var1: 'um',
      extraInfo: [{ name: 'Cidade', value: 'Santos' }],
      tagIds: [tag.id, tag.id],
    })
    expect(made).toMatchObject({
      name: 'Zélia Prado',
      nameFrom: 'user',
      number,
      lid: null,
      tagIds: [tag.id],
      botDisabled: false,
      notes: [],
      blocked: null,
      endedOptOuts: [],
      mergedFrom: [],
    })
    for (const text of ['ZELIA', 'prado', number.slice(-6), 'zelia@'])
      expect((await search(text)).map(({ id }) => id)).toContain(made.id)
    const changed = await user.call('updateContact', { contactId: made.id, name: 'Zélia', botDisabled: true })
    expect(changed).toMatchObject({ name: 'Zélia', botDisabled: true, email: 'zelia@exemplo.test', number })
    expect(await get(made.id)).toEqual(changed)
  })

  test('a contact that is sent back as it was read is unchanged', async () => {
    const { id, name, number, email, var1, var2, var3, extraInfo, tagIds, botDisabled } = await add()
    const body = { name, number, email, var1, var2, var3, extraInfo, tagIds, botDisabled }
    const changed = await user.call('updateContact', { contactId: id, ...body })
    expect(changed).toMatchObject(body)
  })

  test('a number belongs to one contact, in any spelling', async () => {
    const { number } = await add()
    const digits = number ?? ''
    const duplicated = refused(409, 'ERR_DUPLICATED_CONTACT')
    for (const typed of [digits, `+${digits}`, `(11) ${digits.slice(4, 9)}-${digits.slice(9)}`])
      expect(await user.attempt('createContact', { name: 'Outra', number: typed })).toMatchObject(duplicated)
    const second = await add()
    expect(await user.attempt('updateContact', { contactId: second.id, name: 'Bia', number })).toMatchObject(
      duplicated,
    )
    expect((await get(second.id)).number).toBe(second.number)
  })

  test('of ten contacts with one number added at once one is made', async () => {
    const number = aNumber()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.attempt('createContact', { name: 'Ana', number })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('each change of a contact is told to its company only', async () => {
    const [ours, theirs] = [await LiveSocket.open(user), await LiveSocket.open(other)]
    const made = await add({ name: 'Vista' })
    expect(await ours.frame('made', isAbout(made.id, 'create'))).toMatchObject({
      channel: `company-${company}-contact`,
    })
    await user.call('updateContact', { contactId: made.id, name: 'Vista Alegre' })
    expect(await ours.frame('changed', isAbout(made.id, 'update'))).toMatchObject({
      record: { name: 'Vista Alegre' },
    })
    await admin.call('deleteContact', { contactId: made.id })
    await ours.frame('deleted', isAbout(made.id, 'delete'))
    await add({ name: 'Deles' }, other)
    await theirs.frame('their own', ({ action }) => action === 'create')
    expect(theirs.frames).toHaveLength(1)
    ours.close()
    theirs.close()
  })
})

describe('bad input of contacts', () => {
  const extra = { name: 'Cidade', value: 'Santos' }
  test.each([
    ['a blank name', { name: '  ' }],
    ['a name of 10,000 characters', { name: 'a'.repeat(10_000) }],
    ['a name with a bidi control', { name: 'Ana \u202eamiL' }],
    ['21 pieces of extra information', { extraInfo: Array(21).fill(extra) }],
    ['extra information without a name', { extraInfo: [{ name: ' ', value: 'x' }] }],
    ['an extra value of 501 characters', { extraInfo: [{ name: 'x', value: 'x'.repeat(501) }] }],
    ['an e-mail that is none', { email: 'nenhum' }],
    ['21 tags', { tagIds: Array.from({ length: 21 }, newId) }],
    ['a field nobody knows', { mergedInto: 'x' }],
    ['no number', { number: undefined }],
    ['a NUL in a name', { name: 'A\0na' }],
  ])('a contact with %s is refused', async (_, wrong) => {
    const input = { name: 'Rejeitada', number: aNumber(), ...wrong }
    expect(await user.send('POST', '/contacts', input)).toMatchObject(INVALID)
    expect(await search('rejeitada')).toEqual([])
  })

  test('a number that is none is refused at its field', async () => {
    expect(await user.attempt('createContact', { name: 'Ana', number: '123456789' })).toMatchObject(
      refused(400, 'ERR_WAPP_INVALID_CONTACT'),
    )
    const { id } = await add()
    expect(await user.attempt('updateContact', { contactId: id, name: 'Ana', number: null })).toMatchObject(
      refused(400, 'ERR_WAPP_INVALID_CONTACT'),
    )
  })

  test('a tag of another company, or one that was deleted, is refused; a tag deleted later stays harmless', async () => {
    const [theirs, ours] = [
      await other.call('createTag', { name: 'Deles', color: '#112233' }),
      await admin.call('createTag', { name: `Nossa ${newId()}`, color: '#112233' }),
    ]
    const noTag = refused(404, 'ERR_NO_TAG_FOUND')
    const number = aNumber()
    expect(await user.attempt('createContact', { name: 'Ana', number, tagIds: [theirs.id] })).toMatchObject(
      noTag,
    )
    const { id } = await add({ tagIds: [ours.id] })
    await admin.call('deleteTag', { tagId: ours.id })
    await user.call('updateContact', { contactId: id, name: 'Ana', tagIds: [ours.id] })
    expect(await user.attempt('createContact', { name: 'Ana', number, tagIds: [ours.id] })).toMatchObject(
      noTag,
    )
  })

  test('a cursor of another search, company or list is refused', async () => {
    for (let at = 0; at < 21; at++) await add({ name: `Cursor ${at}` })
    const page = await user.call('listContacts', { searchParam: 'cursor' })
    expect([page.records.length, page.count, page.hasMore]).toEqual([20, 21, true])
    const cursor = page.nextCursor ?? ''
    const rest = await user.call('listContacts', { searchParam: 'cursor', cursor })
    expect(rest.records).toHaveLength(1)
    expect(await user.attempt('listContacts', { cursor })).toMatchObject(INVALID)
    expect(await user.attempt('listTags', { cursor })).toMatchObject(INVALID)
    expect(await other.attempt('listContacts', { searchParam: 'cursor', cursor })).toMatchObject(INVALID)
  })

  test('contacts come by name', async () => {
    for (const name of ['Ordem Érica', 'ordem ana', 'Ordem Bruno']) await add({ name })
    expect((await search('ordem')).map(({ name }) => name)).toEqual([
      'ordem ana',
      'Ordem Bruno',
      'Ordem Érica',
    ])
  })
})

describe('contacts and people', () => {
  test('another company cannot see, change, merge or delete a contact', async () => {
    const { id: contactId } = await add({ name: 'Nossa Gente' })
    const { id: ownId } = await add({}, other)
    for (const answer of [
      await other.attempt('getContact', { contactId }),
      await other.attempt('updateContact', { contactId, name: 'Deles' }),
      await other.attempt('deleteContact', { contactId }),
      await other.attempt('listContactTickets', { contactId }),
      await other.attempt('createContactNote', { contactId, text: 'Oi' }),
      await other.attempt('mergeContacts', { contactId, otherId: ownId }),
      await other.attempt('mergeContacts', { contactId: ownId, otherId: contactId }),
    ])
      expect(answer).toMatchObject(NO_CONTACT)
    expect(await search('nossa gente', other)).toEqual([])
  })

  test('users neither delete, merge, import nor export contacts', async () => {
    const [one, two] = [await add(), await add()]
    const { mergeId } = await merge(one.id, two.id)
    const list = await admin.newList('Permissões')
    for (const answer of [
      await user.attempt('deleteContact', { contactId: one.id }),
      await user.attempt('mergeContacts', { contactId: one.id, otherId: two.id }),
      await user.attempt('undoContactMerge', { mergeId }),
      await user.attempt('importIntoContacts', { contactListId: list.id }),
      await user.attempt('exportContacts', {}),
    ])
      expect(answer).toMatchObject(NOT_PERMITTED)
    expect((await get(one.id)).mergedFrom).toHaveLength(1)
  })

  test('a note is seen by all, and deleted by its author or an admin', async () => {
    const { id: contactId } = await add()
    const note = await user.call('createContactNote', { contactId, text: ' Liga cedo ' })
    expect(note.text).toBe('Liga cedo')
    expect((await get(contactId, admin)).notes).toEqual([note])
    const colleague = await principals.signedIn(company, { profile: 'user' })
    const noNote = refused(404, 'ERR_NO_NOTE_FOUND')
    expect(await colleague.attempt('deleteContactNote', { contactId, noteId: note.id })).toMatchObject(noNote)
    await user.call('deleteContactNote', { contactId, noteId: note.id })
    expect(await user.attempt('deleteContactNote', { contactId, noteId: note.id })).toMatchObject(noNote)
    for (const text of ['  ', 'a'.repeat(2001)])
      expect(await user.attempt('createContactNote', { contactId, text })).toMatchObject(INVALID)
    const second = await user.call('createContactNote', { contactId, text: 'Outra' })
    await admin.call('deleteContactNote', { contactId, noteId: second.id })
    expect((await get(contactId)).notes).toEqual([])
  })
})

describe('a merge of contacts', () => {
  test('a merged contact answers the other one, and undoing it gives both back exactly', async () => {
    const [one, two] = [await add({ name: 'Fusão Um' }), await add({ name: 'Fusão Dois', var2: 'dois' })]
    await user.call('createContactNote', { contactId: two.id, text: 'Do segundo' })
    const before = [await get(one.id), await get(two.id)]
    const { mergeId } = await merge(one.id, two.id)
    const merged = await get(two.id)
    expect(merged).toMatchObject({
      id: one.id,
      name: 'Fusão Um',
      mergedFrom: [{ mergeId, contact: { id: two.id, name: 'Fusão Dois' } }],
      notes: [{ text: 'Do segundo' }],
    })
    expect((await search('fusao')).map(({ id }) => id)).toEqual([one.id])
    expect((await search(two.number ?? '')).map(({ id }) => id)).toEqual([one.id])
    expect((await admin.attempt('undoContactMerge', { mergeId })).status).toBe(204)
    expect([await get(one.id), await get(two.id)]).toEqual(before)
    expect(await admin.attempt('undoContactMerge', { mergeId })).toMatchObject(
      refused(404, 'ERR_NO_MERGE_FOUND'),
    )
  })

  test('a merge with itself or in a circle is refused, and changes nothing', async () => {
    const [a, b, c] = [await add(), await add(), await add()]
    const same = refused(409, 'ERR_SAME_CONTACT')
    expect(await admin.attempt('mergeContacts', { contactId: a.id, otherId: a.id })).toMatchObject(same)
    await merge(a.id, b.id)
    await merge(c.id, a.id)
    for (const [contactId, otherId] of [
      [b.id, a.id],
      [a.id, c.id],
      [b.id, c.id],
    ] as const)
      expect(await admin.attempt('mergeContacts', { contactId, otherId })).toMatchObject(same)
    expect(await get(b.id)).toMatchObject({ id: c.id })
    expect(await admin.attempt('mergeContacts', { contactId: a.id, otherId: newId() })).toMatchObject(
      NO_CONTACT,
    )
  })

  test('contacts with one e-mail are possible duplicates until they are merged', async () => {
    const email = 'dupla@exemplo.test'
    const [one, two] = [await add({ email }), await add({ email: 'Dupla@exemplo.test' })]
    const ids = async () =>
      (await user.call('listDuplicateContacts')).records.map(({ reason, contacts }) => [
        reason,
        ...contacts.map(({ id }) => id).sort(),
      ])
    expect(await ids()).toContainEqual(['email', ...[one.id, two.id].sort()])
    await merge(one.id, two.id)
    expect(await ids()).not.toContainEqual(['email', ...[one.id, two.id].sort()])
  })

  test('WhatsApp’s word that two contacts are one merges them, and a user may undo it', async () => {
    const table = principals.tenant(company)
    const made = await add({ name: 'Dita por Ana' })
    const byLid = await settleContact(table, { connectionId: 'x', chat: 'lid-790001' }, Date.now())
    const chat = made.number ?? ''
    const settled = await settleContact(table, { connectionId: 'x', chat, lid: '790001' }, Date.now())
    expect(settled).toMatchObject({ id: made.id, name: 'Dita por Ana' })
    const [merged] = (await get(byLid.id)).mergedFrom
    expect(merged).toMatchObject({ userId: null, contact: { id: byLid.id } })
    await admin.call('undoContactMerge', { mergeId: merged?.mergeId ?? '' })
    expect((await get(byLid.id)).id).toBe(byLid.id)
  })
})

describe('the tickets of a contact', () => {
  test('are listed with the tickets of merged contacts, as far as the user may see them; a live ticket keeps the contact', async () => {
    const table = principals.tenant(company)
    const queue = await admin.call('createTicketQueue', { name: 'Contatos', color: '#123123' })
    const connection = aConnection({ companyId: company, name: 'Loja dos contatos', queueIds: [queue.id] })
    await putConnection(table, connection)
    const [one, two] = [await add({ name: 'Tem Conversa' }), await add()]
    const opened = { whatsappId: connection.id, chat: one.number ?? '', queueId: queue.id }
    const live = aTicket({ ...opened, id: newId(), uuid: crypto.randomUUID() })
    await writeTicket(table, undefined, live)
    const former = aTicket({
      ...opened,
      chat: two.number ?? '',
      id: newId(),
      uuid: crypto.randomUUID(),
      status: 'closed',
      closedAt: new Date().toISOString(),
    })
    await writeTicket(table, undefined, former)
    await merge(one.id, two.id)
    const idsFor = async (client: ApiClient) =>
      (await client.call('listContactTickets', { contactId: one.id })).records.map(({ id }) => id)
    expect(await idsFor(admin)).toEqual([former.id, live.id])
    expect(await idsFor(user)).toEqual([])
    const kept = await admin.attempt('deleteContact', { contactId: one.id })
    expect(kept).toMatchObject(refused(409, 'ERR_OTHER_OPEN_TICKET'))
    expect(kept.body).toMatchObject({ values: { queueName: 'Contatos', uuid: live.uuid } })
    expect((await get(one.id)).id).toBe(one.id)
    await writeTicket(table, { ...live, revision: 1 }, { ...live, revision: 1, status: 'closed' })
    expect((await admin.attempt('deleteContact', { contactId: one.id })).status).toBe(204)
    expect(await user.attempt('getContact', { contactId: one.id })).toMatchObject(NO_CONTACT)
    expect(await user.attempt('getContact', { contactId: two.id })).toMatchObject(NO_CONTACT)
    expect(await contactMarks(table, { number: two.number ?? '' })).toEqual({})
  })
})

describe('an import into the contacts', () => {
  const ended = (importId: string) =>
    eventually('the import ended', async () => {
      const state = await admin.call('getContactsImport', { importId })
      return state.status === 'DONE' || state.status === 'FAILED' ? state : undefined
    })

  test('a list adds each of its contacts once, and leaves known contacts as they are', async () => {
    const known = await add({ name: 'Já estava' })
    const numbers = [...Array.from({ length: 100 }, aNumber), known.number ?? '']
    const list = await admin.newList('Para contatos')
    const rows = numbers.map((number, at) => [`Pessoa ${at}`, number])
    await admin.imported(list.id, new Uint8Array(await writeSheet({ header: ['nome', 'numero'], rows })))
    const socket = await LiveSocket.open(admin)
    const { importId } = await admin.call('importIntoContacts', { contactListId: list.id })
    expect(await ended(importId)).toMatchObject({ status: 'DONE', read: 101, imported: 100, duplicated: 1 })
    await socket.frame(
      'its end',
      ({ channel, action }) => channel.endsWith('-contact') && action === 'imported',
    )
    socket.close()
    expect(await get(known.id)).toEqual(known)
    for (const number of [numbers[0], numbers[99]]) expect(await search(number ?? '')).toHaveLength(1)
    const again = await admin.call('importIntoContacts', { contactListId: list.id })
    expect(await ended(again.importId)).toMatchObject({ status: 'DONE', imported: 0, duplicated: 101 })
    expect(await admin.attempt('cancelContactsImport', { importId })).toMatchObject(
      refused(409, 'ERR_IMPORT_ENDED'),
    )
  })

  test('a spreadsheet brings its people in, and its refused rows can be fetched', async () => {
    const number = aNumber()
    const rows = [
      ['Planilha \u202eUm', number, 'p@exemplo.test'],
      ['Sem número', 'nenhum'],
    ]
    const sheet = new Uint8Array(await writeSheet({ header: ['nome', 'numero', 'email'], rows }))
    const { importId } = await admin.call('importIntoContacts', { uploadId: await uploaded(admin, sheet) })
    expect(await ended(importId)).toMatchObject({ status: 'DONE', imported: 1, refused: 1 })
    expect(await search(number)).toMatchObject([{ name: 'Planilha Um', email: 'p@exemplo.test' }])
    const file = await admin.call('refusedContactsRows', { importId })
    expect('fileName' in file && file.fileName).toContain('Linhas recusadas')
  })

  test.each([
    ['nothing', {}],
    ['a list and a file', { contactListId: newId(), uploadId: newId() }],
    ['a list with a layout', { contactListId: newId(), layout: { columns: { number: 0 }, firstLine: 1 } }],
  ])('an import of %s is refused', async (_, input) => {
    expect(await admin.send('POST', '/contacts/import', input)).toMatchObject(INVALID)
  })

  test('an import of another company’s list or file is refused', async () => {
    const list = await other.newList('Deles')
    expect(await admin.attempt('importIntoContacts', { contactListId: list.id })).toMatchObject(
      refused(404, 'ERR_NO_CONTACT_LIST_FOUND'),
    )
    const uploadId = await uploaded(other, new Uint8Array(await writeSheet({ header: ['numero'], rows: [] })))
    expect(await admin.attempt('importIntoContacts', { uploadId })).toMatchObject(
      refused(400, 'ERR_UPLOAD_MISSING'),
    )
  })
})

describe('the export of contacts', () => {
  test('all contacts come as text, in the columns of an import, with tags and extra information', async () => {
    const boss = await principals.signedIn(await principals.company())
    const tag = await boss.call('createTag', { name: 'Fiel', color: '#336699' })
    const number = aNumber()
    await add(
      {
        name: '=HYPERLINK("x")',
        number,
        tagIds: [tag.id],
        extraInfo: [{ name: '@Cidade', value: '+1' }],
      },
      boss,
    )
    const file = await boss.call('exportContacts', {})
    if (!('bytes' in file)) throw new Error('The file is not ready')
    const rows: string[][] = []
    for await (const { cells } of readSheetRows(file.bytes)) rows.push(cells)
    expect(rows).toEqual([
      ['nome', 'numero', 'email', 'var1', 'var2', 'var3', 'etiquetas', 'informações'],
      ['=HYPERLINK("x")', number, '', '', '', '', 'Fiel', '@Cidade: +1'],
    ])
  })
})

describe('the erasure of a person', () => {
  test('the person’s contact goes with its notes, and is in the person’s data before', async () => {
    const made = await add({ name: 'Apagada', extraInfo: [{ name: 'Cidade', value: 'Ubatuba' }] })
    const number = made.number ?? ''
    await user.call('createContactNote', { contactId: made.id, text: 'Nota apagada' })
    await admin.call('eraseDataSubject', { number })
    await eventually('the contact is gone', async () => {
      const { status } = await user.attempt('getContact', { contactId: made.id })
      return status === 404 ? true : undefined
    })
    expect(await search('apagada')).toEqual([])
  })
})
