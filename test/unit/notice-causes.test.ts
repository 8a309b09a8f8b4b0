import { causesOf, failsMuch, isDown, LOOKS } from '@recado/shared/notices/causes/causes'
import { pageOfNotices, tellOnce } from '@recado/shared/notices/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { describe, expect, test } from 'vitest'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

describe('a live event', () => {
  const campaign = (more: object, counters: object = {}) => ({
    companyId: 'A',
    topic: 'campaign',
    action: 'updateCounters',
    body: {
      record: {
        id: 'C1',
        status: 'EM_ANDAMENTO',
        completedAt: null,
        pausedAt: null,
        pauseReason: null,
        fault: null,
        ...more,
      },
      counters: { sent: 20, failed: 0, blockeds: 0, ...counters },
    },
  })
  const fault = { reference: 'R', at: ago(1) }
  test.each([
    ['of a campaign that goes on', campaign({}), []],
    ['of one that ended now', campaign({ status: 'FINALIZADA', completedAt: ago(1) }), ['campaign-ended']],
    ['of one that ended before', campaign({ status: 'FINALIZADA', completedAt: ago(11) }), []],
    ['of one that was cancelled', campaign({ status: 'CANCELADA' }, { failed: 20 }), []],
    ['of one that a person paused', campaign({ pausedAt: ago(1), pauseReason: 'person' }), []],
    [
      'of one that WhatsApp refuses',
      campaign({ pausedAt: ago(1), pauseReason: 'refusals' }),
      ['campaign-waiting'],
    ],
    ['of one with an internal error', campaign({ fault }), ['campaign-waiting']],
    ['of one with many failures', campaign({}, { failed: 10 }), ['campaign-failing']],
  ])('%s has the causes %3$s', (_, event, kinds) => {
    expect(causesOf(event, NOW).map(({ kind }) => kind)).toEqual(kinds)
  })

  const connection = (more: object) => ({
    companyId: 'A',
    topic: 'whatsappSession',
    action: 'update',
    body: {
      record: {
        id: 'W1',
        status: 'DISCONNECTED',
        statusReason: null,
        knownNumber: '55',
        updatedAt: ago(0),
        ...more,
      },
    },
  })
  test.each([
    ['logged out', { statusReason: 'LOGGED_OUT' }, [LOOKS]],
    ['in a network problem', { status: 'TIMEOUT', statusReason: 'NETWORK' }, [0]],
    ['disconnected by a user', { statusReason: 'DISCONNECTED_BY_USER' }, []],
    ['never linked', { status: 'OPENING', knownNumber: null }, []],
    ['logged out long ago', { statusReason: 'LOGGED_OUT', updatedAt: ago(20) }, []],
    ['connected', { status: 'CONNECTED' }, []],
  ])('of a connection %s tells of it after so many looks: %3$s', (_, more, looks) => {
    const causes = causesOf(connection(more), NOW)
    expect(causes).toEqual(
      looks.map((count) => ({ kind: 'connection-down', connectionId: 'W1', looks: count })),
    )
  })
})

test('a campaign fails much from ten failures and three tenths on, without blocked people', () => {
  expect(failsMuch({ sent: 0, failed: 9, blockeds: 0 })).toBe(false)
  expect(failsMuch({ sent: 23, failed: 10, blockeds: 0 })).toBe(true)
  expect(failsMuch({ sent: 24, failed: 10, blockeds: 0 })).toBe(false)
  expect(failsMuch({ sent: 0, failed: 20, blockeds: 11 })).toBe(false)
})

test('a temporary ban needs a person, and a connection that opens tries by itself', () => {
  const known = { knownNumber: '55' }
  expect(isDown({ ...known, status: 'DISCONNECTED', statusReason: 'TEMPORARILY_BANNED' })).toBe('person')
  expect(isDown({ ...known, status: 'OPENING', statusReason: null })).toBe('network')
})

describe('a user', () => {
  const table = new TenantTable(new MemoryTable(), 'A')
  let next = 0
  const tell = (minutes: number, since: string, subject = 'W1', userId = 'ana') => {
    const notice = {
      id: `N${next++}`,
      userId,
      kind: 'connection-down' as const,
      ticketId: null,
      at: ago(-minutes),
    }
    return tellOnce(table, notice, { subject, since })
  }

  test('is told once in an hour of one subject, and of a state that goes on never again', async () => {
    expect(await tell(0, ago(0))).toBe(true)
    expect(await tell(59, ago(-59))).toBe(false)
    expect(await tell(61, ago(0))).toBe(false)
    expect(await tell(62, ago(-61))).toBe(true)
    expect(await tell(63, ago(-63), 'W2')).toBe(true)
    expect(await tell(63, ago(-63), 'W1', 'carla')).toBe(true)
    expect((await pageOfNotices(table, 'ana', { limit: 20 })).rows).toHaveLength(3)
  })

  test('is told by one of several processes that see the same at once', async () => {
    const told = await Promise.all([1, 2, 3].map(() => tell(0, ago(0), 'W3')))
    expect(told.filter(Boolean)).toHaveLength(1)
  })
})
