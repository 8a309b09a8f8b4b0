import type { Schedule } from '@recado/shared/schedules/schedule'
import { getTicket } from '@recado/shared/tickets/store/tickets'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../support/api-client.ts'
import { Desk, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()

const SHOP = '5511900000272'
let desk: Desk
let { admin, ana, bruno, stranger, people, queues, connection } = {} as Desk['parts']
let customer: string
let contactId: string

beforeAll(async () => {
  desk = await Desk.open(principals, SHOP, '551195592')
  ;({ admin, ana, bruno, stranger, people, queues, connection } = desk.parts)
}, atMost(120_000))

beforeEach(async () => {
  customer = desk.newCustomer()
  contactId = (await ana.call('createContact', { name: 'Rita Sousa', number: customer })).id
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
/** Not past when the API takes it: on a busy machine a call takes seconds. */
const soon = () => inSeconds(3)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const scheduled = (more: object = {}): Promise<Schedule> =>
  ana.call('createSchedule', { contactId, body: 'Sua consulta é amanhã', sendAt: soon(), ...more })

const ended = (id: string): Promise<Schedule> =>
  eventually(
    'the schedule is over',
    async () => {
      const found = await ana.call('getSchedule', { scheduleId: id })
      return found.status !== 'PENDENTE' && found
    },
    60_000,
  )

describe('a scheduled message', () => {
  test('leaves at its time, once, is said to be sent, and stands in the conversation', async () => {
    const ears = await LiveSocket.open(bruno)
    const { id, ...made } = await scheduled()
    expect(made).toMatchObject({ status: 'PENDENTE', contact: { name: 'Rita Sousa' }, userName: 'Ana Lima' })
    await desk.receives('Sua consulta é amanhã')
    const sent = await ended(id)
    expect(sent).toMatchObject({ status: 'ENVIADA', reason: null, sentAt: expect.any(String) })
    expect(sent.lateSeconds).toBeLessThan(60)
    expect((await desk.texts()).filter((text) => text === 'Sua consulta é amanhã')).toHaveLength(1)
    for (const action of ['create', 'update']) await ears.frame(action, isAbout(id, action))
    // Without a ticket it opens none; the reply gets neither greeting nor menu.
    expect(await desk.ticketsIn(admin, 'pending')).toEqual([])
    await desk.writes('Confirmado')
    const ticket = await desk.ticketIn(admin, 'pending')
    expect(ticket).toMatchObject({ bot: null, name: 'Rita Sousa' })
    const messages = await desk.messages(admin, ticket.id)
    expect(messages.map(({ origin }) => origin)).toEqual(['schedule', null])
    expect(messages[0]).toMatchObject({ author: { name: 'Ana Lima' }, status: 'SENT' })
    ears.close()
  })

  test('opens a ticket of its maker, or joins the live one', async () => {
    const { id } = await scheduled({ openTicket: true })
    await desk.receives('Sua consulta é amanhã')
    const opened = await desk.ticketIn(ana, 'open')
    expect(opened).toMatchObject({ origin: 'schedule', userId: people.ana.id, lastFromMe: true })
    await ended(id)
    await ended((await scheduled({ body: 'Traga o exame', openTicket: true })).id)
    const messages = await desk.messages(ana, opened.id)
    expect(messages.map(({ content }) => 'text' in content && content.text)).toEqual([
      'Sua consulta é amanhã',
      'Traga o exame',
    ])
    expect(await desk.ticketsIn(ana, 'open')).toHaveLength(1)
  })

  test('starts the time after which its ticket ends by silence', async () => {
    await admin.call('saveSetting', { settingKey: 'idleCloseHours', value: '24' })
    const { id } = await scheduled({ openTicket: true })
    await ended(id)
    const opened = await desk.ticketIn(ana, 'open')
    const stored = await getTicket(principals.tenant(people.ana.companyId), opened.id)
    const silent = Date.parse(stored?.timerAt ?? '') - Date.parse(opened.lastAt)
    expect(silent).toBe(24 * 3_600_000)
    await admin.call('saveSetting', { settingKey: 'idleCloseHours', value: '0' })
  })

  test('is sent although its user was deleted, and its ticket waits in the default queue', async () => {
    const dora = await principals.person(people.ana.companyId, { profile: 'user' })
    const maker = await principals.signIn(dora)
    const sendAt = inSeconds(6)
    const written = { contactId, body: 'Até amanhã', sendAt, openTicket: true }
    const { id } = await maker.call('createSchedule', written)
    await admin.call('deleteUser', { userId: dora.id })
    await desk.receives('Até amanhã')
    expect(await ended(id)).toMatchObject({ status: 'ENVIADA' })
    const waiting = await desk.ticketIn(admin, 'pending')
    expect(waiting).toMatchObject({ origin: 'schedule', userId: null, queueId: queues[SALES] })
  })

  test('is not sent to who wrote meanwhile, if that was wanted', async () => {
    const sendAt = inSeconds(8)
    const { id } = await scheduled({ sendAt, cancelIfReplied: true })
    await desk.writes('Já confirmo aqui')
    expect(await ended(id)).toMatchObject({ status: 'ERRO', reason: 'SKIPPED_REPLIED', sentAt: null })
    expect(await desk.texts()).not.toContain('Sua consulta é amanhã')
    // What was wanted is no news.
    const { records } = await ana.call('listNotices')
    expect(records.filter(({ id: notice }) => notice.includes(id))).toEqual([])
  })

  test('fails for a contact who was blocked meanwhile, and its maker is told', async () => {
    const sendAt = inSeconds(6)
    const { id } = await scheduled({ sendAt })
    await admin.call('createContactBlock', { name: 'Rita Sousa', number: customer })
    expect(await ended(id)).toMatchObject({ status: 'ERRO', reason: 'BLOCKED' })
    const { records } = await ana.call('listNotices')
    expect(records).toContainEqual(expect.objectContaining({ kind: 'schedule-failed' }))
    expect(await ana.attempt('createSchedule', { contactId, body: 'Oi', sendAt: inDays(1) })).toMatchObject(
      refused(409, 'ERR_CONTACT_BLOCKED'),
    )
  })

  test('of an unknown connection, or unknown itself, is refused as unknown also for a blocked contact', async () => {
    await admin.call('createContactBlock', { name: 'Rita Sousa', number: customer })
    const input = { contactId, body: 'Oi', sendAt: inDays(1) }
    expect(await ana.attempt('createSchedule', { ...input, whatsappId: contactId })).toMatchObject(
      refused(404, 'ERR_NO_WAPP_FOUND'),
    )
    expect(await ana.attempt('updateSchedule', { ...input, scheduleId: contactId })).toMatchObject(
      refused(404, 'ERR_NO_SCHEDULE_FOUND'),
    )
  })

  test('waits for those of the same connection that leave before it, five seconds apart', async () => {
    const sendAt = soon()
    const made = await Promise.all(['Primeira', 'Segunda'].map((body) => scheduled({ sendAt, body })))
    const sent = await Promise.all(made.map(({ id }) => ended(id)))
    const [one, other] = sent.map(({ sentAt }) => Date.parse(sentAt ?? ''))
    expect(Math.abs((one ?? 0) - (other ?? 0))).toBeGreaterThanOrEqual(5000)
    expect(Math.max(...sent.map(({ lateSeconds }) => lateSeconds ?? 0))).toBeGreaterThanOrEqual(4)
  }, 60_000)

  test('with a file leaves with its caption', async () => {
    const mediaId = await uploaded(ana, Buffer.from('%PDF-1.4 recibo'), 'message-media')
    const media = { type: 'document', mediaId, fileName: 'recibo.pdf' }
    const { id, media: kept } = await scheduled({ media, body: 'Seu recibo' })
    expect(kept).toMatchObject({ type: 'document', fileName: 'recibo.pdf', mimetype: 'application/pdf' })
    expect(await ended(id)).toMatchObject({ status: 'ENVIADA' })
    expect(await desk.phone()).toContainEqual(expect.objectContaining({ caption: 'Seu recibo' }))
  })
})

describe('the schedules', () => {
  test('are listed by status, contact and day, and changed by their maker or an admin until they leave', async () => {
    const { id } = await scheduled({ sendAt: inDays(2) })
    const later = await scheduled({ sendAt: inDays(3), body: 'Depois' })
    const idsOf = async (query: object) =>
      (await bruno.call('listSchedules', query)).records.map((record) => record.id)
    expect(await idsOf({ contactId })).toEqual([id, later.id])
    expect(await idsOf({ contactId, status: 'ENVIADA' })).toEqual([])
    expect(await idsOf({ from: inDays(2.5), to: inDays(3.5) })).toContain(later.id)
    expect(await idsOf({ from: inDays(2.5), to: inDays(3.5) })).not.toContain(id)
    const change = { scheduleId: id, contactId, body: 'Mudou', sendAt: inDays(4) }
    expect(await bruno.attempt('updateSchedule', change)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await bruno.attempt('deleteSchedule', { scheduleId: id })).toMatchObject(
      refused(403, 'ERR_NO_PERMISSION'),
    )
    expect(await admin.call('updateSchedule', change)).toMatchObject({ body: 'Mudou', status: 'PENDENTE' })
    expect(await idsOf({ contactId })).toEqual([later.id, id])
    await ana.call('deleteSchedule', { scheduleId: id })
    expect(await ana.attempt('getSchedule', { scheduleId: id })).toMatchObject(
      refused(404, 'ERR_NO_SCHEDULE_FOUND'),
    )
    expect(await stranger.attempt('getSchedule', { scheduleId: later.id })).toMatchObject(
      refused(404, 'ERR_NO_SCHEDULE_FOUND'),
    )
  })

  test('of a contact that is merged into another one are listed and changed there, and are back when that is undone', async () => {
    const number = desk.newCustomer()
    const survivorId = (await ana.call('createContact', { name: 'Rita S.', number })).id
    const hers = await scheduled({ sendAt: inDays(2) })
    const first = await scheduled({ contactId: survivorId, sendAt: inDays(1) })
    const last = await scheduled({ contactId: survivorId, sendAt: inDays(3) })
    const idsOf = async (of: string) =>
      (await bruno.call('listSchedules', { contactId: of })).records.map(({ id }) => id)
    const { mergeId } = await admin.call('mergeContacts', { contactId: survivorId, otherId: contactId })
    expect(await idsOf(survivorId)).toEqual([first.id, hers.id, last.id])
    expect(await idsOf(contactId)).toEqual([first.id, hers.id, last.id])
    const shown = await bruno.call('getSchedule', { scheduleId: hers.id })
    expect(shown).toMatchObject({ contactId: survivorId, contact: { name: 'Rita S.', number } })
    const change = { scheduleId: hers.id, contactId: survivorId, body: 'Mudou', sendAt: inDays(2) }
    expect(await ana.call('updateSchedule', change)).toMatchObject({ body: 'Mudou', contactId: survivorId })
    await admin.call('undoContactMerge', { mergeId })
    expect(await idsOf(survivorId)).toEqual([first.id, last.id])
    expect(await idsOf(contactId)).toEqual([hers.id])
  })

  test('that were sent stay as they are; one with an error may be given a new time', async () => {
    const { id } = await scheduled()
    await ended(id)
    const change = { scheduleId: id, contactId, body: 'De novo', sendAt: inDays(1) }
    expect(await ana.attempt('updateSchedule', change)).toMatchObject(refused(409, 'ERR_SCHEDULE_SENT'))
    expect(await ana.attempt('deleteSchedule', { scheduleId: id })).toMatchObject(
      refused(409, 'ERR_SCHEDULE_SENT'),
    )
    const sendAt = inSeconds(8)
    const failing = await scheduled({ sendAt, cancelIfReplied: true })
    await desk.writes('Oi')
    await ended(failing.id)
    await ana.call('updateSchedule', { scheduleId: failing.id, contactId, body: 'Agora vai', sendAt: soon() })
    await desk.receives('Agora vai')
    expect(await ended(failing.id)).toMatchObject({ status: 'ENVIADA', reason: null })
  }, 60_000)

  test.each([
    ['a time that has passed', () => ({ sendAt: '2026-01-01T12:00:00.000Z' }), 'ERR_SCHEDULE_PAST'],
    ['a time too far ahead', () => ({ sendAt: inDays(400) }), 'ERR_VALIDATION'],
    ['a blank text', () => ({ body: '  \n' }), 'ERR_VALIDATION'],
    ['a text that is too long', () => ({ body: 'a'.repeat(4097) }), 'ERR_VALIDATION'],
    ['no time', () => ({ sendAt: 'amanhã' }), 'ERR_VALIDATION'],
    ['a contact of nobody', () => ({ contactId: connection.id }), 'ERR_NO_CONTACT_FOUND'],
    ['a connection of nobody', () => ({ whatsappId: contactId }), 'ERR_NO_WAPP_FOUND'],
    [
      'an audio, which has no caption',
      () => ({ media: { type: 'audio' as const, mediaId: contactId, seconds: 3 } }),
      'ERR_VALIDATION',
    ],
    ['a file of nobody', () => ({ media: { type: 'image' as const, mediaId: contactId } }), 'ERR_NO_FILE'],
  ])('with %s are refused, and nothing is scheduled', async (_, bad, code) => {
    const input = { contactId, body: 'Oi', sendAt: inDays(1), ...bad() }
    const { status, body } = await ana.attempt('createSchedule', input)
    expect({ status, body }).toMatchObject({
      status: code.startsWith('ERR_NO_') && code !== 'ERR_NO_FILE' ? 404 : 400,
      body: { error: code },
    })
    expect((await ana.call('listSchedules', { contactId })).records).toEqual([])
  })
})
