import { localDate } from '@recado/shared/calendar/local-date'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import { DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import { changeHealth } from '@recado/shared/connections/health-store'
import { putConnection, type StoredConnection } from '@recado/shared/connections/store'
import { itemKey } from '@recado/shared/contact-lists/items'
import { listKey } from '@recado/shared/contact-lists/store'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { aConnection } from '../support/builders.ts'
import { sharedSystem } from '../support/test-system.ts'

const ZONE = 'America/Sao_Paulo'
const SECOND = 1000
const DAY = 24 * 3600 * SECOND

const { principals } = sharedSystem()
let table: TenantTable
let admin: ApiClient

beforeEach(async () => {
  const companyId = await principals.company()
  table = principals.tenant(companyId)
  admin = await principals.signedIn(companyId)
  await admin.settings({ messageInterval: '10', minimumMessageInterval: '10', longerIntervalAfter: '0' })
})

async function connection(more: Partial<StoredConnection> = {}): Promise<string> {
  const { companyId } = table
  const stored = aConnection({ companyId, wanted: 'closed', status: 'CONNECTED', isDefault: false, ...more })
  await putConnection(table, stored)
  return stored.id
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `55119666${String(10_000 + at)}`)

/** A list with so many contacts, and a campaign to it. */
async function campaign(people: number, whatsappId: string, more: Partial<RequestTo<'createCampaign'>> = {}) {
  const list = await admin.newList()
  await admin.addContacts(list.id, numbers(people))
  const { id } = await admin.newCampaign({ whatsappId, contactListId: list.id, ...more })
  return { id, listId: list.id }
}
const precheck = (id: string) => admin.call('precheckCampaign', { campaignId: id })

/** How long it is expected to take, in seconds. */
const secondsOf = ({ expectedStartAt, expectedEndAt }: Precheck) =>
  (Date.parse(expectedEndAt ?? '') - Date.parse(expectedStartAt ?? '')) / SECOND

describe('the precheck of a campaign', () => {
  test('the precheck shows recipients, skipped contacts and the expected end', async () => {
    const { id, listId } = await campaign(5, await connection(), {
      message1: '{nome} {var1}',
      message2: 'Oi',
    })
    for (const [place, isWhatsappValid] of [false, true].entries())
      await table.update(itemKey(listId, place), { set: { isWhatsappValid } })
    const [, , blocked = ''] = numbers(3)
    await admin.call('createContactBlock', { name: 'Bloqueada', number: blocked })
    const found = await precheck(id)
    expect(found).toMatchObject({
      recipients: 5,
      sendable: 3,
      invalid: 1,
      unknown: 2,
      blocked: 1,
      duplicates: 0,
      noNumber: 0,
      notInGroup: 0,
      onlyAdmins: 0,
      unnamed: true,
      largeLists: [],
      held: null,
      waitingFor: null,
      missingVariables: [{ variable: 'var1', recipients: 3 }],
    })
    expect(secondsOf(found)).toBe(20)
    expect(Math.abs(Date.parse(found.expectedStartAt ?? '') - Date.now())).toBeLessThan(60 * SECOND)
  })

  test('the precheck of a scheduled campaign counts from its schedule, and from now for a start at once', async () => {
    const scheduledAt = new Date(Date.now() + DAY).toISOString()
    const { id } = await campaign(2, await connection(), { scheduledAt })
    expect(await precheck(id)).toMatchObject({ expectedStartAt: scheduledAt, waitingFor: null })
    const atOnce = await admin.call('precheckCampaign', { campaignId: id, startNow: 'true' })
    expect(Date.parse(atOnce.expectedStartAt ?? '')).toBeLessThan(Date.now() + 60 * SECOND)
  })

  test('the precheck of proposed values equals that of the same stored campaign, and changes nothing', async () => {
    const whatsappId = await connection()
    const { id, listId } = await campaign(2, whatsappId, { message1: '{var1}' })
    const other = await admin.newList()
    await admin.addContacts(other.id, ['5511966690001'])
    const scheduledAt = new Date(Date.now() + DAY).toISOString()
    const values = { name: 'Promoção', whatsappId, message1: '{var1}', scheduledAt }
    const proposed = await admin.call('precheckProposal', {
      ...values,
      contactListId: listId,
      campaignId: id,
    })
    const { status } = await admin.call('getCampaign', { campaignId: id })
    expect(status).toBe('INATIVA')
    await admin.call('updateCampaign', { campaignId: id, scheduledAt })
    expect(proposed).toEqual(await precheck(id))
    expect(proposed).toMatchObject({ recipients: 2, expectedStartAt: scheduledAt, parts: 1 })

    const unsaved = { ...values, contactListId: other.id, scheduledAt: null }
    expect(await admin.call('precheckProposal', unsaved)).toMatchObject({ recipients: 1 })
    const { records } = await admin.call('listCampaigns', {})
    expect(records.map((each) => each.id)).toEqual([id])
  })

  test('the precheck refuses proposed values that could not be saved', async () => {
    const whatsappId = await connection()
    const { listId } = await campaign(1, whatsappId)
    const values = { name: 'Promoção', whatsappId, contactListId: listId, message1: 'Olá' }
    const refusalOf = async (more: Partial<RequestTo<'precheckProposal'>>) =>
      (await admin.attempt('precheckProposal', { ...values, ...more })).body
    expect(await refusalOf({ scheduledAt: '2026-01-01T12:00:00.000Z' })).toMatchObject({
      error: 'ERR_CAMPAIGN_SCHEDULE_PAST',
    })
    expect(await refusalOf({ message1: ' ' })).toMatchObject({ error: 'ERR_CAMPAIGN_EMPTY' })
    const foreign = await principals.signedIn(await principals.company())
    const theirs = await foreign.newList()
    expect(await refusalOf({ contactListId: theirs.id })).toMatchObject({
      error: 'ERR_NO_CONTACT_LIST_FOUND',
    })
  })

  test('the precheck respects the company’s send windows', async () => {
    const tomorrow = new Date(Date.now() + DAY)
    const weekday = new Date(`${localDate(tomorrow.getTime(), ZONE)}T00:00:00Z`).getUTCDay()
    const periods = [{ weekday, from: '10:00', to: '10:01' }]
    await admin.settings({
      messageInterval: '30',
      minimumMessageInterval: '30',
      longerIntervalAfter: '0',
      sendWindows: { ...DEFAULT_SEND_WINDOWS, enabled: true, periods },
    })
    const { id } = await campaign(3, await connection())
    const found = await precheck(id)
    expect(found.waitingFor).toBe('window')
    expect(found.expectedStartAt).toBe(`${localDate(tomorrow.getTime(), ZONE)}T13:00:00.000Z`)
    // Two fit into the minute, the third waits for a week.
    expect(secondsOf(found)).toBe((7 * DAY) / SECOND)
  })

  test('the precheck shows what a start would wait for, and no end', async () => {
    const { id } = await campaign(1, await connection({ status: 'DISCONNECTED' }))
    const untold = { expectedStartAt: null, expectedEndAt: null }
    expect(await precheck(id)).toMatchObject({ waitingFor: 'connection', ...untold })
    await admin.call('stopSending', { reason: 'Mensagem errada' })
    expect(await precheck(id)).toMatchObject({ waitingFor: 'company-stop', ...untold })
  })

  test('the precheck shows no end for a campaign with confirmation', async () => {
    const asking = { confirmation: true, confirmationMessage1: 'Quer, {email}?' }
    const { id } = await campaign(2, await connection(), { message1: 'Olá', ...asking })
    const found = await precheck(id)
    expect(found).toMatchObject({
      expectedEndAt: null,
      missingVariables: [{ variable: 'email', recipients: 2 }],
    })
    expect(found.expectedStartAt).not.toBeNull()
  })

  test('the precheck of an empty or deleted list finds no recipients', async () => {
    const list = await admin.newList()
    const { id } = await admin.newCampaign({ whatsappId: await connection(), contactListId: list.id })
    const nobody = { recipients: 0, sendable: 0, invalid: 0 }
    expect(await precheck(id)).toMatchObject(nobody)
    await admin.attempt('deleteContactList', { contactListId: list.id })
    expect(await precheck(id)).toMatchObject(nobody)
  })

  test('the precheck names lists above the recommended size', async () => {
    const { id, listId } = await campaign(1, await connection())
    await table.update(listKey(listId), { set: { contactsCount: 501 } })
    expect((await precheck(id)).largeLists).toEqual([{ id: listId, name: 'Clientes', contactsCount: 501 }])
  })
})

describe('first contacts in the precheck', () => {
  const isKnown = async (whatsappId: string, number: string, how: 'wroteAt' | 'writtenAt') =>
    table.put({ ...conversationKey(whatsappId, number), connectionId: whatsappId, chat: number, [how]: 1 })

  test('the precheck counts first contacts that exceed the daily budget', async () => {
    const whatsappId = await connection({ newContactsPerDay: 2, linkedAt: '2026-01-01T12:00:00.000Z' })
    const { id } = await campaign(6, whatsappId)
    const [first = '', second = ''] = numbers(2)
    await isKnown(whatsappId, first, 'wroteAt')
    await isKnown(whatsappId, second, 'writtenAt')
    const found = await precheck(id)
    expect(found.held).toEqual({ reason: 'daily-budget', until: null, firstContacts: 4, perDay: 2 })
    const days = Date.parse(found.expectedEndAt ?? '') - Date.now()
    expect(days).toBeGreaterThan(0)
    expect(days).toBeLessThanOrEqual(DAY + 60 * SECOND)
    expect(found.waitingFor).toBeNull()
  })

  test('the precheck does not mention first contacts within the budget', async () => {
    const whatsappId = await connection({ newContactsPerDay: 3, linkedAt: '2026-01-01T12:00:00.000Z' })
    const { id } = await campaign(3, whatsappId)
    expect((await precheck(id)).held).toBeNull()
    await changeHealth(table, whatsappId, { day: localDate(Date.now(), ZONE), newContacts: 1 })
    expect((await precheck(id)).held).toMatchObject({ firstContacts: 3, perDay: 3 })
  })

  test('the precheck counts contacts held by WhatsApp’s lock', async () => {
    const whatsappId = await connection()
    const { id } = await campaign(3, whatsappId)
    const [first = '', second = ''] = numbers(2)
    await isKnown(whatsappId, first, 'wroteAt')
    await isKnown(whatsappId, second, 'writtenAt')
    const lockedUntil = Date.now() + DAY
    await changeHealth(table, whatsappId, { lockedUntil })
    const until = new Date(lockedUntil).toISOString()
    expect((await precheck(id)).held).toEqual({
      reason: 'reach-out-lock',
      until,
      firstContacts: 2,
      perDay: null,
    })
  })
})

describe('a campaign into groups', () => {
  test('the precheck counts groups, or members with a number', async () => {
    const [whatsappId, other] = [await connection(), await connection()]
    const told = { addressing: 'lid' as const, updatedAt: new Date().toISOString(), subject: 'Clientes' }
    const member = (number: string | null, lid: string | null = null) => ({ number, lid, admin: false })
    const listOf = async (connectionId: string, groupId: string, members: ReturnType<typeof member>[]) => {
      const listing = { connectionName: 'Loja', orphans: new Map<string, string>() }
      const news = await keepGroup(table, { ...told, connectionId, groupId, members }, listing)
      return news?.action === 'create' ? news.list.id : ''
    }
    const [ana, beto, caio] = ['5511955571001', '5511955571002', '5511955571003']
    const lists = [
      await listOf(whatsappId, '120363000000000001', [member(ana), member(beto), member(null, '100')]),
      await listOf(other, '120363000000000002', [member(beto), member(caio)]),
    ]
    const group = { type: 'GROUP', whatsappId, contactListId: lists } as const
    const into = await admin.call('createCampaign', { ...group, name: 'Nos grupos', message1: 'Olá' })
    expect(await precheck(into.id)).toMatchObject({ recipients: 2, sendable: 1, notInGroup: 1, noNumber: 0 })
    await admin.call('updateCampaign', { campaignId: into.id, groupMode: 'participants' })
    expect(await precheck(into.id)).toMatchObject({
      recipients: 4,
      sendable: 3,
      noNumber: 1,
      duplicates: 1,
      notInGroup: 0,
    })
  })
})
