import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { ApiError } from '@recado/shared/http/api-error'
import { answerOf, callOf, failureOf } from '@recado/shared/http/client'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { describe, expect, test } from 'vitest'
import { AnswerOverdue, withBackOff } from '../../web/src/api/back-off.ts'

const answer = (text: string, headers: Record<string, string> = {}) => ({
  text: async () => text,
  bytes: async () => new TextEncoder().encode(text),
  headers,
})

describe('a call', () => {
  test('a call puts its fields into path, query and body', () => {
    const update = { campaignId: 'A 1', name: 'Promoção', scheduledAt: null }
    expect(callOf(campaignRoutes.updateCampaign, update)).toMatchObject({
      method: 'PUT',
      path: '/campaigns/A%201',
      query: {},
      body: { name: 'Promoção', scheduledAt: null },
    })
    expect(
      callOf(campaignRoutes.listShippings, { campaignId: 'A1', status: 'FAILED', cursor: undefined }),
    ).toEqual({
      method: 'GET',
      path: '/campaigns/A1/shippings',
      query: { status: 'FAILED' },
      headers: {},
      body: undefined,
    })
  })

  test('a call that creates or starts has its own idempotency key', () => {
    const keys = [1, 2].map(
      () => callOf(campaignRoutes.startCampaign, { campaignId: 'A1' }).headers['idempotency-key'],
    )
    expect(new Set(keys).size).toBe(2)
    expect(callOf(campaignRoutes.startCampaign, { campaignId: 'A1' }, 'k').headers).toEqual({
      'idempotency-key': 'k',
    })
    expect(callOf(campaignRoutes.cancelCampaign, { campaignId: 'A1' }, 'k').headers).toEqual({})
  })

  test('a call without its path parameters throws', () => {
    expect(() => callOf(campaignRoutes.getCampaign, { campaignId: '' })).toThrow('campaignId')
  })
})

describe('a call that the way to the server refuses or breaks', () => {
  const unavailable = (status: number) => failureOf(status, '')
  /** Fails so often, and then answers. */
  const failing = (...errors: Error[]) => {
    const pauses: number[] = []
    let attempts = 0
    const call = (mayArriveTwice: boolean, network = true) =>
      withBackOff(
        async () => {
          const error = errors[attempts++]
          if (error) throw error
          return 'answered'
        },
        {
          mayArriveTwice,
          pause: async (milliseconds) => pauses.push(milliseconds),
          hasNetwork: () => network,
          random: () => 0.5,
        },
      )
    return { call, pauses, attempts: () => attempts }
  }

  test('a read, or a call with an idempotency key, is repeated with growing pauses', async () => {
    const { call, pauses } = failing(unavailable(503), unavailable(429), unavailable(502))
    expect(await call(true)).toBe('answered')
    expect(pauses).toEqual([500, 1500, 4000])
  })

  test('a call that may not arrive twice is repeated only if it did not arrive', async () => {
    const { call, attempts } = failing(unavailable(429), unavailable(503))
    await expect(call(false)).rejects.toMatchObject({ status: 503, code: 'ERR_UNAVAILABLE' })
    expect(attempts()).toBe(2)
  })

  test('a call is given up after four attempts', async () => {
    const { call, attempts } = failing(...[503, 503, 503, 504, 503].map(unavailable))
    await expect(call(true)).rejects.toMatchObject({ status: 504 })
    expect(attempts()).toBe(4)
  })

  test('a repeated call that finds the first one under way asks for its answer, half a minute at most', async () => {
    const underWay = failureOf(409, JSON.stringify({ error: 'ERR_IN_PROGRESS', message: 'Under way' }))
    const answered = failing(unavailable(503), underWay, underWay)
    expect(await answered.call(true)).toBe('answered')
    expect(answered.pauses).toEqual([500, 500, 1000])
    const stuck = failing(...Array.from({ length: 9 }, () => underWay))
    await expect(stuck.call(true)).rejects.toMatchObject({ code: 'ERR_IN_PROGRESS' })
    expect(stuck.pauses.reduce((sum, pause) => sum + pause)).toBe(30_000)
  })

  test('a call whose connection broke is repeated twice, if it may arrive twice and there is a network', async () => {
    const broken = () => new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
    const back = failing(broken(), broken())
    expect(await back.call(true)).toBe('answered')
    expect(back.pauses).toEqual([500, 1500])
    const gone = failing(broken(), broken(), broken())
    await expect(gone.call(true)).rejects.toMatchObject({ code: 'ERR_NETWORK' })
    for (const [mayArriveTwice, network] of [
      [false, true],
      [true, false],
    ] as const) {
      const { call, attempts } = failing(broken())
      await expect(call(mayArriveTwice, network)).rejects.toMatchObject({ code: 'ERR_NETWORK' })
      expect(attempts()).toBe(1)
    }
  })

  test('a call whose answer is overdue is not repeated', async () => {
    const { call, attempts } = failing(new AnswerOverdue())
    await expect(call(true)).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
    expect(attempts()).toBe(1)
  })

  test('an answer of the server is never repeated, also not its own 429 and 500', async () => {
    const body = JSON.stringify({ error: 'ERR_TOO_MANY_ATTEMPTS', message: 'Later' })
    for (const status of [429, 500]) {
      const { call, attempts } = failing(failureOf(status, body))
      await expect(call(true)).rejects.toMatchObject({ status, code: 'ERR_TOO_MANY_ATTEMPTS' })
      expect(attempts()).toBe(1)
    }
  })
})

describe('an answer', () => {
  test('an answer that does not match its route is an error', async () => {
    const ticket = await answerOf(sessionRoutes.createSocketTicket, answer('{"t":"T1"}'))
    expect(ticket).toEqual({ t: 'T1' })
    await expect(answerOf(sessionRoutes.createSocketTicket, answer('{"t":1}'))).rejects.toThrow()
  })

  test('an answer may have no body', async () => {
    expect(await answerOf(sessionRoutes.logout, answer(''))).toBeUndefined()
  })

  test('an answer may be a file with a name', async () => {
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': "attachment; filename*=UTF-8''Anivers%C3%A1rio.csv",
    }
    const file = await answerOf(contactListRoutes.contactListTemplate, answer('nome', headers))
    expect([file.fileName, file.contentType, file.bytes.length]).toEqual(['Aniversário.csv', 'text/csv', 4])
  })

  test('an error has its code, and a foreign error page counts as an internal error', () => {
    const refusal = { error: 'ERR_VALIDATION', message: 'No', details: [{ path: 'name', code: 'too_small' }] }
    expect(failureOf(400, JSON.stringify(refusal))).toMatchObject({
      status: 400,
      code: 'ERR_VALIDATION',
      details: refusal.details,
    })
    expect(failureOf(403, '<html>')).toMatchObject({ status: 403, code: 'ERR_INTERNAL', details: [] })
  })

  test.each([
    [429, '{"message":"Too Many Requests"}'],
    [503, '{"message":"Service Unavailable"}'],
    [504, '<html>'],
  ])('a %i without our body comes from the way', (status, text) => {
    expect(failureOf(status, text)).toMatchObject({ status, code: 'ERR_UNAVAILABLE', isFromTheWay: true })
    const ours = failureOf(status, JSON.stringify({ error: 'ERR_INTERNAL', message: 'No' }))
    expect(ours).toMatchObject({ status, code: 'ERR_INTERNAL', isFromTheWay: false })
  })
})
