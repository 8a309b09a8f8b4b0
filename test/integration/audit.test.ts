import { newId } from '@recado/shared/ids'
import { readSheetRows } from '@recado/shared/spreadsheets/read-rows'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileOf, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { aTicket } from '../support/builders.ts'
import type { Cast } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let { company, admin, user, other } = {} as Cast

beforeEach(async () => {
  ;({ company, admin, user, other } = await principals.cast())
})

/** What was done apart from signing in, newest first. */
const trail = async (query: RequestTo<'listAudit'> = {}, client = admin) => {
  const { records } = await client.call('listAudit', query)
  return records.filter(({ action }) => action !== 'sessions.login')
}

describe('the audit trail', () => {
  test('an audit entry holds user, action, target, time and place', async () => {
    const before = Date.now()
    const headers = { 'user-agent': 'Navegador de teste', 'cloudfront-viewer-city': 'Recife' }
    const input = { name: 'VIP', color: '#336699' }
    const { id } = await user.call('createTag', input, headers)
    const [entry, ...more] = await trail()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'tags.createTag',
      target: id,
      targetName: 'VIP',
      refused: null,
      fields: ['name', 'color'],
      who: { support: false },
      from: { place: 'Recife', agent: 'Navegador de teste' },
    })
    expect(entry?.from.address).toMatch(/127\.0\.0\.1|::1/)
    expect(entry?.who.name).toMatch(/^Pessoa /)
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThanOrEqual(before - 1000)
    await admin.call('deleteTag', { tagId: id })
    expect((await trail())[0]).toMatchObject({ action: 'tags.deleteTag', target: id, targetName: 'VIP' })
  })

  test('an audit entry names the record of a call that gives no name, but never a contact', async () => {
    const list = await admin.newList('Clientes')
    const items = { contactListId: list.id, name: 'Zulmira Nunes', number: '5511987650002' }
    const item = await admin.call('createContactListItem', items)
    await admin.call('deleteContactListItem', { contactListItemId: item.id })
    await admin.call('deleteContactList', { contactListId: list.id })
    expect((await trail()).slice(0, 2)).toMatchObject([
      { action: 'contact-lists.deleteContactList', targetName: 'Clientes' },
      { action: 'contact-lists.deleteContactListItem', targetName: null },
    ])
  })

  test('an audit entry names the user who was created, changed or deleted', async () => {
    const rita = { name: 'Rita Braga', email: `${newId()}@exemplo.test`.toLowerCase() }
    const { id } = await admin.call('createUser', rita)
    await admin.call('updateUser', { ...rita, userId: id, profile: 'user' })
    await admin.call('updateUser', { ...rita, userId: id, name: 'Rita Melo' })
    await admin.call('deleteUser', { userId: id })
    expect(await trail()).toMatchObject([
      { action: 'users.deleteUser', target: id, targetName: 'Rita Melo' },
      { action: 'users.updateUser', target: id, targetName: 'Rita Melo' },
      { action: 'users.updateUser', target: id, targetName: 'Rita Braga' },
      { action: 'users.createUser', target: id, targetName: 'Rita Braga' },
    ])
  })

  test('an audit entry names a ticket by its protocol, and never its contact', async () => {
    const ticket = aTicket({ protocol: '20261128-00007', name: 'Zulmira Nunes' })
    await writeTicket(principals.tenant(company), undefined, ticket)
    await admin.call('deleteTicket', { ticketId: ticket.id })
    expect(await trail()).toMatchObject([
      { action: 'tickets.deleteTicket', target: ticket.id, targetName: '20261128-00007' },
    ])
  })

  test('an audit entry of a changed record names the fields that change it, and the direction of a switch', async () => {
    const operator = await principals.signedIn(await principals.company(), { isSuper: true })
    const { name, email } = await operator.call('getCompany', { companyId: company })
    const plan = await operator.call('createPlan', { name: newId(), users: 9, connections: 9, queues: 9 })
    const given = { companyId: company, name, email, planId: plan.id, phone: '', blockType: 'TEXT' as const }
    await operator.call('updateCompany', given)
    await operator.call('updateCompany', { ...given, blockType: 'BUTTON' })
    await operator.call('setCompanyStatus', { companyId: company, status: false })
    await operator.call('setCompanyStatus', { companyId: company, status: true })
    const { records } = await (await principals.signedIn(company)).call('listAudit', { domain: 'companies' })
    expect(records).toMatchObject([
      { action: 'companies.activated', target: company, targetName: name },
      { action: 'companies.deactivated', target: company, targetName: name },
      { action: 'companies.updateCompany', fields: ['blockType'] },
      { action: 'companies.updateCompany', fields: ['planId'] },
    ])
  })

  test('an audit entry of a refused call holds the reason', async () => {
    const unknown = newId()
    expect((await admin.attempt('deleteTag', { tagId: unknown })).status).toBe(404)
    expect(await trail()).toMatchObject([
      { action: 'tags.deleteTag', target: unknown, refused: 'ERR_NO_TAG_FOUND' },
    ])
  })

  test('reads, forbidden calls and invalid calls leave no audit entry', async () => {
    await user.call('listTags')
    expect((await user.attempt('deleteTag', { tagId: newId() })).status).toBe(403)
    expect((await user.send('POST', '/tags', { name: 'a' })).status).toBe(400)
    expect((await user.send('POST', '/tags', 'nonsense')).status).toBe(400)
    expect(await trail()).toEqual([])
  })

  test('an export leaves an audit entry', async () => {
    const list = await admin.newList('Clientes')
    await user.attempt('exportContactList', { contactListId: list.id })
    expect((await trail())[0]).toMatchObject({ action: 'contact-lists.exportContactList', target: list.id })
  })

  test('an audit entry holds field names, but no values and no names of contacts', async () => {
    const list = await admin.newList('Clientes')
    const contact = {
      contactListId: list.id,
      name: 'Zulmira Nunes',
      number: '5511987650001',
      var1: 'segredo',
    }
    await user.call('createContactListItem', contact)
    const [entry] = await trail()
    expect(entry).toMatchObject({ action: 'contact-lists.createContactListItem', targetName: null })
    expect(entry?.fields).toEqual(expect.arrayContaining(['name', 'number', 'var1']))
    const stored = (await principals.dump()).filter(({ pk }) => pk === `${company}#AUDIT`)
    expect(stored.length).toBeGreaterThan(1)
    expect(JSON.stringify(stored)).not.toMatch(/Zulmira|87650001|segredo/)
  })

  test('only admins of the company read its audit trail', async () => {
    await user.call('createTag', { name: 'VIP', color: '#336699' })
    for (const call of ['listAudit', 'exportAudit'] as const)
      expect(await user.attempt(call)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await trail({}, other)).toEqual([])
    expect(await trail()).toHaveLength(1)
  })
})

describe('the list of audit entries', () => {
  test('audit entries can be filtered by user, domain and days', async () => {
    const tag = await user.call('createTag', { name: 'VIP', color: '#336699' })
    await admin.newList('Clientes')
    await admin.call('deleteTag', { tagId: tag.id })
    const all = await trail()
    expect(all.map(({ action }) => action)).toEqual([
      'tags.deleteTag',
      'contact-lists.createContactList',
      'tags.createTag',
    ])
    const userId = all.at(-1)?.who.id ?? ''
    expect(await trail({ userId })).toEqual(all.slice(2))
    expect(await trail({ domain: 'contact-lists' })).toEqual(all.slice(1, 2))
    expect(await trail({ domain: 'tags', userId })).toEqual(all.slice(2))
    const day = (later: number) =>
      new Date(Date.now() + later * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
    expect(await trail({ date_from: day(0), date_to: day(0) })).toEqual(all)
    expect(await trail({ date_from: day(1) })).toEqual([])
    expect(await trail({ date_to: day(-1) })).toEqual([])
    expect((await admin.attempt('listAudit', { date_from: 'ontem' })).status).toBe(400)
  })

  test('audit entries come newest first in pages, each entry once', async () => {
    for (let at = 0; at < 45; at++) await user.attempt('createTag', { name: `Tag ${at}`, color: '#336699' })
    const pages = [await admin.call('listAudit', { domain: 'tags' })]
    for (let last = pages[0]; last?.nextCursor; last = pages.at(-1))
      pages.push(await admin.call('listAudit', { domain: 'tags', cursor: last.nextCursor }))
    expect(pages.map(({ records }) => records.length)).toEqual([20, 20, 5])
    const names = pages.flatMap(({ records }) => records.map(({ targetName }) => targetName))
    expect(names).toEqual(Array.from({ length: 45 }, (_, at) => `Tag ${44 - at}`))
    const theirs = { domain: 'tags', cursor: pages[0]?.nextCursor ?? '' }
    expect(await other.attempt('listAudit', theirs)).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })

  test('audit entries can be exported as a spreadsheet', async () => {
    await user.call('createTag', { name: '=1+1', color: '#336699' })
    await admin.newList('Clientes')
    const sheet = fileOf(await admin.call('exportAudit', { domain: 'tags' }))
    expect(sheet.contentType).toMatch(/spreadsheetml/)
    const rows: unknown[] = []
    for await (const { cells } of readSheetRows(sheet.bytes)) rows.push([cells[3], cells[5]])
    expect(rows).toEqual([
      ['ação', 'nome'],
      ['tags.createTag', '=1+1'],
    ])
  })
})
