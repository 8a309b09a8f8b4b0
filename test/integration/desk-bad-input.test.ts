import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { putObject } from '../support/bucket.ts'
import { Desk } from '../support/desk.ts'
import { atMost } from '../support/eventually.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()

/**
 * Part 4 §13 on Ana's open ticket. Other files have: the texts and files of quick replies, mentions, merges, searches,
 * frames of the live socket, the limits of calls, another company's uploads, and one `clientId` for two messages.
 */
let desk: Desk
let { ana, admin, stranger } = {} as Desk['parts']
let ticket: Ticket
/** The customer's first message, one of Ana's, and one of another customer. */
let [inbound, ours, elsewhere] = ['', '', '']
let deleted = { queueId: '', tagId: '', userId: '' }
let foreign = { queueId: '', tagId: '', userId: '' }

beforeAll(async () => {
  desk = await Desk.open(principals, '5511900000256', '551195576')
  ;({ ana, admin, stranger } = desk.parts)
  desk.newCustomer()
  const other = await desk.attended()
  elsewhere = (await desk.message('theirs', ana, other.id, ({ fromMe }) => !fromMe)).id
  desk.newCustomer()
  ticket = await desk.attended()
  inbound = (await desk.message('theirs', ana, ticket.id, ({ fromMe }) => !fromMe)).id
  await desk.answer(ana, ticket.id, 'Bom dia')
  ours = (await desk.message('ours is sent', ana, ticket.id, (one) => one.status === 'SENT' && !one.auto)).id
  ;[deleted, foreign] = [await thingsOf(admin), await thingsOf(stranger)]
  await admin.call('deleteTicketQueue', { queueId: deleted.queueId })
  await admin.call('deleteTag', { tagId: deleted.tagId })
  await admin.call('deleteUser', { userId: deleted.userId })
}, atMost(120_000))

/** A new queue, tag and user of a company. */
async function thingsOf(client: ApiClient): Promise<typeof deleted> {
  const mark = crypto.randomUUID().slice(-6)
  const look = { name: `Coisa ${mark}`, color: `#${mark}` }
  return {
    queueId: (await client.call('createTicketQueue', look)).id,
    tagId: (await client.call('createTag', look)).id,
    userId: (await client.call('createUser', { name: 'Alguém', email: `${mark}@exemplo.test` })).id,
  }
}

const now = async () => ({
  ticket: await admin.call('getTicket', { ticketId: ticket.id }),
  messages: await desk.messages(admin, ticket.id),
})

/** The call is refused like this, and changes nothing of the ticket. */
async function expectRefused(call: () => Promise<object>, status: number, code: string): Promise<void> {
  await desk.delivered(admin, ticket.id)
  const before = await now()
  expect(await call()).toMatchObject(refused(status, code))
  expect(await now()).toEqual(before)
}

const says = (content: object, more: object = {}) => desk.answer(ana, ticket.id, '', { content, ...more })
const change = (body: object) => ana.send('PUT', `/tickets/${ticket.id}`, body)
const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

describe('a message', () => {
  test.each([
    ['a blank text', { type: 'text', text: ' \n\t ' }],
    ['no text', { type: 'text', text: '' }],
    ['16,385 characters', { type: 'text', text: 'a'.repeat(16_385) }],
    ['a NUL', { type: 'text', text: 'a\0b' }],
    ['half a surrogate pair', { type: 'text', text: 'a\ud83d' }],
    ['a note', { type: 'note', text: 'Só a equipe vê', mentions: [] }],
    ['an event', { type: 'event', kind: 'closed', by: null }],
    ['an unsupported kind', { type: 'unsupported', kind: 'poll' }],
    ['a reaction', { type: 'reaction', target: 'M1', emoji: '👍' }],
    ['an unknown kind', { type: 'sticker', uploadId: 'U1' }],
    ['a file without an upload', { type: 'image', caption: 'Foto' }],
    ['a caption that is too long', { type: 'image', uploadId: 'U1', caption: 'a'.repeat(4097) }],
  ])('with %s is refused', async (_, content) => {
    await expectRefused(() => says(content), 400, 'ERR_VALIDATION')
  })

  test('with bidirectional controls is sent as it is', async () => {
    const text = 'abc \u202edef\u202c'
    expect((await says({ type: 'text', text })).status).toBe(201)
    await desk.receives(text)
  })

  test('with 16,384 characters is sent', async () => {
    const text = 'b'.repeat(16_384)
    expect((await says({ type: 'text', text })).status).toBe(201)
    await desk.receives(text)
  })

  test.each(['image', 'video', 'audio'])('with bytes that are no %s is refused', async (type) => {
    const uploadId = await uploaded(ana, bytesOf('<svg onload=alert(1)>'), 'message-media')
    const content = { type, uploadId, ...(type === 'audio' && { seconds: 1 }) }
    await expectRefused(() => says(content), 400, 'ERR_MEDIA_TYPE')
  })

  test('with a file that is not there, is empty or is too large is refused', async () => {
    await expectRefused(() => says({ type: 'image', uploadId: 'SEM-ARQUIVO' }), 400, 'ERR_NO_FILE')
    const { companyId } = await ana.call('me')
    await putObject(`${companyId}/uploads/VAZIO`, new Uint8Array(), 'image/png')
    await expectRefused(() => says({ type: 'image', uploadId: 'VAZIO' }), 400, 'ERR_NO_FILE')
    await putObject(`${companyId}/uploads/GRANDE`, new Uint8Array(16 * 2 ** 20 + 1), 'image/png')
    await expectRefused(() => says({ type: 'image', uploadId: 'GRANDE' }), 413, 'ERR_UPLOAD_TOO_LARGE')
    for (const bytes of [0, -1, 100 * 2 ** 20 + 1]) {
      const file = { purpose: 'message-media', fileName: 'a.png', contentType: 'image/png', bytes }
      expect(await ana.send('POST', '/uploads', file)).toMatchObject(refused(400, 'ERR_VALIDATION'))
    }
  })

  test('that quotes, or a reaction that is about, another conversation’s message is refused', async () => {
    const text = { type: 'text', text: 'Sobre isso' }
    await expectRefused(() => says(text, { quoted: elsewhere }), 404, 'ERR_NO_MESSAGE_FOUND')
    const path = (what: string) => `/messages/${ticket.id}/${elsewhere}/${what}`
    await expectRefused(() => ana.send('POST', path('react'), { emoji: '👍' }), 404, 'ERR_NO_MESSAGE_FOUND')
    await expectRefused(() => ana.send('POST', path('edit'), { text: 'Oi' }), 404, 'ERR_NO_MESSAGE_FOUND')
  })

  test('of the customer is not edited, and ours not into nothing', async () => {
    const edit = (id: string, text: string) => ana.send('POST', `/messages/${ticket.id}/${id}/edit`, { text })
    await expectRefused(() => edit(inbound, 'Outra coisa'), 409, 'ERR_EDIT_WINDOW')
    for (const text of ['', '  ', 'a'.repeat(16_385), 'a\0'])
      await expectRefused(() => edit(ours, text), 400, 'ERR_VALIDATION')
  })

  test.each([
    ['no clientId', { clientId: undefined }],
    ['a clientId that is no UUID', { clientId: '1' }],
    ['no seenAt', { seenAt: undefined }],
    ['a seenAt that is no instant', { seenAt: 'ontem' }],
    ['an unknown key', { urgent: true }],
  ])('with %s is refused', async (_, more) => {
    await expectRefused(() => says({ type: 'text', text: 'Oi' }, more), 400, 'ERR_VALIDATION')
  })

  test('is forwarded neither to nobody nor to too many, nor more than five at once', async () => {
    const to = (count: number) => Array(count).fill({ ticketId: ticket.id })
    const forward = (ids: string[], targets: object[]) =>
      ana.send('POST', '/messages/forward', { messageIds: ids, to: targets })
    for (const [ids, targets] of [
      [[], to(1)],
      [[ours], []],
      [[ours], to(6)],
      [Array(6).fill(ours), to(1)],
      [[ours], [{ ticketId: ticket.id, contactId: 'C1' }]],
    ] as const)
      await expectRefused(() => forward([...ids], [...targets]), 400, 'ERR_VALIDATION')
  })
})

describe('a change of a ticket', () => {
  test.each([
    ['no field', {}],
    ['an unknown key', { status: 'open', color: 'red' }],
    ['an unknown status', { status: 'gone' }],
    ['a resolved ticket in a queue', { status: 'closed', queueId: 'Q1' }],
    ['an open ticket that is put off', { status: 'open', snoozedUntil: later(1) }],
    ['taking over for somebody else', { status: 'open', userId: 'U1', takeOver: true }],
    ['a note without a transfer', { status: 'closed', note: 'Oi' }],
    ['tags and a transfer', { tagIds: [], queueId: 'Q1' }],
    ['a negative seenSeq', { status: 'closed', seenSeq: -1 }],
    ['half a seenSeq', { status: 'closed', seenSeq: 0.5 }],
    ['a seenSeq above the last message', { status: 'closed', seenSeq: 99 }],
    ['a snooze in the past', { snoozedUntil: later(-1) }],
    ['a snooze beyond 90 days', { snoozedUntil: later(91) }],
    ['a snooze that is no instant', { snoozedUntil: 'amanhã' }],
    ['eleven tags', { tagIds: Array(11).fill('T1') }],
    ['a blank note', { queueId: 'Q1', note: '  ' }],
  ])('to %s is refused', async (_, body) => {
    await expectRefused(() => change(body), 400, 'ERR_VALIDATION')
  })

  test('to a queue, user or tag of another company, or to a deleted one, is refused', async () => {
    for (const { queueId, userId, tagId } of [foreign, deleted]) {
      await expectRefused(() => change({ queueId }), 404, 'ERR_NO_QUEUE_FOUND')
      await expectRefused(() => change({ userId }), 404, 'ERR_NO_USER_FOUND')
      await expectRefused(() => change({ tagIds: [tagId] }), 404, 'ERR_NO_TAG_FOUND')
      const open = { number: '11 95576-9999', queueId }
      expect(await ana.attempt('openTicket', open)).toMatchObject(refused(404, 'ERR_NO_QUEUE_FOUND'))
    }
  })

  test.each([
    ['nothing', {}],
    ['a word for muted', { muted: 'sim' }],
    ['a queue that is no list', { queueIds: 'Q1' }],
    ['fifty-one queues', { queueIds: Array(51).fill('Q1') }],
    ['an unknown key', { muted: true, hidden: true }],
  ])('of a group to %s is refused', async (_, body) => {
    const path = `/tickets/${ticket.id}/group`
    await expectRefused(() => admin.send('PUT', path, body), 400, 'ERR_VALIDATION')
  })

  test('of a group to a queue of another company, or to a deleted one, is refused', async () => {
    for (const { queueId } of [foreign, deleted])
      await expectRefused(
        () => admin.send('PUT', `/tickets/${ticket.id}/group`, { queueIds: [queueId] }),
        404,
        'ERR_NO_QUEUE_FOUND',
      )
  })

  test('is no group’s where the ticket is one person’s', async () => {
    const call = () => admin.send('PUT', `/tickets/${ticket.id}/group`, { muted: true })
    await expectRefused(call, 409, 'ERR_TICKET_CHANGED')
  })

  test.each([
    ['nothing', {}],
    ['both', { seq: 1, unread: true }],
    ['a negative number', { seq: -1 }],
    ['a number above the last message', { seq: 99 }],
  ])('reading %s is refused', async (_, body) => {
    await expectRefused(() => ana.send('POST', `/tickets/${ticket.id}/read`, body), 400, 'ERR_VALIDATION')
  })

  test.each([
    ['blank', '  '],
    ['longer than 4,096 characters', 'a'.repeat(4097)],
    ['with a NUL', 'a\0'],
  ])('by a note that is %s is refused', async (_, text) => {
    const note = { text, mentions: [] }
    await expectRefused(() => ana.send('POST', `/tickets/${ticket.id}/notes`, note), 400, 'ERR_VALIDATION')
  })

  test('by a draft that is too long is refused', async () => {
    const text = 'a'.repeat(16_385)
    await expectRefused(() => ana.send('PUT', `/tickets/${ticket.id}/draft`, { text }), 400, 'ERR_VALIDATION')
  })
})

describe('a cursor', () => {
  test('of another list, of another company or of nobody is refused', async () => {
    desk.newCustomer()
    for (let count = 0; count < 21; count++)
      await ana.call('createContact', { name: `Cliente ${count}`, number: desk.newCustomer() })
    const { nextCursor } = await ana.call('listContacts', {})
    expect(nextCursor).toBeTruthy()
    const cursor = nextCursor ?? ''
    const refusals = [
      await ana.attempt('listTickets', { cursor }),
      await ana.attempt('listTickets', { tab: 'resolvidos', cursor }),
      await ana.attempt('listMessages', { ticketId: ticket.id, cursor }),
      await ana.attempt('listQuickReplies', { cursor }),
      await stranger.attempt('listContacts', { cursor }),
      await ana.attempt('listKanban', { stages: 'none', cursor }),
      await ana.attempt('listTickets', { cursor: 'abc' }),
      await ana.attempt('listTickets', { cursor: 'a'.repeat(3000) }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 400))
  })
})
