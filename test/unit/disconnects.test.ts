import { endingOf, endOf, isOfPairing, statusCodeOf } from '@recado/fargate-session/wire/disconnects'
import { describe, expect, test } from 'vitest'

/** As the library wraps it: a refused login has attributes, a stream error has a stanza. */
const failed = (statusCode: unknown, data?: unknown) =>
  Object.assign(new Error('Connection Failure'), { output: { statusCode }, data })
const conflict = (type: string) => ({ tag: 'conflict', attrs: { type } })
const final = (reason: string, forget = false) => ({ kind: 'final', reason, forget })
const RETRY = { kind: 'retry' }
const EITHER = [{ isUnread: false }, { isUnread: true }]

describe('the end of a socket', () => {
  test.each([
    [515, { kind: 'restart' }],
    [405, { kind: 'outdated' }],
    [428, RETRY],
    [500, RETRY],
    [503, RETRY],
    [401, final('LOGGED_OUT', true)],
    [402, final('TEMPORARILY_BANNED')],
    [403, final('BANNED')],
    [406, final('BANNED')],
    [409, final('VERSION_REFUSED')],
    [411, final('PHONE_OUTDATED')],
    [440, final('REPLACED')],
    [400, final('REFUSED')],
    [413, final('REFUSED')],
    [414, final('REFUSED')],
    [415, final('REFUSED')],
    [418, final('REFUSED')],
    [501, final('REFUSED')],
    [0, final('REFUSED')],
  ])('with code %i means the same with and without shown QR codes', (code, end) => {
    for (const shown of EITHER) expect(endOf(failed(code), shown)).toEqual(end)
  })

  test('by a timeout is a network reason, unless QR codes were shown and not scanned', () => {
    expect(endOf(failed(408), { isUnread: false })).toEqual(RETRY)
    expect(endOf(failed(408), { isUnread: true })).toEqual(final('QR_NOT_SCANNED', true))
  })

  test.each([
    ['nothing', undefined],
    ['an error without a code', new Error('getaddrinfo ENOTFOUND')],
    ['a code that is a text', failed('401')],
    ['an output that is none', Object.assign(new Error(''), { output: null })],
    ['an output without a code', Object.assign(new Error(''), { output: {} })],
    ['what is no error', { output: { statusCode: 401 } }],
    ['a text', '401'],
  ])('with %s is retried', (_, error) => {
    expect(statusCodeOf(error)).toBeUndefined()
    for (const shown of EITHER) expect(endOf(error, shown)).toEqual(RETRY)
  })

  test('is retried soon only for network reasons, for any code that WhatsApp may add', () => {
    const codes = Array.from({ length: 600 }, (_, code) => code)
    const ofKind = (kind: string) =>
      codes.filter((code) => endOf(failed(code), { isUnread: false }).kind === kind)
    expect(ofKind('retry')).toEqual([408, 428, 500, 503])
    expect([ofKind('restart'), ofKind('outdated')]).toEqual([[515], [405]])
  })

  test('makes keys worthless only if WhatsApp has unlinked the account or never linked it', () => {
    const codes = Array.from({ length: 200 }, (_, index) => 400 + index)
    const forgets = (isUnread: boolean) =>
      codes.filter((code) => {
        const end = endOf(failed(code), { isUnread })
        return end.kind === 'final' && end.forget
      })
    expect(forgets(false)).toEqual([401])
    expect(forgets(true)).toEqual([401, 408])
  })

  test('by a stream error is a logout if the error names a removed device, and otherwise keeps the keys', () => {
    const end = (data: unknown, code = 401) => endOf(failed(code, data), { isUnread: false })
    expect(end(conflict('device_removed'))).toEqual(final('LOGGED_OUT', true))
    expect(end({ reason: '401', location: 'frc' })).toEqual(final('LOGGED_OUT', true))
    expect(end({ tag: 'stream:error', attrs: { code: '401' } })).toEqual(final('LOGGED_OUT'))
    expect(end(conflict('replaced'))).toEqual(final('REPLACED'))
    expect(end(conflict('replaced'), 440)).toEqual(final('REPLACED'))
  })
})

describe('a temporary ban', () => {
  const NOW = Date.parse('2026-11-21T12:00:00Z')
  const endOfBan = (attributes: object) => {
    const end = endOf(failed(402, { reason: '402', ...attributes }), { isUnread: false })
    return end.kind === 'final' && endingOf(end, NOW)
  }
  const BANNED = { status: 'DISCONNECTED', statusReason: 'TEMPORARILY_BANNED', forget: false }

  test('ends at WhatsApp’s time', () => {
    const bannedUntil = '2026-11-21T13:00:00.000Z'
    expect(endOfBan({ code: '101', expire: '3600' })).toEqual({ ...BANNED, bannedUntil })
  })

  test.each([{}, { expire: '' }, { expire: '0' }, { expire: '-5' }, { expire: 'soon' }])(
    'has no known end with %j',
    (attributes) => {
      expect(endOfBan(attributes)).toEqual({ ...BANNED, bannedUntil: null })
    },
  )
})

test('a pairing code is void after a cut line or a refused login, but not after a refused account or client', () => {
  const ended = (code: number) => isOfPairing(endOf(failed(code), { isUnread: true }))
  expect([428, 503, 401].map(ended)).toEqual([true, true, true])
  expect([402, 403, 405, 515].map(ended)).toEqual([false, false, false, false])
})
