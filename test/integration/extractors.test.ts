import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '@recado/shared/connections/asks'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { GroupFetch } from '@recado/shared/groups/group-fetch'
import type { FileAnswer } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import { knownAddress } from '@recado/shared/phone-numbers/addresses'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, fileOf } from '../support/api-client.ts'
import { Conversations } from '../support/conversations.ts'
import { eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { rowsOf } from '../support/spreadsheets-by-hand.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000071'
const BRANCH = '5511900000072'
const [ANA, BETO, CAIO, DORA, HIDDEN] = [1, 2, 3, 4, 5].map((n) => `551195557000${n}`) as [
  string,
  string,
  string,
  string,
  string,
]

const { principals } = ownSystem()
let admin: ApiClient
let live: LiveSocket
let shop: Connection

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
  live = await LiveSocket.open(admin)
  for (const [number, name] of [
    [ANA, 'Ana'],
    [BETO, 'Beto'],
    [CAIO, 'Caio'],
  ])
    await admin.simulator('POST', '/phones', { number, name })
  await admin.simulator('POST', `/phones/${SHOP}/contacts`, [
    { number: ANA, name: 'Ana Souza' },
    { number: CAIO, name: 'Caio Pneus' },
  ])
  await admin.simulator('POST', `/phones/${BETO}/messages`, { to: SHOP, text: 'Oi, antes de tudo' })
  shop = await admin.linkedConnection(SHOP, 'Matriz')
})

const groupContacts = (client = admin) => client.call('groupContacts')
const newGroup = async (subject: string, members: string[], more: Record<string, unknown> = {}) => {
  const made = { subject, members, admins: [members[0]], ...more }
  return (await admin.simulator<{ id: string }>('POST', '/groups', made)).id
}
const synced = async (client = admin): Promise<GroupFetch[]> => {
  await client.call('syncGroups')
  return eventually('all groups are read', async () => {
    const { fetches } = await groupContacts(client)
    return fetches.every(({ status }) => status !== 'FETCHING') && fetches
  })
}
const groupNamed = async (name: string) => (await groupContacts()).groups.find((group) => group.name === name)
const lists = async () => (await admin.call('listContactLists', { type: 'GROUP' })).records
/** The list of a group, once it is so. */
const listWhen = (what: string, holds: (list: ContactList) => boolean) =>
  eventually(what, async () => (await lists()).find(holds))
const sheetOf = async ({ fileName, bytes }: FileAnswer) => ({ name: fileName, rows: await rowsOf(bytes) })
const groupSheet = async (groupId: string) => sheetOf(await admin.call('exportGroup', { groupId }))

test('a synchronisation without a linked account is refused', async () => {
  const stranger = await principals.signedIn(await principals.company())
  expect(await stranger.attempt('syncGroups')).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  })
  expect(await groupContacts(stranger)).toEqual({ groups: [], fetches: [] })
})

describe('the contacts extractor', () => {
  const known = async () =>
    (await admin.call('extractedContacts')).extractedContacts.find(({ whatsappId }) => whatsappId === shop.id)
  const exported = async () =>
    sheetOf(fileOf(await admin.call('exportExtractedContacts', { whatsappId: shop.id })))
  const people = async () => (await exported()).rows

  test('extracted contacts come from address book and chats, with the best known name', async () => {
    await eventually('everybody is known', async () => (await known())?.count === 3)
    expect(await known()).toEqual({
      id: shop.id,
      whatsappId: shop.id,
      whatsapp: { name: 'Matriz' },
      count: 3,
      unknownNumbers: 0,
    })
    await eventually('what Beto calls himself', async () =>
      (await people()).some(([name]) => name === 'Beto'),
    )
    expect(await people()).toEqual([
      ['nome', 'numero'],
      ['Ana Souza', ANA],
      ['Beto', BETO],
      ['Caio Pneus', CAIO],
    ])
    const day = /^Matriz \d\d-\d\d-\d{4}\.xlsx$/
    expect((await exported()).name).toMatch(day)
  })

  test('extracted contacts include new senders, and names saved later on the phone', async () => {
    await admin.simulator('POST', `/phones/${DORA}/messages`, { to: SHOP, text: 'Boa tarde' })
    await eventually('Dora is known', async () => (await known())?.count === 4)
    await admin.simulator('POST', `/phones/${SHOP}/contacts`, [{ number: DORA, name: 'Dora Flores' }])
    await eventually('by her name', async () => (await people()).some(([name]) => name === 'Dora Flores'))
    expect((await people()).filter(([, number]) => number === DORA)).toHaveLength(1)
  })

  test('contacts without a known number are counted apart, until the number is learned', async () => {
    await admin.simulator('POST', '/phones', { number: HIDDEN, name: 'Misteriosa' })
    const hidden = { to: SHOP, text: 'Adivinha', hideNumber: true }
    await admin.simulator('POST', `/phones/${HIDDEN}/messages`, hidden)
    await eventually('somebody without a number', async () => (await known())?.unknownNumbers === 1)
    expect(await people()).not.toContainEqual(expect.arrayContaining(['Misteriosa']))
    await admin.simulator('POST', `/phones/${HIDDEN}/messages`, {
      to: SHOP,
      text: 'Sou eu',
      addressing: 'pn',
    })
    await eventually('the number', async () => (await known())?.unknownNumbers === 0)
    expect(await people()).toContainEqual(['Misteriosa', HIDDEN])
  })
})

describe('a synchronisation', () => {
  test('a synchronisation creates a list for each group, and shows its progress', async () => {
    await newGroup('Clientes do bairro', [SHOP, ANA, CAIO])
    const early = live.frames.length
    expect(await synced()).toEqual([
      expect.objectContaining({
        whatsappId: shop.id,
        whatsappName: 'Matriz',
        status: 'DONE',
        total: 1,
        stored: 1,
      }),
    ])
    const [list] = await lists()
    expect(list).toMatchObject({
      name: 'Clientes do bairro',
      type: 'GROUP',
      contactsCount: 3,
      valids: 3,
      unknowns: 0,
      group: { name: 'Clientes do bairro', whatsappId: shop.id, whatsappName: 'Matriz', unknownNumbers: 0 },
    })
    expect(await groupNamed('Clientes do bairro')).toEqual({
      id: list?.group?.id,
      name: 'Clientes do bairro',
      contactsCount: 3,
      unknownNumbers: 0,
      whatsappId: shop.id,
      whatsappName: 'Matriz',
      contactListId: list?.id,
      updatedAt: expect.any(String),
      contacts: [
        { name: '', number: SHOP, admin: true },
        { name: 'Ana Souza', number: ANA, admin: false },
        { name: 'Caio Pneus', number: CAIO, admin: false },
      ],
    })
    const alone = await admin.call('groupContacts', { contacts: 'false' })
    expect(alone.groups).toEqual([{ ...(await groupNamed('Clientes do bairro')), contacts: null }])
    await live.frame('the list', isAbout(String(list?.id), 'create'))
    await eventually('the end', async () => live.frames.slice(early).some(isDone))
  })
  const isDone = (frame: object) =>
    'fetch' in frame &&
    (frame.fetch as GroupFetch).status === 'DONE' &&
    (frame.fetch as GroupFetch).total === 1

  test('a synchronisation requested twice changes nothing', async () => {
    const before = await lists()
    await Promise.all([synced(), synced()])
    const after = await lists()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  test('a synchronisation reports an account that is offline, and reads the others', async () => {
    const branch = await admin.linkedConnection(BRANCH, 'Filial')
    await newGroup('Só da filial', [BRANCH, ANA])
    await newGroup('Das duas', [SHOP, BRANCH, ANA])
    await synced()
    const both = (await lists()).filter(({ name }) => name === 'Das duas')
    expect(both.map(({ group }) => group?.whatsappName).sort()).toEqual(['Filial', 'Matriz'])

    await admin.simulator('POST', '/faults', { kind: 'refuseLogin', number: BRANCH, reason: 503 })
    await admin.simulator('POST', '/faults', { kind: 'disconnect', number: BRANCH })
    await eventually('it is away', async () => (await admin.connection(branch.id)).status === 'TIMEOUT')
    const fetches = await synced()
    expect(fetches.find(({ whatsappId }) => whatsappId === branch.id)).toMatchObject({
      status: 'FAILED',
      error: 'ERR_WAPP_NOT_INITIALIZED',
    })
    expect(fetches.find(({ whatsappId }) => whatsappId === shop.id)).toMatchObject({ status: 'DONE' })
    expect((await lists()).some(({ name }) => name === 'Só da filial')).toBe(true)
    await admin.simulator('POST', '/faults', { kind: 'clear' })
    await admin.connected(branch.id, 90_000)
  })
})

describe('a GROUP list', () => {
  const members = (id: string, change: Record<string, string[]>) =>
    admin.simulator('POST', `/groups/${id}/members`, change)

  test('a GROUP list follows members and group name, until a user renames it', async () => {
    const id = await newGroup('Bazar', [SHOP, ANA])
    await synced()
    const list = await listWhen('the list', ({ name }) => name === 'Bazar')
    const isIt = (other: ContactList) => other.id === list.id
    await members(id, { add: [CAIO, BETO] })
    await listWhen('both have joined', (now) => isIt(now) && now.contactsCount === 4 && now.valids === 4)
    await members(id, { remove: [BETO], promote: [CAIO] })
    await listWhen('one has left', (now) => isIt(now) && now.contactsCount === 3)
    await eventually('Caio is an admin', async () =>
      (await groupNamed('Bazar'))?.contacts?.some(({ number, admin: is }) => number === CAIO && is),
    )

    await admin.simulator('PATCH', `/groups/${id}`, { subject: 'Bazar de Natal' })
    await listWhen('the new name', (now) => isIt(now) && now.name === 'Bazar de Natal')
    await admin.call('updateContactList', { contactListId: list.id, name: 'Meu bazar' })
    await admin.simulator('PATCH', `/groups/${id}`, { subject: 'Bazar de Páscoa' })
    const kept = await listWhen(
      'the group’s name',
      (now) => isIt(now) && now.group?.name === 'Bazar de Páscoa',
    )
    expect(kept.name).toBe('Meu bazar')
    await live.frame('an update', (frame) => frame.action === 'update' && isIt(frame.record as ContactList))
  })

  test('a GROUP list takes no contacts by hand, and keeps its name', async () => {
    await newGroup('Coral', [SHOP, ANA])
    await synced()
    const list = await listWhen('the list', ({ name }) => name === 'Coral')
    const contacts = [{ name: 'Caio', number: CAIO }]
    expect(
      await admin.attempt('updateContactList', { contactListId: list.id, name: 'Coro', contacts }),
    ).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_LIST_FOUND' } })
    expect(await admin.list(list.id)).toMatchObject({ name: 'Coral', contactsCount: 2 })
  })

  test('a GROUP list is deleted when the account leaves the group', async () => {
    const id = await newGroup('De passagem', [ANA, SHOP, CAIO])
    await synced()
    const list = await listWhen('the list', ({ name }) => name === 'De passagem')
    await members(id, { remove: [SHOP] })
    await eventually('it is gone', async () => !(await lists()).some((other) => other.id === list.id))
    expect(await groupNamed('De passagem')).toBeUndefined()
    await live.frame('it is told', (frame) => frame.action === 'delete' && frame.id === list.id)
  })

  test('a deleted GROUP list returns with a synchronisation, not with an event', async () => {
    const id = await newGroup('Voltas', [SHOP, ANA])
    await synced()
    const list = await listWhen('the list', ({ name }) => name === 'Voltas')
    await admin.call('deleteContactList', { contactListId: list.id })
    await members(id, { add: [CAIO] })
    await eventually('the change', async () => (await groupNamed('Voltas'))?.contactsCount === 3)
    expect((await groupNamed('Voltas'))?.contactListId).toBeNull()
    expect((await lists()).some(({ name }) => name === 'Voltas')).toBe(false)
    await synced()
    await listWhen('it is there again', ({ name, contactsCount }) => name === 'Voltas' && contactsCount === 3)
  })

  test('a GROUP list counts members without a known number, and fills in learned numbers', async () => {
    const secret = '5511955570091'
    await admin.simulator('POST', '/phones', { number: secret, name: 'Sigilo' })
    await newGroup('Anônimos', [SHOP, ANA, secret], { hidden: [secret] })
    await synced()
    const list = await listWhen('the list', ({ name }) => name === 'Anônimos')
    expect(list).toMatchObject({ contactsCount: 3, valids: 2, unknowns: 1, group: { unknownNumbers: 1 } })
    const group = await groupNamed('Anônimos')
    expect(group).toMatchObject({ unknownNumbers: 1 })
    expect(group?.contacts).toContainEqual({ name: '', number: '', admin: false })

    await admin.simulator('POST', `/phones/${secret}/messages`, { to: SHOP, text: 'Olá', addressing: 'pn' })
    await eventually('the number', async () => (await groupNamed('Anônimos'))?.unknownNumbers === 0)
    await eventually('number and name in the spreadsheet', async () =>
      (await groupSheet(list.id)).rows.some(
        ([name, number, is]) => name === 'Sigilo' && number === secret && is === 'não',
      ),
    )
  })
})

describe('a group as a spreadsheet', () => {
  test('a group’s spreadsheet has name, number and admin mark, by group id and by list id', async () => {
    const group = await groupNamed('Clientes do bairro')
    const expected = [
      ['nome', 'numero', 'admin'],
      ['', SHOP, 'sim'],
      ['Ana Souza', ANA, 'não'],
      ['Caio Pneus', CAIO, 'não'],
    ]
    for (const id of [group?.id, group?.contactListId]) {
      const file = await groupSheet(id ?? '')
      expect(file.rows).toEqual(expected)
      expect(file.name).toMatch(/^Clientes do bairro \d\d-\d\d-\d{4}\.xlsx$/)
    }
  })

  test('a group’s spreadsheet can be made from members in the request', async () => {
    const contacts = [{ name: '=1+1', number: ANA, admin: true }]
    const made = await admin.call('exportGroupContacts', { contacts, name: 'Meu grupo' })
    const { name, rows } = await sheetOf(made)
    expect(name).toMatch(/^Meu grupo /)
    expect(rows).toEqual([
      ['nome', 'numero', 'admin'],
      ['=1+1', ANA, 'sim'],
    ])
  })

  test('groups and extracted contacts are hidden from another company', async () => {
    const other = await principals.signedIn(await principals.company())
    const group = await groupNamed('Clientes do bairro')
    const noGroup = { status: 404, body: { error: 'ERR_NO_GROUP_FOUND' } }
    for (const id of [group?.id, group?.contactListId, `${newId()}-120363000000000000`, newId()])
      expect(await other.attempt('exportGroup', { groupId: id ?? '' })).toMatchObject(noGroup)
    for (const id of [shop.id, newId()]) {
      expect(await other.attempt('exportExtractedContacts', { whatsappId: id })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_WAPP_FOUND' },
      })
    }
    expect(await groupContacts(other)).toEqual({ groups: [], fetches: [] })
  })
})

describe('a question about numbers', () => {
  const asked = async (connectionId: string, numbers: string[]) => {
    const { table, queues } = await Conversations.ofConnection(admin, connectionId)
    return {
      table,
      answer: ask(table, { queues, now: Date.now, pause }, connectionId, { kind: 'check', numbers }),
    }
  }
  const nobody = '5511955570000'

  test('a number check answers each number, remembers it, is rate limited, and fails on a closed connection', async () => {
    const { table, answer } = await asked(shop.id, [ANA, nobody])
    expect(await answer).toEqual({
      addresses: [
        { number: ANA, exists: true, jid: `${ANA}@s.whatsapp.net` },
        { number: nobody, exists: false, jid: null },
      ],
    })
    expect(await knownAddress(table, nobody, Date.now())).toMatchObject({ exists: false })

    await admin.simulator('POST', '/faults', { kind: 'checkLimit', number: SHOP, perMinute: 0 })
    const refused = await (await asked(shop.id, [CAIO])).answer
    expect(refused).toEqual({ refusedUntil: expect.any(Number) })
    await admin.simulator('POST', '/faults', { kind: 'clear' })

    const { id } = await admin.call('createConnection', { name: 'Fechada' })
    await expect((await asked(id, [ANA])).answer).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' })
  })
})
