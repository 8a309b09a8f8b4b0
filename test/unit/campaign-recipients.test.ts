import { acquaintances, countPrecheck, variablesOf } from '@recado/shared/campaigns/ledger/precheck-counts'
import {
  type Addressed,
  everyoneOf,
  expectedRecipients,
  hasRecipients,
  type PlannedRecipient,
  recipientsOfCampaign,
} from '@recado/shared/campaigns/ledger/recipients'
import { putConnection } from '@recado/shared/connections/store'
import { allBlockedNumbers, putBlock } from '@recado/shared/contact-blocks/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { itemKey, reservePlaces } from '@recado/shared/contact-lists/items'
import { holdersOf } from '@recado/shared/contact-lists/numbers'
import { putList } from '@recado/shared/contact-lists/store'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { keepGroup, leaveGroup } from '@recado/shared/group-lists/group-lists'
import type { Group, GroupMember } from '@recado/shared/groups/store'
import { newId } from '@recado/shared/ids'
import { learnContacts } from '@recado/shared/known-contacts/known-contacts'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBlock, aCampaign, aConnection, aContactList } from '../support/builders.ts'

const [ANA, BETO, CAIO] = ['5511955551001', '5511955551002', '5511955551003'] as const
const SHOP = '5511900000001'
const NOW = '2026-11-21T12:00:00.000Z'

let table: TenantTable
let shop: string
let branch: string

beforeEach(async () => {
  table = new TenantTable(new MemoryTable(), 'A')
  shop = await connected('Matriz', SHOP)
  branch = await connected('Filial', '5511900000002')
})

async function connected(name: string, number: string): Promise<string> {
  const connection = aConnection({ companyId: 'A', name, number })
  await putConnection(table, connection)
  return connection.id
}

type Contact = { number: string; name?: string; valid?: boolean | null; var1?: string }

async function listOf(...contacts: Contact[]): Promise<string> {
  const list = aContactList({ companyId: 'A', contactsCount: 0 })
  await putList(table, list)
  for (const { number, name = 'Ana', valid = true, var1 = '' } of contacts) {
    const place = (await reservePlaces(table, list.id, 1)) ?? 0
    const contact = { name, number, email: '', var1, var2: '', var3: '' }
    const added = {
      listId: list.id,
      firstPlace: place,
      contacts: [contact],
      holders: await holdersOf(table, list.id, [number]),
      now: NOW,
    }
    await table.transact(additions(added))
    await table.update(itemKey(list.id, place), { set: { isWhatsappValid: valid } })
  }
  return list.id
}

const member = (number: string | null, lid: string | null = null): GroupMember => ({
  number,
  lid,
  admin: false,
})

async function groupOf(
  groupId: string,
  members: GroupMember[],
  connectionId = shop,
  settings: Pick<Group, 'onlyAdminsWrite'> = {},
): Promise<string> {
  const told = { connectionId, groupId, subject: `Grupo ${groupId}`, addressing: 'lid' as const }
  const listing = { connectionName: 'Loja', orphans: new Map<string, string>() }
  const news = await keepGroup(table, { ...told, ...settings, members, updatedAt: NOW }, listing)
  if (news?.action !== 'create') throw new Error('The list was there already')
  return news.list.id
}

const toList = (...contactListIds: string[]): Addressed => ({
  type: 'PRIVATE',
  groupMode: 'group',
  whatsappId: shop,
  contactListIds,
})
const toGroups = (groupMode: 'group' | 'participants', ...contactListIds: string[]): Addressed => ({
  type: 'GROUP',
  groupMode,
  whatsappId: shop,
  contactListIds,
})

async function all(campaign: Addressed): Promise<PlannedRecipient[]> {
  const found: PlannedRecipient[] = []
  for await (const recipient of recipientsOfCampaign(table, campaign)) found.push(recipient)
  return found
}
const numbersAndSkips = async (campaign: Addressed) =>
  (await all(campaign)).map(({ number, skip }) => [number, skip ?? 'sent'])

describe('the recipients of a campaign to a list', () => {
  test('are its contacts in order, with their fields', async () => {
    const list = await listOf({ number: BETO, name: 'Beto', var1: 'ouro' }, { number: ANA })
    expect(await all(toList(list))).toMatchObject([
      { name: 'Beto', number: BETO, var1: 'ouro', email: '' },
      { name: 'Ana', number: ANA },
    ])
  })

  test('include each number once, in any spelling', async () => {
    const spelled = await listOf({ number: '554199990001' }, { number: '5541999990001' })
    expect(await numbersAndSkips(toList(spelled))).toEqual([['554199990001', 'sent']])
  })

  test('are skipped if the list knows that they are not on WhatsApp', async () => {
    const list = await listOf({ number: ANA, valid: false }, { number: BETO, valid: null })
    expect(await numbersAndSkips(toList(list))).toEqual([
      [ANA, 'SKIPPED_INVALID'],
      [BETO, 'sent'],
    ])
    expect(await all(toList(list))).toMatchObject([{ skip: 'SKIPPED_INVALID' }, { unchecked: true }])
  })

  test('are empty if the list is deleted', async () => {
    expect(await all(toList(newId()))).toEqual([])
    expect(await expectedRecipients(table, toList(newId()))).toBe(0)
  })
})

describe('the recipients of a campaign into groups', () => {
  test('are the groups, each once, with their own conversations', async () => {
    const [first, second] = [await groupOf('1201', [member(ANA)]), await groupOf('1202', [member(BETO)])]
    expect(await all(toGroups('group', second, first))).toMatchObject([
      { name: 'Grupo 1202', number: '1202', chat: 'group-1202' },
      { name: 'Grupo 1201', number: '1201', chat: 'group-1201' },
    ])
    const sameGroup = await groupOf('1201', [member(ANA)], branch)
    expect(await numbersAndSkips(toGroups('group', first, sameGroup))).toEqual([['1201', 'sent']])
    expect(await expectedRecipients(table, toGroups('group', first, sameGroup, second))).toBe(2)
  })

  test('are skipped if the sending account is not in the group', async () => {
    const theirs = await groupOf('1203', [member(ANA)], branch)
    expect(await all(toGroups('group', theirs))).toMatchObject([
      { name: 'Grupo 1203', number: '1203', skip: 'SKIPPED_NOT_IN_GROUP' },
    ])
    expect(await hasRecipients(table, toGroups('group', theirs))).toBe(false)
    const ours = await groupOf('1204', [member(ANA)])
    expect(await hasRecipients(table, toGroups('group', theirs, ours))).toBe(true)
  })
})

describe('the recipients of a campaign to the members of groups', () => {
  test('are the members, each person once over all groups, without the account itself', async () => {
    const first = await groupOf('1201', [member(SHOP), member(ANA), member(BETO)])
    const second = await groupOf('1202', [member('5511955551002'), member(CAIO)])
    expect(await numbersAndSkips(toGroups('participants', first, second))).toEqual([
      [ANA, 'sent'],
      [BETO, 'sent'],
      [CAIO, 'sent'],
    ])
  })

  test('have the names that the account knows', async () => {
    await learnContacts(table, shop, [{ number: ANA, name: 'Ana Souza' }])
    const list = await groupOf('1201', [member(ANA), member(BETO)])
    expect(await all(toGroups('participants', list))).toMatchObject([
      { name: 'Ana Souza', number: ANA },
      { name: BETO, number: BETO },
    ])
  })

  test('are skipped while their number is hidden, until it is learned', async () => {
    const list = await groupOf('1201', [member(null, '100'), member(ANA, '200'), member(null, '300')])
    const campaign = toGroups('participants', list)
    expect(await numbersAndSkips(campaign)).toEqual([
      ['', 'SKIPPED_NO_NUMBER'],
      [ANA, 'sent'],
      ['', 'SKIPPED_NO_NUMBER'],
    ])
    await learnNumbers(table, [{ number: BETO, lid: '300' }])
    expect(await numbersAndSkips(campaign)).toEqual([
      ['', 'SKIPPED_NO_NUMBER'],
      [ANA, 'sent'],
      [BETO, 'sent'],
    ])
  })

  test('are people about whose numbers WhatsApp was not asked', async () => {
    const list = await groupOf('1201', [member(ANA), member(null, '100')])
    const found = await all(toGroups('participants', list))
    expect(found.map(({ number, unchecked }) => [number, unchecked])).toEqual([
      [ANA, true],
      ['', undefined],
    ])
  })

  test('include members of groups of another account, but not of groups it has left', async () => {
    const list = await groupOf('1201', [member(ANA)], branch)
    expect(await numbersAndSkips(toGroups('participants', list))).toEqual([[ANA, 'sent']])
    await leaveGroup(table, branch, '1201', NOW)
    expect(await all(toGroups('participants', list))).toEqual([])
  })

  test('are the same in the same order on every read', async () => {
    const lists = [await groupOf('1201', [member(BETO), member(ANA)]), await groupOf('1202', [member(CAIO)])]
    const campaign = toGroups('participants', ...lists)
    expect(await all(campaign)).toEqual(await all(campaign))
  })
})

describe('the tally of a campaign', () => {
  const tally = async (campaign: Addressed, more: { isNewcomer?: (number: string) => boolean } = {}) =>
    countPrecheck(everyoneOf(table, campaign), {
      blocked: await allBlockedNumbers(table),
      variables: ['nome', 'var1'],
      isNewcomer: () => false,
      namesCompany: () => false,
      ...more,
    })

  test('predicts the result for each person in the lists', async () => {
    await putBlock(table, aBlock({ number: CAIO }))
    const list = await listOf(
      { number: ANA, var1: 'ouro' },
      { number: BETO, valid: null },
      { number: ANA, name: 'Outra' },
      { number: CAIO },
      { number: '5511955551004', valid: false },
    )
    expect(await tally(toList(list))).toEqual({
      recipients: 4,
      sendable: 2,
      invalid: 1,
      unknown: 1,
      blocked: 1,
      duplicates: 1,
      noNumber: 0,
      notInGroup: 0,
      onlyAdmins: 0,
      newcomers: 0,
      namedByVariable: false,
      missingVariables: [{ variable: 'var1', recipients: 1 }],
    })
  })

  test('counts a person blocked by LID once their number is known', async () => {
    await putBlock(table, aBlock({ number: '', lid: '100', origin: 'OPT_OUT' }))
    const list = await listOf({ number: ANA })
    expect(await tally(toList(list))).toMatchObject({ blocked: 0, sendable: 1 })
    await learnNumbers(table, [{ number: ANA, lid: '100' }])
    expect(await tally(toList(list))).toMatchObject({ blocked: 1, sendable: 0 })
  })

  test('counts hidden numbers and groups that the account is not in', async () => {
    const list = await groupOf('1201', [member(null, '100'), member(ANA)])
    const theirs = await groupOf('1202', [member(BETO)], branch)
    expect(await tally(toGroups('participants', list))).toMatchObject({
      recipients: 2,
      noNumber: 1,
      sendable: 1,
    })
    expect(await tally(toGroups('group', list, theirs))).toMatchObject({
      recipients: 2,
      notInGroup: 1,
      sendable: 1,
    })
    const ofGroup = everyoneOf(table, toGroups('group', list))
    expect(
      await countPrecheck(ofGroup, {
        blocked: new Set(),
        variables: ['numero'],
        isNewcomer: () => false,
        namesCompany: () => false,
      }),
    ).toMatchObject({
      missingVariables: [{ variable: 'numero', recipients: 1 }],
    })
  })

  test('counts groups that are closed to the account, which are skipped', async () => {
    const closed = await groupOf('1205', [member(ANA)], shop, { onlyAdminsWrite: true })
    const open = await groupOf('1206', [member(BETO)])
    expect(await numbersAndSkips(toGroups('group', closed, open))).toEqual([
      ['1205', 'SKIPPED_ONLY_ADMINS'],
      ['1206', 'sent'],
    ])
    expect(await tally(toGroups('group', closed, open))).toMatchObject({ onlyAdmins: 1, sendable: 1 })
  })

  test('counts new contacts only among the reachable people', async () => {
    await table.put({ ...conversationKey(shop, ANA), connectionId: shop, chat: ANA, wroteAt: 1 })
    const known = await acquaintances(table, shop)
    const list = await listOf({ number: ANA }, { number: BETO }, { number: CAIO, valid: false })
    const isNewcomer = (number: string) => !known.has(number)
    expect(await tally(toList(list), { isNewcomer })).toMatchObject({ sendable: 2, newcomers: 1 })
    expect(known.get(ANA)).toEqual({ wrote: true, written: false })
  })

  test('includes the variables of all messages and of the confirmation, if there is one', () => {
    const messages = { message1: '{{ Nome }} {saudacao}', message3: '{VAR3} {outra}' }
    expect(variablesOf(aCampaign(messages))).toEqual(['saudacao', 'nome', 'var3'])
    const asking = { ...messages, confirmationMessage2: '{email}' }
    expect(variablesOf(aCampaign(asking))).toEqual(['saudacao', 'nome', 'var3'])
    expect(variablesOf(aCampaign({ ...asking, confirmation: true }))).toContain('email')
  })
})
