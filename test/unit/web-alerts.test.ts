import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseAlertOptions } from '../../web/src/notices/alerts/alert-options.ts'
import { AlertWatch } from '../../web/src/notices/alerts/alert-watch.ts'
import type { LiveEvent } from '../../web/src/realtime/frame.ts'
import { colleaguesAt, noteColleague } from '../../web/src/tickets/presence/colleagues.ts'
import { dueState } from '../../web/src/tickets/presence/desk-state.ts'
import { noteServerDate } from '../../web/src/ui/server-clock.ts'
import { aChatMessage } from '../support/web-chats.ts'
import { aShownTicket, at } from '../support/web-tickets.ts'

const event = (topic: string, action: string, body: object): LiveEvent => ({
  topic,
  action,
  frame: { channel: '', action, ...body },
})

describe('an alert', () => {
  const now = Date.parse(at(0)) + 5000
  let watch: AlertWatch
  beforeEach(() => {
    watch = new AlertWatch('ana', () => now)
  })
  const changed = (overrides: Parameters<typeof aShownTicket>[0], action = 'update') =>
    watch.alertOf(event('ticket', action, { record: aShownTicket(overrides) }))?.kind
  const waiting = { status: 'pending', userId: null } as const

  test('comes for each new message in a ticket of one’s own, once', () => {
    expect(changed({ inboundSeq: 3 })).toBe('message')
    expect(changed({ inboundSeq: 3, tagIds: ['G1'] })).toBeUndefined()
    expect(changed({ inboundSeq: 4 })).toBe('message')
    expect(changed({ inboundSeq: 3 })).toBeUndefined()
  })

  test.each([
    ['one’s own answer', { lastFromMe: true }],
    ['a message that was read', { unread: 0 }],
    ['a message in a colleague’s ticket', { userId: 'carla' }],
    ['a message in a muted group', { isGroup: true, group: { muted: true, queueIds: [] } }],
    ['a message of an hour ago', { lastAt: at(-60) }],
    ['thanks in a closed ticket', { status: 'closed' as const }],
  ])('does not come for %s', (_, overrides) => {
    expect(changed({ inboundSeq: 9, ...overrides })).toBeUndefined()
  })

  test('comes for a message in a group that is not muted, once', () => {
    const inGroup = { isGroup: true, userId: null, group: { muted: false, queueIds: [] } }
    expect(changed({ ...inGroup, inboundSeq: 3 })).toBe('group')
    expect(changed({ ...inGroup, inboundSeq: 3 })).toBeUndefined()
  })

  test('comes for a new waiting ticket, and again in another queue', () => {
    expect(changed(waiting, 'create')).toBe('waiting')
    expect(changed({ ...waiting, inboundSeq: 4 })).toBeUndefined()
    expect(changed({ ...waiting, queueId: 'Q2' })).toBe('waiting')
  })

  test('does not come for the menu, a colleague’s waiting ticket, or one’s own that was returned', () => {
    const menu = { step: 'menu', tries: 0, hadFile: false } as const
    expect(changed({ ...waiting, queueId: null, bot: menu }, 'create')).toBeUndefined()
    expect(changed({ ...waiting, id: 'T2', userId: 'carla' })).toBeUndefined()
    changed({ id: 'T3', unread: 0 })
    expect(changed({ ...waiting, id: 'T3' })).toBeUndefined()
  })

  test('comes for a new notice, and not for one that was read', () => {
    const alertOf = (action: string) => watch.alertOf(event('notice', action, { id: 'N1', kind: 'mention' }))
    expect(alertOf('create')).toEqual({ kind: 'notice', notice: { kind: 'mention' } })
    expect(alertOf('update')).toBeUndefined()
  })

  test('comes for a new message of a colleague, once, and not for one’s own or an old one', () => {
    const alertOf = (userId: string, seq: number, written = now) => {
      const record = aChatMessage({ userId, seq, at: new Date(written).toISOString() })
      return watch.alertOf(event('chat', 'new-message', { record }))
    }
    expect(alertOf('bruno', 1)).toMatchObject({ kind: 'chat', chat: { chatId: 'H1', userName: 'Bruno' } })
    expect(alertOf('bruno', 1)).toBeUndefined()
    expect(alertOf('ana', 2)).toBeUndefined()
    expect(alertOf('bruno', 3, now - 120_000)).toBeUndefined()
    expect(alertOf('bruno', 4)).toBeDefined()
  })

  test.each([-120_000, 120_000])('comes although the computer’s clock is off by %d ms', (ahead) => {
    vi.useFakeTimers({ now: now + ahead })
    onTestFinished(() => {
      vi.useRealTimers()
      noteServerDate(new Date().toUTCString())
    })
    noteServerDate(new Date(now).toUTCString())
    const comes = (lastAt: string) =>
      watch.alertOf(event('ticket', 'update', { record: aShownTicket({ lastAt }) }))
    vi.setSystemTime(now + ahead + 30_000)
    watch = new AlertWatch('ana')
    expect(comes(at(-60))).toBeUndefined()
    watch = new AlertWatch('ana')
    expect(comes(at(0))).toBeDefined()
  })

  test('does not come for other events', () => {
    expect(watch.alertOf(event('ticket', 'delete', { id: 'T1' }))).toBeUndefined()
    expect(watch.alertOf(event('tag', 'create', { kind: 'mention' }))).toBeUndefined()
  })
})

test.each([null, '', '{', '[]', '{"sounds":1}'])(
  'the options of alerts read from %j are the defaults',
  (text) => {
    expect(parseAlertOptions(text)).toMatchObject({ sounds: { message: true }, notifications: false })
  },
)

test('the options of alerts keep what was chosen', () => {
  const chosen = {
    sounds: { message: false, group: false, waiting: true, chat: false, notice: false },
    notifications: true,
    hidesText: true,
  }
  expect(parseAlertOptions(JSON.stringify(chosen))).toEqual(chosen)
})

describe('what a user does with a ticket', () => {
  test.each([
    ['at once', { typedAt: null, sentAt: null, sent: null }, 'viewing'],
    ['not again within six seconds', { typedAt: null, sentAt: 4001, sent: 'viewing' }, undefined],
    ['again after six seconds', { typedAt: null, sentAt: 4000, sent: 'viewing' }, 'viewing'],
    ['when typing begins, after four seconds', { typedAt: 9900, sentAt: 6000, sent: 'viewing' }, 'typing'],
    ['not sooner', { typedAt: 9900, sentAt: 6001, sent: 'viewing' }, undefined],
    ['while typing goes on', { typedAt: 9000, sentAt: 6000, sent: 'typing' }, 'typing'],
    ['when typing is over', { typedAt: 5000, sentAt: 6000, sent: 'typing' }, 'viewing'],
  ] as const)('is sent %s', (_, moments, state) => {
    expect(dueState(moments, 10_000)).toBe(state)
  })
})

describe('a colleague at a ticket', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })
  const carla = { id: 'carla', name: 'Carla Dias' }
  const names = () => colleaguesAt('T1').map(({ name, state }) => `${name} ${state}`)

  test('is shown for eight seconds after the last sign', () => {
    noteColleague({ id: 'T1', user: carla, state: 'viewing' })
    vi.advanceTimersByTime(7000)
    noteColleague({ id: 'T1', user: carla, state: 'typing' })
    noteColleague({ id: 'T2', user: carla, state: 'viewing' })
    expect(names()).toEqual(['Carla Dias typing'])
    vi.advanceTimersByTime(7999)
    expect(names()).toEqual(['Carla Dias typing'])
    vi.advanceTimersByTime(1)
    expect(names()).toEqual([])
  })

  test('goes at once when they leave, and others stay', () => {
    noteColleague({ id: 'T1', user: carla, state: 'viewing' })
    noteColleague({ id: 'T1', user: { id: 'ana', name: 'Ana Lima' }, state: 'viewing' })
    noteColleague({ id: 'T1', user: carla, state: 'left' })
    expect(names()).toEqual(['Ana Lima viewing'])
  })
})
