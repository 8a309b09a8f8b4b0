import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { answerOf, callOf, failureOf } from '@recado/shared/http/client'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { describe, expect, test } from 'vitest'

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
    expect(callOf(campaignRoutes.cancelCampaign, { campaignId: 'A1' }).headers).toEqual({})
  })

  test('a call without its path parameters throws', () => {
    expect(() => callOf(campaignRoutes.getCampaign, { campaignId: '' })).toThrow('campaignId')
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
    expect(failureOf(502, '<html>')).toMatchObject({ status: 502, code: 'ERR_INTERNAL', details: [] })
  })
})
