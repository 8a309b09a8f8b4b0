import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '@recado/shared/connections/asks'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { knownAddress } from '@recado/shared/contacts/addresses'
import type { ExtractedContacts, ExtractedGroup, GroupFetch } from '@recado/shared/extractors/extracted'
import { newId } from '@recado/shared/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { Conversations } from '../support/conversations.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { rowsOf } from '../support/spreadsheets-by-hand.ts'

const SHOP = '5511900000071'
const BRANCH = '5511900000072'
const [ANA, BETO, CAIO, DORA, HIDDEN] = [1, 2, 3, 4, 5].map((n) => `551195557000${n}`) as [
  string,
  string,
  string,
  string,
  string,
]

let system: RunningSystem
let principals: Principals
let admin: ApiClient
let live: LiveSocket
let shop: Connection

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
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
afterAll(() => system.stop())

const groupContacts = (client = admin) =>
  client.done<{ groups: ExtractedGroup[]; fetches: GroupFetch[] }>('GET', '/contact-lists/group-contacts')
const newGroup = async (subject: string, members: string[], more: Record<string, unknown> = {}) => {
  const made = { subject, members, admins: [members[0]], ...more }
  return (await admin.simulator<{ id: string }>('POST', '/groups', made)).id
}
const synced = async (client = admin): Promise<GroupFetch[]> => {
  await client.done('POST', '/contact-lists/sync-groups')
  return eventually('all groups are read', async () => {
    const { fetches } = await groupContacts(client)
    return fetches.every(({ status }) => status !== 'FETCHING') && fetches
  })
}
const groupNamed = async (name: string) => (await groupContacts()).groups.find((group) => group.name === name)
const lists = async () =>
  (await admin.done<{ records: ContactList[] }>('GET', '/contact-lists?type=GROUP')).records
/** The list of a group, once it is so. */
const listWhen = (what: string, holds: (list: ContactList) => boolean) =>
  eventually(what, async () => (await lists()).find(holds))
const sheet = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${system.origin}/api/contact-lists${path}`, {
    method,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const name = /filename\*=UTF-8''(.*)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${response.status} ${Buffer.from(bytes)}`)
  return { name: decodeURIComponent(name), rows: await rowsOf(bytes) }
}

test('somebody without a linked account has no groups to read', async () => {
  const stranger = await principals.signedIn(await principals.company())
  expect(await stranger.send('POST', '/contact-lists/sync-groups')).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  })
  expect(await groupContacts(stranger)).toEqual({ groups: [], fetches: [] })
})

describe('the contacts extractor', () => {
  const known = async () =>
    (
      await admin.done<{ extractedContacts: ExtractedContacts[] }>('GET', '/contact-lists/extracted-contacts')
    ).extractedContacts.find(({ whatsappId }) => whatsappId === shop.id)
  const people = async () => (await sheet('POST', `/export-contacts/${shop.id}`)).rows

  test('knows who is in the phone’s address book and who has a chat, by the best name there is', async () => {
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
    expect((await sheet('POST', `/export-contacts/${shop.id}`)).name).toMatch(day)
  })

  test('knows who writes for the first time, and whom the phone saves later', async () => {
    await admin.simulator('POST', `/phones/${DORA}/messages`, { to: SHOP, text: 'Boa tarde' })
    await eventually('Dora is known', async () => (await known())?.count === 4)
    await admin.simulator('POST', `/phones/${SHOP}/contacts`, [{ number: DORA, name: 'Dora Flores' }])
    await eventually('by her name', async () => (await people()).some(([name]) => name === 'Dora Flores'))
    expect((await people()).filter(([, number]) => number === DORA)).toHaveLength(1)
  })

  test('counts who hides the number apart, and has them once it is learned', async () => {
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
  test('makes a list of each group, with its members, and says how far it has come', async () => {
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
    const told = (action: string) => live.frames.slice(early).filter((frame) => frame.action === action)
    await eventually('it is told', async () => told('syncing').some(isDone))
    expect(told('create')).toContainEqual(
      expect.objectContaining({ record: expect.objectContaining({ id: list?.id }) }),
    )
  })
  const isDone = (frame: object) =>
    'fetch' in frame &&
    (frame.fetch as GroupFetch).status === 'DONE' &&
    (frame.fetch as GroupFetch).total === 1

  test('that is asked for twice reads once and changes nothing', async () => {
    const before = await lists()
    await Promise.all([synced(), synced()])
    const after = await lists()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  test('of an account that is away says so, and the others are read', async () => {
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

  test('follows who joins and leaves, and the group’s name until somebody renames it', async () => {
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
    await admin.done('PUT', `/contact-lists/${list.id}`, { name: 'Meu bazar' })
    await admin.simulator('PATCH', `/groups/${id}`, { subject: 'Bazar de Páscoa' })
    const kept = await listWhen(
      'the group’s name',
      (now) => isIt(now) && now.group?.name === 'Bazar de Páscoa',
    )
    expect(kept.name).toBe('Meu bazar')
    await live.frame('an update', (frame) => frame.action === 'update' && isIt(frame.record as ContactList))
  })

  test('goes when the account leaves the group', async () => {
    const id = await newGroup('De passagem', [ANA, SHOP, CAIO])
    await synced()
    const list = await listWhen('the list', ({ name }) => name === 'De passagem')
    await members(id, { remove: [SHOP] })
    await eventually('it is gone', async () => !(await lists()).some((other) => other.id === list.id))
    expect(await groupNamed('De passagem')).toBeUndefined()
    await live.frame('it is told', (frame) => frame.action === 'delete' && frame.id === list.id)
  })

  test('that was deleted comes back by a synchronisation and not by an event', async () => {
    const id = await newGroup('Voltas', [SHOP, ANA])
    await synced()
    const list = await listWhen('the list', ({ name }) => name === 'Voltas')
    await admin.done('DELETE', `/contact-lists/${list.id}`)
    await members(id, { add: [CAIO] })
    await eventually('the change', async () => (await groupNamed('Voltas'))?.contactsCount === 3)
    expect((await groupNamed('Voltas'))?.contactListId).toBeNull()
    expect((await lists()).some(({ name }) => name === 'Voltas')).toBe(false)
    await synced()
    await listWhen('it is there again', ({ name, contactsCount }) => name === 'Voltas' && contactsCount === 3)
  })

  test('counts members whose number cannot be known, and fills in the number that was learned', async () => {
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
      (await sheet('GET', `/export-group-contacts/${list.id}`)).rows.some(
        ([name, number, is]) => name === 'Sigilo' && number === secret && is === 'não',
      ),
    )
  })
})

describe('a group as a spreadsheet', () => {
  test('has its members with name, number and whether they are admins, by the group’s id and by the list’s', async () => {
    const group = await groupNamed('Clientes do bairro')
    const expected = [
      ['nome', 'numero', 'admin'],
      ['', SHOP, 'sim'],
      ['Ana Souza', ANA, 'não'],
      ['Caio Pneus', CAIO, 'não'],
    ]
    for (const id of [group?.id, group?.contactListId]) {
      const file = await sheet('GET', `/export-group-contacts/${id}`)
      expect(file.rows).toEqual(expected)
      expect(file.name).toMatch(/^Clientes do bairro \d\d-\d\d-\d{4}\.xlsx$/)
    }
  })

  test('is made of members that were sent', async () => {
    const contacts = [{ name: '=1+1', number: ANA, admin: true }]
    const { name, rows } = await sheet('POST', '/export-group-contacts', { contacts, name: 'Meu grupo' })
    expect(name).toMatch(/^Meu grupo /)
    expect(rows).toEqual([
      ['nome', 'numero', 'admin'],
      ['=1+1', ANA, 'sim'],
    ])
  })

  test('and what an account knows are nobody else’s', async () => {
    const other = await principals.signedIn(await principals.company())
    const group = await groupNamed('Clientes do bairro')
    const noGroup = { status: 404, body: { error: 'ERR_NO_GROUP_FOUND' } }
    for (const id of [group?.id, group?.contactListId, `${newId()}-120363000000000000`, newId()])
      expect(await other.send('GET', `/contact-lists/export-group-contacts/${id}`)).toMatchObject(noGroup)
    for (const id of [shop.id, newId()]) {
      expect(await other.send('POST', `/contact-lists/export-contacts/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_WAPP_FOUND' },
      })
    }
    expect(await groupContacts(other)).toEqual({ groups: [], fetches: [] })
  })
})

describe('a question about numbers', () => {
  const asked = async (connectionId: string, numbers: string[]) => {
    const { table, queues } = await Conversations.of(admin, connectionId)
    return {
      table,
      answer: ask(table, { queues, now: Date.now, pause }, connectionId, { kind: 'check', numbers }),
    }
  }
  const nobody = '5511955570000'

  test('is answered for each, remembered, refused for a while, and not answered by a closed connection', async () => {
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

    const { id } = await admin.done<Connection>('POST', '/whatsapp', { name: 'Fechada' })
    await expect((await asked(id, [ANA])).answer).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' })
  })
})
