import { changeCampaign, getCampaign, putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { allLists, changeList, deleteList, getList } from '@recado/shared/contact-lists/store'
import { extractFrom, forgetExtracted } from '@recado/shared/extractors/forget'
import {
  groupOfList,
  keepGroup,
  leaveGroup,
  listNameOf,
  type ReportedGroup,
  unlistGroup,
} from '@recado/shared/group-lists/group-lists'
import { allFetches, beginFetch, continueFetch, fetchOf, getFetch } from '@recado/shared/groups/fetches'
import { membersOf, membersOfAll } from '@recado/shared/groups/members'
import { getGroup, groupIdOf, groupKey, groupsOf, placeOfGroup } from '@recado/shared/groups/store'
import { id, newId } from '@recado/shared/ids'
import { knownContacts, learnContacts } from '@recado/shared/known-contacts/known-contacts'
import { chatOfGroup } from '@recado/shared/messages/chat'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aCampaign, aTicket } from '../support/builders.ts'

const LOJA = newId()
const ANA = '5511955551001'
const BETO = '5511955551002'
const NOW = '2026-11-21T12:00:00.000Z'
const LATER = '2026-11-21T13:00:00.000Z'
const LISTING = { connectionName: 'Loja', orphans: new Map<string, string>() }

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

const member = (number: string | null, lid: string | null = null, admin = false) => ({ number, lid, admin })
const aGroup = (overrides: Partial<ReportedGroup> = {}): ReportedGroup => ({
  connectionId: LOJA,
  groupId: '120363000000000001',
  subject: 'Clientes',
  addressing: 'lid',
  members: [member(ANA), member(BETO, '200', true)],
  updatedAt: NOW,
  ...overrides,
})
const listed = async (overrides: Partial<ReportedGroup> = {}) => {
  const news = await keepGroup(table, aGroup(overrides), LISTING)
  if (news?.action !== 'create') throw new Error('The list was there already')
  return news.list
}
const onlyList = async () => (await allLists(table, 'GROUP'))[0]

describe('a group reported by WhatsApp', () => {
  test('is stored without a list if none is wanted, and gets one when it is wanted', async () => {
    expect(await keepGroup(table, aGroup())).toBeUndefined()
    expect(await allLists(table, 'GROUP')).toEqual([])
    const list = await listed()
    expect(list).toMatchObject({
      name: 'Clientes',
      searchName: 'clientes',
      type: 'GROUP',
      contactsCount: 2,
      valids: 2,
      invalids: 0,
      group: { connectionId: LOJA, connectionName: 'Loja', name: 'Clientes', unknownNumbers: 0 },
    })
    expect(await getGroup(table, LOJA, '120363000000000001')).toMatchObject({ contactListId: list.id })
    expect(await groupOfList(table, list)).toMatchObject({ subject: 'Clientes' })
  })

  test('changes its list’s counts and time, and its name unless a user renamed the list', async () => {
    const { id: listId } = await listed()
    await keepGroup(table, aGroup({ subject: 'Fregueses', members: [member(ANA)], updatedAt: LATER }))
    expect(await getList(table, listId)).toMatchObject({
      name: 'Fregueses',
      searchName: 'fregueses',
      contactsCount: 1,
      valids: 1,
      updateAt: LATER,
      createdAt: NOW,
    })
    await changeList(table, listId, { name: 'Meus' })
    await keepGroup(table, aGroup({ subject: 'Outro nome', updatedAt: LATER }), LISTING)
    expect(await onlyList()).toMatchObject({ id: listId, name: 'Meus', group: { name: 'Outro nome' } })
  })

  test('gives its live ticket the group’s name, and browsers are told once', async () => {
    const chat = chatOfGroup(aGroup().groupId)
    const ticket = aTicket({ whatsappId: LOJA, chat, name: chat, status: 'open' })
    await writeTicket(table, undefined, ticket)
    const told: LiveEvent[] = []
    const publish = async (event: LiveEvent) => void told.push(event)
    await keepGroup(table, aGroup(), undefined, publish)
    await keepGroup(table, aGroup({ members: [member(ANA)] }), undefined, publish)
    expect(await getTicket(table, ticket.id)).toMatchObject({ name: 'Clientes' })
    await keepGroup(table, aGroup({ subject: 'Fregueses' }), undefined, publish)
    expect(await getTicket(table, ticket.id)).toMatchObject({ name: 'Fregueses', status: 'open' })
    expect(told).toMatchObject([
      { topic: 'ticket', action: 'update', body: { record: { id: ticket.id, name: 'Clientes' } } },
      { topic: 'ticket', action: 'update', body: { record: { id: ticket.id, name: 'Fregueses' } } },
    ])
  })

  test('names a ticket that began at the same moment with the next message', async () => {
    const { groupId } = aGroup()
    const writes = (messageId: string) =>
      arrives(table, {
        kind: 'message',
        companyId: 'A',
        connectionId: LOJA,
        groupId,
        person: { number: ANA },
        fromMe: false,
        messageId,
        timestamp: Date.parse(NOW) / 1000,
        at: Date.parse(NOW),
        original: '',
        content: { type: 'text', text: 'Bom dia' },
      })
    expect((await writes('M1'))?.ticket?.after.name).toBe(chatOfGroup(groupId))
    await table.put({ ...aGroup(), ...groupKey(LOJA, groupId) })
    expect((await writes('M2'))?.ticket?.after.name).toBe('Clientes')
  })

  test('keeps the user’s name if group and list are renamed at the same moment', async () => {
    const { id: listId } = await listed()
    const transact = table.transact.bind(table)
    table.transact = async (writes) => {
      table.transact = transact
      await changeList(table, listId, { name: 'Meus' })
      return transact(writes)
    }
    await keepGroup(table, aGroup({ subject: 'Fregueses' }))
    expect(await getList(table, listId)).toMatchObject({ name: 'Meus', group: { name: 'Fregueses' } })
  })

  test('counts members without a number, and includes learned numbers', async () => {
    const members = [member(null, '300'), member(null, '400'), member(ANA)]
    expect(await listed({ members })).toMatchObject({
      contactsCount: 3,
      valids: 1,
      group: { unknownNumbers: 2 },
    })
    await learnNumbers(table, [{ lid: '400', number: BETO }])
    await keepGroup(table, aGroup({ members }))
    expect(await onlyList()).toMatchObject({ valids: 2, group: { unknownNumbers: 1 } })
  })

  test('gets another list after a deletion only if one is wanted', async () => {
    const list = await listed()
    await deleteList(table, list.id)
    await unlistGroup(table, list)
    expect(await getGroup(table, LOJA, list.group?.groupId ?? '')).not.toHaveProperty('contactListId')
    expect(await keepGroup(table, aGroup())).toBeUndefined()
    expect(await listed()).not.toMatchObject({ id: list.id })
    expect(await allLists(table, 'GROUP')).toHaveLength(1)
  })

  test('finishes a half deleted list at the group’s next report', async () => {
    await deleteList(table, (await listed()).id)
    expect(await keepGroup(table, aGroup())).toBeUndefined()
    expect(await getGroup(table, LOJA, '120363000000000001')).not.toHaveProperty('contactListId')
  })
})

describe('a group that the account has left', () => {
  const leave = (askedAt?: string) => leaveGroup(table, LOJA, '120363000000000001', LATER, askedAt)
  /** Does this just before the next transaction. */
  const beforeTransaction = (happens: () => Promise<unknown>) => {
    const transact = table.transact.bind(table)
    table.transact = async (writes) => {
      table.transact = transact
      await happens()
      return transact(writes)
    }
  }

  test('does not come back with a report that was read before it was deleted', async () => {
    await listed()
    beforeTransaction(leave)
    expect(await keepGroup(table, aGroup({ subject: 'Fregueses', updatedAt: LATER }))).toBeUndefined()
    expect([await groupsOf(table, LOJA), await allLists(table, 'GROUP')]).toEqual([[], []])
  })

  test('stays if WhatsApp was asked again since, also at the moment of its deletion', async () => {
    const { id: listId } = await listed({ updatedAt: LATER })
    expect(await leave(NOW)).toBeUndefined()
    beforeTransaction(() => keepGroup(table, aGroup({ updatedAt: '2026-11-21T14:00:00.000Z' })))
    expect(await leave(LATER)).toBeUndefined()
    expect(await groupsOf(table, LOJA)).toMatchObject([{ contactListId: listId }])
    expect(await onlyList()).toMatchObject({ id: listId })
  })

  test('is deleted with a list that it gets at this moment', async () => {
    await keepGroup(table, aGroup())
    beforeTransaction(listed)
    expect(await leave(NOW)).toMatchObject({ action: 'delete' })
    expect([await groupsOf(table, LOJA), await allLists(table, 'GROUP')]).toEqual([[], []])
  })

  test('is deleted with its list', async () => {
    const { id: listId } = await listed()
    expect(await leave()).toEqual({ action: 'delete', listId })
    expect([await groupsOf(table, LOJA), await allLists(table, 'GROUP')]).toEqual([[], []])
    expect(await leave()).toBeUndefined()
  })

  test('leaves an empty list for an unfinished campaign, and reuses it when the account joins again', async () => {
    const { id: contactListId } = await listed()
    const campaign = aCampaign({ companyId: 'A', contactListIds: [contactListId], status: 'EM_ANDAMENTO' })
    await putCampaign(table, campaign)
    expect(await leave()).toMatchObject({
      action: 'update',
      list: { id: contactListId, contactsCount: 0, valids: 0 },
    })
    expect(await groupsOf(table, LOJA)).toEqual([])
    const orphans = new Map([['120363000000000001', contactListId]])
    await keepGroup(table, aGroup(), { ...LISTING, orphans })
    expect(await onlyList()).toMatchObject({ id: contactListId, contactsCount: 2 })

    const stored = await getCampaign(table, campaign.id)
    if (stored) await changeCampaign(table, stored, { status: 'FINALIZADA' })
    expect(await leave()).toEqual({ action: 'delete', listId: contactListId })
  })
})

describe('the members of a group', () => {
  test('have the names that the account knows, admins first, with learned numbers', async () => {
    const members = [
      member(null, '300'),
      member('551195551003'),
      member(null, '400'),
      member(BETO, '200', true),
    ]
    await listed({ members })
    await learnContacts(table, LOJA, [
      { number: BETO, name: 'Beto da Silva', notify: 'B' },
      { lid: '300', notify: 'Sem número' },
      { number: ANA, notify: 'Ana' },
    ])
    await learnNumbers(table, [{ lid: '400', number: ANA }])
    const group = await getGroup(table, LOJA, '120363000000000001')
    if (!group) throw new Error('The group is gone')
    const expected = [
      { name: 'Beto da Silva', number: BETO, admin: true },
      { name: 'Sem número', number: '', admin: false },
      { name: '', number: '5511995551003', admin: false },
      { name: 'Ana', number: ANA, admin: false },
    ]
    expect(await membersOf(table, group)).toEqual(expected)
    expect(await membersOfAll(table, [group])).toEqual([expected])
  })
})

describe('the reading of an account’s groups', () => {
  const now = Date.parse(NOW)
  const MINUTE = 60_000

  test('starts once, and again only after it has ended or is lost', async () => {
    expect(await beginFetch(table, LOJA, now)).toBe(true)
    expect(await beginFetch(table, LOJA, now + MINUTE)).toBe(false)
    await continueFetch(table, LOJA, { stored: 5, total: 9 }, now + MINUTE)
    expect(await beginFetch(table, LOJA, now + 3 * MINUTE)).toBe(false)
    expect(await beginFetch(table, LOJA, now + 3 * MINUTE + 1)).toBe(true)
    await continueFetch(table, LOJA, { status: 'DONE' }, now)
    expect(await continueFetch(table, LOJA, { stored: 1 }, now)).toBeUndefined()
    expect(await beginFetch(table, LOJA, now, 'ERR_WAPP_NOT_INITIALIZED')).toBe(true)
    expect(await getFetch(table, LOJA)).toMatchObject({ status: 'FAILED', finishedAt: NOW, stored: 0 })
  })

  test('is shown as lost after two minutes without progress', async () => {
    await beginFetch(table, LOJA, now)
    const [stored] = await allFetches(table)
    if (!stored) throw new Error('Nothing is stored')
    const going = {
      whatsappId: LOJA,
      whatsappName: 'Loja',
      status: 'FETCHING',
      total: null,
      finishedAt: null,
    }
    expect(fetchOf(stored, 'Loja', now + 2 * MINUTE)).toMatchObject(going)
    expect(fetchOf(stored, 'Loja', now + 2 * MINUTE + 1)).toMatchObject({
      status: 'FAILED',
      error: 'ERR_GROUP_FETCH_LOST',
      finishedAt: '2026-11-21T12:02:00.000Z',
    })
  })
})

describe('data read from an account', () => {
  const somethingOfAll = async () => {
    await extractFrom(table, LOJA, '5511995551001', Date.parse(NOW))
    await listed()
    await learnContacts(table, LOJA, [{ number: BETO, name: 'Beto', isContact: true }])
    await beginFetch(table, LOJA, Date.parse(NOW))
  }
  const left = async () => [
    ...(await groupsOf(table, LOJA)),
    ...(await allLists(table, 'GROUP')),
    ...(await knownContacts(table, LOJA)),
    ...(await allFetches(table)),
  ]

  test('is deleted with the connection', async () => {
    await somethingOfAll()
    expect(await forgetExtracted(table, LOJA, Date.parse(LATER))).toEqual([
      expect.objectContaining({ action: 'delete' }),
    ])
    expect(await left()).toEqual([])
  })

  test('stays while the same account is linked, in either spelling, and is deleted when another account is linked', async () => {
    await somethingOfAll()
    const before = await left()
    expect(await extractFrom(table, LOJA, '551195551001', Date.parse(LATER))).toEqual([])
    expect(await left()).toEqual(before)
    await extractFrom(table, LOJA, BETO, Date.parse(LATER))
    expect(await left()).toEqual([])
  })
})

test('a group’s id is valid in the API and leads back to the group', () => {
  for (const groupId of ['120363000000000001', '5511955551001-1612345678']) {
    const text = groupIdOf({ connectionId: LOJA, groupId })
    expect(id.parse(text)).toBe(text)
    expect(placeOfGroup(text)).toEqual({ connectionId: LOJA, groupId })
  }
  for (const other of [LOJA, `${LOJA}-`, `${LOJA}-abc`, `-${LOJA}`])
    expect(placeOfGroup(other)).toBeUndefined()
})

test('a list has the group’s name, cut at the maximum length and never inside a character', () => {
  expect(listNameOf('a'.repeat(60))).toBe('a'.repeat(50))
  expect(listNameOf(`${'a'.repeat(49)}😀😀`)).toBe(`${'a'.repeat(49)}😀`)
  expect(listNameOf(`${'a'.repeat(49)}👨‍👩‍👧`)).toBe('a'.repeat(49))
  expect(listNameOf(`${'a'.repeat(48)}😀😀😀`)).toBe(`${'a'.repeat(48)}😀😀`)
})
