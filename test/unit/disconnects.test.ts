import { endOf, statusCodeOf } from '@recado/fargate-session/disconnects'
import { describe, expect, test } from 'vitest'

/** As the library wraps it. */
const failed = (statusCode: unknown) =>
  Object.assign(new Error('Connection Failure'), { output: { statusCode } })
const final = (reason: string, forget: boolean) => ({ kind: 'final', reason, forget })
const RETRY = { kind: 'retry' }

describe('the end of a socket', () => {
  test.each([
    [515, { kind: 'restart' }],
    [401, final('LOGGED_OUT', true)],
    [403, final('BANNED', false)],
    [440, final('REPLACED', false)],
    [411, final('VERSION_REFUSED', false)],
    [405, final('VERSION_REFUSED', false)],
    [428, RETRY],
    [500, RETRY],
    [503, RETRY],
    [418, RETRY],
    [0, RETRY],
  ])('with code %i means the same for a linked account and for one that is not', (code, end) => {
    expect(endOf(failed(code), { linked: true })).toEqual(end)
    expect(endOf(failed(code), { linked: false })).toEqual(end)
  })

  test('in time that ran out is the network’s for a linked account, and unread QR codes for another', () => {
    expect(endOf(failed(408), { linked: true })).toEqual(RETRY)
    expect(endOf(failed(408), { linked: false })).toEqual(final('QR_NOT_SCANNED', true))
  })

  test.each([
    ['nothing', undefined],
    ['an error without a code', new Error('getaddrinfo ENOTFOUND')],
    ['a code that is a text', failed('401')],
    ['an output that is none', Object.assign(new Error(''), { output: null })],
    ['an output without a code', Object.assign(new Error(''), { output: {} })],
    ['what is no error', { output: { statusCode: 401 } }],
    ['a text', '401'],
  ])('with %s is tried again', (_, error) => {
    expect(statusCodeOf(error)).toBeUndefined()
    for (const linked of [true, false]) expect(endOf(error, { linked })).toEqual(RETRY)
  })

  test('makes keys worthless only where WhatsApp has unlinked the account or never linked it', () => {
    const codes = Array.from({ length: 200 }, (_, index) => 400 + index)
    const forgets = (linked: boolean) =>
      codes.filter((code) => {
        const end = endOf(failed(code), { linked })
        return end.kind === 'final' && end.forget
      })
    expect(forgets(true)).toEqual([401])
    expect(forgets(false)).toEqual([401, 408])
  })
})
