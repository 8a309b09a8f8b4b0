import type { TicketStatus } from '@recado/shared/tickets/contract/ticket'
import { applyChange, eventKindOf } from '@recado/shared/tickets/rules/apply-change'
import { allowedKinds, type TicketActor, verdictOn } from '@recado/shared/tickets/rules/machine'
import { type RequestedChange, requestedChange } from '@recado/shared/tickets/rules/requested-change'
import { describe, expect, test } from 'vitest'
import { aTicket } from '../support/builders.ts'

const AT = '2026-11-23T12:00:00.000Z'
const [SALES, FINANCE] = ['sales', 'finance'] as const
const CONNECTION = [SALES, FINANCE]

const attendant: TicketActor = { userId: 'ana', seesAll: false, queueIds: [SALES] }
const colleague: TicketActor = { userId: 'carla', seesAll: false, queueIds: [SALES] }
const admin: TicketActor = { userId: 'dono', seesAll: true, queueIds: [] }
const actors = { attendant, colleague, admin }

const ticketOf = (status: TicketStatus) =>
  aTicket({ status, queueId: SALES, userId: status === 'pending' ? null : 'ana', inboundSeq: 3 })

/** The changes of the specification's rows. */
const changes = {
  open: { kind: 'open' },
  takeOver: { kind: 'takeOver' },
  return: { kind: 'return' },
  transfer: { kind: 'transfer', queueId: FINANCE },
  close: { kind: 'close', silent: false, force: false, seenSeq: 3 },
  snooze: { kind: 'snooze', until: AT },
  tag: { kind: 'tag', tagIds: ['vip'] },
} satisfies Record<string, RequestedChange>

const said = (verdict: ReturnType<typeof verdictOn>): string =>
  'allowed' in verdict ? verdict.allowed : verdict.refused.code.replace('ERR_TICKET_', '')

/** Status × change: the answer to the attendant, to a colleague and to an admin (part 4 §4 and §16). */
const TABLE: [TicketStatus, keyof typeof changes, string, string, string][] = [
  ['pending', 'open', 'change', 'change', 'change'],
  ['pending', 'takeOver', 'CHANGED', 'CHANGED', 'CHANGED'],
  ['pending', 'return', 'none', 'none', 'none'],
  ['pending', 'transfer', 'change', 'change', 'change'],
  ['pending', 'close', 'change', 'change', 'change'],
  ['pending', 'snooze', 'CHANGED', 'CHANGED', 'CHANGED'],
  ['pending', 'tag', 'change', 'change', 'change'],
  ['open', 'open', 'none', 'TAKEN', 'TAKEN'],
  ['open', 'takeOver', 'none', 'change', 'change'],
  ['open', 'return', 'change', 'TAKEN', 'change'],
  ['open', 'transfer', 'change', 'TAKEN', 'change'],
  ['open', 'close', 'change', 'TAKEN', 'change'],
  ['open', 'snooze', 'change', 'TAKEN', 'change'],
  ['open', 'tag', 'change', 'change', 'change'],
  ['closed', 'open', 'change', 'change', 'change'],
  ['closed', 'takeOver', 'CHANGED', 'CHANGED', 'CHANGED'],
  ['closed', 'return', 'CHANGED', 'CHANGED', 'CHANGED'],
  ['closed', 'transfer', 'CHANGED', 'CHANGED', 'CHANGED'],
  ['closed', 'close', 'none', 'none', 'none'],
  ['closed', 'snooze', 'CHANGED', 'CHANGED', 'CHANGED'],
  ['closed', 'tag', 'change', 'change', 'change'],
]

test('the table has every status and change', () => {
  expect(TABLE).toHaveLength(3 * Object.keys(changes).length)
})

test.each(TABLE)('a %s ticket: %s is %s, %s, %s', (status, name, ...wanted) => {
  const verdicts = Object.values(actors).map((actor) =>
    said(verdictOn(ticketOf(status), changes[name], actor, CONNECTION)),
  )
  expect(verdicts).toEqual(wanted)
})

test.each(Object.entries(changes))('a group refuses every change but tags: %s', (name, change) => {
  const group = aTicket({ chat: 'group-1', status: 'open' })
  const verdict = said(verdictOn(group, change, admin, CONNECTION))
  expect(verdict).toBe(name === 'tag' ? 'change' : 'CHANGED')
})

describe('a ticket in the menu', () => {
  const triage = aTicket({ bot: { step: 'menu', tries: 0, hadFile: false } })
  const accept: RequestedChange = { kind: 'open' }

  test('a ticket in the menu enters the only queue of its connection that its attendant serves', () => {
    expect(said(verdictOn(triage, accept, attendant, CONNECTION))).toBe('change')
    expect(applyChange(triage, accept, attendant, CONNECTION, AT)).toMatchObject({
      status: 'open',
      queueId: SALES,
      userId: 'ana',
      bot: null,
    })
  })

  test('a ticket in the menu needs a queue if its attendant serves several queues, or none', () => {
    const both = { ...attendant, queueIds: CONNECTION }
    for (const actor of [both, admin])
      expect(verdictOn(triage, accept, actor, CONNECTION)).toEqual({ refused: { code: 'ERR_QUEUE_NEEDED' } })
    expect(said(verdictOn(triage, { ...accept, queueId: FINANCE }, both, CONNECTION))).toBe('change')
    expect(said(verdictOn(triage, { ...accept, queueId: 'other' }, both, CONNECTION))).toBe('ERR_VALIDATION')
  })

  describe('that left it while a user chose a queue', () => {
    const inSales: RequestedChange = { kind: 'open', queueId: SALES }
    const accepted = applyChange(triage, inSales, attendant, CONNECTION, AT)

    test('a colleague learns who accepted the ticket first, whichever queue they chose', () => {
      for (const queueId of CONNECTION)
        expect(verdictOn(accepted, { ...inSales, queueId }, admin, CONNECTION)).toEqual({
          refused: { code: 'ERR_TICKET_TAKEN', userId: 'ana' },
        })
    })

    test('a repeated call changes nothing', () => {
      expect(said(verdictOn(accepted, inSales, attendant, CONNECTION))).toBe('none')
    })

    test('a ticket that waits in a queue by now is accepted in that queue, and a repeated call changes nothing', () => {
      const queued = aTicket({ queueId: FINANCE, bot: { step: 'none', tries: 0, hadFile: false } })
      expect(said(verdictOn(queued, inSales, admin, CONNECTION))).toBe('change')
      const opened = applyChange(queued, inSales, admin, CONNECTION, AT)
      expect(opened).toMatchObject({ status: 'open', userId: 'dono', queueId: FINANCE })
      expect(said(verdictOn(opened, inSales, admin, CONNECTION))).toBe('none')
    })

    test('a closed ticket does not open again', () => {
      expect(said(verdictOn(ticketOf('closed'), inSales, attendant, CONNECTION))).toBe('CHANGED')
    })
  })
})

describe('closing', () => {
  const open = ticketOf('open')
  const closing = (more: object) => ({ ...changes.close, ...more })

  test('a close is refused while messages are unseen, and the error counts them', () => {
    expect(verdictOn(open, closing({ seenSeq: 1 }), attendant, CONNECTION)).toEqual({
      refused: { code: 'ERR_NEW_MESSAGES', count: 2 },
    })
    expect(said(verdictOn(open, closing({ seenSeq: 1, force: true }), attendant, CONNECTION))).toBe('change')
    expect(said(verdictOn(open, closing({ seenSeq: undefined }), attendant, CONNECTION))).toBe('change')
    expect(said(verdictOn(open, closing({ seenSeq: 4 }), attendant, CONNECTION))).toBe('ERR_VALIDATION')
  })

  test('a close clears the waiting messages, and keeps the rating of an earlier end', () => {
    const rated = { askedAt: AT, until: AT, rate: 5, at: AT }
    const ticket = { ...open, waitingSince: AT, rating: rated, snoozedUntil: AT }
    expect(applyChange(ticket, changes.close, attendant, CONNECTION, AT)).toMatchObject({
      status: 'closed',
      waitingSince: null,
      snoozedUntil: null,
      readSeq: 3,
      closedBy: 'ana',
      closeReason: 'person',
      rating: rated,
      closingTextAt: null,
    })
  })

  test('a close asks for a rating for five minutes', () => {
    const asked = applyChange(open, changes.close, attendant, CONNECTION, AT, 'rating')
    expect(asked).toMatchObject({ rating: { askedAt: AT, until: '2026-11-23T12:05:00.000Z', rate: null } })
    expect(asked.closingTextAt).toBe(AT)
  })
})

test('a transfer to a queue clears the user, and a transfer to a user keeps the queue', () => {
  const open = ticketOf('open')
  expect(applyChange(open, changes.transfer, attendant, CONNECTION, AT)).toMatchObject({
    status: 'pending',
    queueId: FINANCE,
    userId: null,
  })
  const toCarla: RequestedChange = { kind: 'transfer', userId: 'carla' }
  expect(applyChange(open, toCarla, attendant, CONNECTION, AT)).toMatchObject({
    queueId: SALES,
    userId: 'carla',
  })
  const there = aTicket({ queueId: SALES, userId: 'carla' })
  expect(said(verdictOn(there, toCarla, colleague, CONNECTION))).toBe('none')
})

test('a ticket that waits for one user may be accepted and changed by all who see it', () => {
  const forCarla = aTicket({ queueId: SALES, userId: 'carla', inboundSeq: 3 })
  for (const actor of [attendant, colleague, admin])
    for (const name of ['open', 'transfer', 'close'] as const)
      expect(said(verdictOn(forCarla, changes[name], actor, CONNECTION))).toBe('change')
})

test('a change that changes nothing writes nothing; a note makes a transfer to the same queue a change', () => {
  const tagged = { ...ticketOf('open'), tagIds: ['a', 'b'] }
  expect(verdictOn(tagged, { kind: 'tag', tagIds: ['b', 'a'] }, attendant, CONNECTION)).toEqual({
    allowed: 'none',
  })
  expect(said(verdictOn(tagged, { kind: 'snooze', until: null }, attendant, CONNECTION))).toBe('none')
  const stays: RequestedChange = { kind: 'transfer', queueId: SALES }
  expect(said(verdictOn(ticketOf('pending'), stays, attendant, CONNECTION))).toBe('none')
  expect(said(verdictOn(ticketOf('pending'), { ...stays, note: 'Urgente' }, attendant, CONNECTION))).toBe(
    'change',
  )
})

test('a ticket without a queue waits in the default queue of its connection', () => {
  const own = aTicket({ status: 'open', userId: 'ana', queueId: null })
  const toCarla: RequestedChange = { kind: 'transfer', userId: 'carla' }
  expect(applyChange(own, changes.return, attendant, CONNECTION, AT).queueId).toBe(SALES)
  expect(applyChange(own, toCarla, attendant, CONNECTION, AT).queueId).toBe(SALES)
  expect(applyChange(own, changes.return, attendant, [], AT).queueId).toBeNull()
})

test('a closed ticket stays closed if only a waiting one is wanted, or if it was merged or lost its connection', () => {
  const closed = ticketOf('closed')
  expect(said(verdictOn(closed, { kind: 'open', isWaiting: true }, attendant, CONNECTION))).toBe('none')
  for (const closeReason of ['merged', 'connection'] as const)
    expect(said(verdictOn({ ...closed, closeReason }, changes.open, attendant, CONNECTION))).toBe('CHANGED')
})

test('a question for a rate ends when the ticket opens again, and a given rate stays', () => {
  const asked = { askedAt: AT, until: AT, rate: null, at: null }
  const closed = { ...ticketOf('closed'), rating: asked }
  expect(applyChange(closed, changes.open, colleague, CONNECTION, AT).rating).toBeNull()
  const rated = { ...asked, rate: 4, at: AT }
  expect(applyChange({ ...closed, rating: rated }, changes.open, colleague, CONNECTION, AT).rating).toEqual(
    rated,
  )
})

test('a reopened ticket belongs to the user who reopens it', () => {
  const closed = { ...ticketOf('closed'), closedAt: AT, closeReason: 'person' as const }
  expect(applyChange(closed, changes.open, colleague, CONNECTION, AT)).toMatchObject({
    status: 'open',
    userId: 'carla',
    closedAt: null,
    closeReason: null,
  })
  expect(eventKindOf(closed, changes.open)).toBe('reopened')
})

test('the buttons are the allowed changes', () => {
  expect(allowedKinds(ticketOf('open'), attendant, CONNECTION)).toEqual([
    'return',
    'transfer',
    'close',
    'snooze',
    'tag',
  ])
  expect(allowedKinds(ticketOf('open'), colleague, CONNECTION)).toEqual(['takeOver', 'tag'])
  expect(allowedKinds(ticketOf('closed'), colleague, CONNECTION)).toEqual(['open', 'tag'])
})

describe('a body', () => {
  const read = (body: object) => requestedChange(body, 'ana')

  test('a body with one change is that change', () => {
    expect(read({ status: 'open' })).toEqual({ kind: 'open' })
    expect(read({ status: 'open', userId: 'ana' })).toEqual({ kind: 'open' })
    expect(read({ status: 'open', userId: 'ana', takeOver: true })).toEqual({ kind: 'takeOver' })
    expect(read({ status: 'pending' })).toEqual({ kind: 'return' })
    expect(read({ queueId: SALES, note: 'oi' })).toEqual({ kind: 'transfer', queueId: SALES, note: 'oi' })
    expect(read({ userId: 'bia', note: 'oi', clientId: 'C1' })).toMatchObject({ note: 'oi', clientId: 'C1' })
    expect(read({ status: 'closed', force: true })).toEqual({ kind: 'close', silent: false, force: true })
    expect(read({ snoozedUntil: null })).toEqual({ kind: 'snooze', until: null })
    expect(read({ tagIds: ['a', 'a'] })).toEqual({ kind: 'tag', tagIds: ['a'] })
  })

  test.each([
    [{}],
    [{ status: 'open', userId: 'carla' }],
    [{ status: 'open', snoozedUntil: AT }],
    [{ status: 'closed', queueId: SALES }],
    [{ takeOver: true }],
    [{ status: 'pending', takeOver: true }],
    [{ note: 'oi' }],
    [{ status: 'open', clientId: 'C1' }],
    [{ tagIds: [], status: 'open' }],
    [{ seenSeq: 1 }],
  ])('a contradictory body is refused: %j', (body) => {
    expect(read(body)).toBeUndefined()
  })
})
