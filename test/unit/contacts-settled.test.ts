import { findContacts } from '@recado/shared/contacts/find-contacts'
import { changeContact, mergesInto, undoMerge } from '@recado/shared/contacts/merges'
import { type ArrivingPerson, learnIdentity, settleContact } from '@recado/shared/contacts/settle-contact'
import { getContact } from '@recado/shared/contacts/store'
import { learnContacts } from '@recado/shared/known-contacts/known-contacts'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const [ANA, LID] = ['5511944771001', '700000000001'] as const

let memory: MemoryTable
let table: TenantTable
beforeEach(() => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
})

const settle = (person: Partial<ArrivingPerson> = {}, now = NOW) =>
  settleContact(table, { connectionId: 'loja', chat: ANA, ...person }, now)
const byLid = (person: Partial<ArrivingPerson> = {}) => settle({ chat: `lid-${LID}`, ...person })
const contacts = async () => (await findContacts(table, { text: '', limit: 100 })).rows
const named = (id: string, name: string) => changeContact(table, id, () => ({ name, nameFrom: 'user' }), AT)

describe('the first message of a person', () => {
  test('a contact is made with the person’s own name', async () => {
    const settled = await settle({ pushName: 'Ana \u202eLima', lid: LID })
    expect(settled).toMatchObject({ name: 'Ana Lima', nameFrom: 'whatsapp', botDisabled: false })
    expect(settled.news).toMatchObject([{ action: 'create', contact: { id: settled.id } }])
    expect(await contacts()).toMatchObject([{ number: ANA, lid: LID, name: 'Ana Lima' }])
  })

  test('the name in the phone’s address book is preferred, and stays', async () => {
    await learnContacts(table, 'loja', [{ number: ANA, name: 'Ana da padaria', notify: 'aninha' }])
    expect(await settle({ pushName: 'aninha' })).toMatchObject({ name: 'Ana da padaria', nameFrom: 'phone' })
    expect(await settle({ pushName: 'outra' })).toMatchObject({ name: 'Ana da padaria' })
  })

  test('a person without a name has none until it is known', async () => {
    expect(await settle()).toMatchObject({ name: '' })
    expect(await settle({ pushName: 'Ana' })).toMatchObject({ name: 'Ana', news: [{ action: 'update' }] })
  })

  test('a redelivered message changes nothing', async () => {
    const first = await settle({ pushName: 'Ana', lid: LID })
    const before = [...memory.rows(() => true)]
    const again = await settle({ pushName: 'Ana', lid: LID }, NOW + 1000)
    expect(again).toMatchObject({ id: first.id, news: [] })
    expect([...memory.rows(() => true)]).toEqual(before)
  })

  test('ten first messages at once make one contact', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => settle({ pushName: 'Ana', lid: LID })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await contacts()).toHaveLength(1)
  })

  test('many people who write at once are all found', async () => {
    const people = Array.from({ length: 30 }, (_, at) => `55119447720${String(at).padStart(2, '0')}`)
    await Promise.all(people.map((chat) => settle({ chat, pushName: `Pessoa ${chat}` })))
    expect((await contacts()).map(({ number }) => number).sort()).toEqual(people)
  })

  test('a group is no contact', async () => {
    await expect(settle({ chat: 'group-120363000000000001' })).rejects.toThrow('A group is no contact')
  })
})

describe('the next message', () => {
  test('the message of a known contact takes one read request', async () => {
    await settle({ pushName: 'Ana', lid: LID })
    let reads = 0
    const counting: MemoryTable = Object.create(memory)
    counting.getMany = (keys) => {
      reads += 1
      return memory.getMany(keys)
    }
    counting.get = (...of) => {
      reads += 1
      return memory.get(...of)
    }
    const person = { connectionId: 'loja', chat: ANA, lid: LID, pushName: 'Ana' }
    await settleContact(new TenantTable(counting, 'A'), person, NOW)
    expect(reads).toBe(1)
  })

  test('a new name of the person replaces the old one, and never a user’s', async () => {
    const { id } = await settle({ pushName: 'Ana' })
    expect(await settle({ pushName: 'Ana Lima' })).toMatchObject({ name: 'Ana Lima' })
    await named(id, 'Dona Ana')
    expect(await settle({ pushName: 'Aninha' })).toMatchObject({
      name: 'Dona Ana',
      nameFrom: 'user',
      news: [],
    })
  })

  test('a contact learns its LID, and a LID its number', async () => {
    const { id } = await settle({ pushName: 'Ana' })
    expect((await settle({ lid: LID })).news).toMatchObject([{ action: 'update', contact: { lid: LID } }])
    expect(await byLid()).toMatchObject({ id })
    const other = await settle({ chat: 'lid-700000000002', pushName: 'Bia' })
    const now = await settle({ chat: '5511944771002', lid: '700000000002', pushName: 'Bia' })
    expect(now.id).toBe(other.id)
    expect(await getContact(table, other.id)).toMatchObject({ number: '5511944771002', lid: '700000000002' })
  })

  test('the settled contact says that automatic texts are off', async () => {
    const { id } = await settle()
    await changeContact(table, id, () => ({ botDisabled: true }), AT)
    expect(await settle()).toMatchObject({ botDisabled: true })
  })
})

describe('a LID and a number of two contacts', () => {
  test('the two are merged, undoably, and the number’s contact stays', async () => {
    const [ofNumber, ofLid] = [await settle({ pushName: 'Ana' }), await byLid({ pushName: 'Aninha' })]
    const settled = await settle({ lid: LID, pushName: 'Ana' })
    expect(settled.id).toBe(ofNumber.id)
    expect(settled.news.map(({ action, contact }) => [action, contact.id])).toEqual([
      ['delete', ofLid.id],
      ['update', ofNumber.id],
    ])
    expect(await mergesInto(table, ofNumber.id)).toMatchObject([{ otherId: ofLid.id, userId: null }])
    expect(await settle({ lid: LID, pushName: 'Ana' })).toMatchObject({ id: ofNumber.id, news: [] })
    expect(await byLid({ pushName: 'Ana' })).toMatchObject({ id: ofNumber.id, news: [] })
  })

  test('a number that becomes known without a message merges them too, and makes no contact', async () => {
    const identity = { connectionId: 'loja', chat: ANA, lid: LID }
    expect(await learnIdentity(table, identity, NOW)).toEqual([])
    expect(await contacts()).toEqual([])
    const [ofNumber, ofLid] = [await settle({ pushName: 'Ana' }), await byLid({ pushName: 'Aninha' })]
    const news = await learnIdentity(table, identity, NOW)
    expect(news.map(({ action, contact }) => [action, contact.id])).toEqual([
      ['delete', ofLid.id],
      ['update', ofNumber.id],
    ])
    const [merge] = await mergesInto(table, ofNumber.id)
    expect(await undoMerge(table, merge?.mergeId ?? '', NOW)).toMatchObject({ other: { id: ofLid.id } })
    expect(await learnIdentity(table, identity, NOW)).toEqual([])
  })

  test('the contact with a user’s name stays', async () => {
    const [, ofLid] = [await settle({ pushName: 'Ana' }), await byLid()]
    await named(ofLid.id, 'Dona Ana')
    expect(await settle({ lid: LID, pushName: 'Ana' })).toMatchObject({ id: ofLid.id, name: 'Dona Ana' })
  })

  test('contacts that a user took apart stay apart', async () => {
    const [ofNumber] = [await settle(), await byLid()]
    await settle({ lid: LID })
    const [merge] = await mergesInto(table, ofNumber.id)
    await undoMerge(table, merge?.mergeId ?? '', NOW)
    expect(await settle({ lid: LID })).toMatchObject({ id: ofNumber.id, news: [] })
    expect(await contacts()).toHaveLength(2)
  })

  test('a LID with another number than before leads to one contact', async () => {
    const old = await settle({ lid: LID, pushName: 'Ana' })
    const now = await settle({ chat: '5511944771003', lid: LID, pushName: 'Ana' })
    expect(await contacts()).toHaveLength(1)
    expect(now.id).not.toBe(old.id)
    expect(await settle({ pushName: 'Ana' })).toMatchObject({ id: now.id })
  })
})
