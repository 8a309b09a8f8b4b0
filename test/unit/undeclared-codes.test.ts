import { defineRoutes, nothing } from '@recado/shared/http/contract'
import { afterEach, expect, test, vi } from 'vitest'

const routes = defineRoutes({
  getPlan: {
    method: 'GET',
    path: '/plan',
    access: 'public',
    response: nothing,
    errors: ['ERR_NO_PLAN_FOUND'],
    summary: 'A plan',
  },
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Calls the route with a handler that refuses with this code. */
async function callWith(
  code: 'ERR_NO_PLAN_FOUND' | 'ERR_NO_HELP_FOUND',
  undeclared: 'logged' | 'refused' | undefined,
) {
  vi.resetModules()
  const variables = {
    AWS_REGION: 'sa-east-1',
    TABLE_NAME: 'table',
    QUEUE_URL_PREFIX: 'http://localhost/',
    BUCKET_NAME: 'bucket',
    APP_ORIGIN: 'http://localhost',
    UNDECLARED_CODES: undeclared,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { log } = await import('../../functions/src/context.ts')
  const { serve } = await import('../../functions/src/serve/serve.ts')
  const { notFound } = await import('@recado/shared/errors/errors')
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  vi.spyOn(log, 'info').mockImplementation(() => undefined)
  const handler = serve('plans', routes, { getPlan: () => Promise.reject(notFound(code)) })
  const http = { sourceIp: '127.0.0.1' }
  const event = { routeKey: 'GET /plan', headers: {}, requestContext: { requestId: 'request-1', http } }
  const answer = await handler(event as never, {} as never, { signal: AbortSignal.timeout(5000) })
  const body: { error: string; message: string } = JSON.parse(answer?.body ?? '')
  return { status: answer?.statusCode, body, logged: logged.mock.calls }
}

test.each(['logged', 'refused'] as const)(
  'a code that the route names is answered and not logged (%s)',
  async (undeclared) => {
    const { status, body, logged } = await callWith('ERR_NO_PLAN_FOUND', undeclared)
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'ERR_NO_PLAN_FOUND' })
    expect(logged).toEqual([])
  },
)

const NAMES_CODE = expect.objectContaining({ message: 'GET /plan does not name ERR_NO_HELP_FOUND' })

test('in a test, a code that the route does not name is an internal error that names the code', async () => {
  const { status, body, logged } = await callWith('ERR_NO_HELP_FOUND', 'refused')
  expect(status).toBe(500)
  expect(body).toEqual({
    error: 'ERR_INTERNAL',
    message: 'GET /plan does not name ERR_NO_HELP_FOUND (request request-1)',
  })
  expect(logged).toEqual([['request failed', expect.objectContaining({ error: NAMES_CODE })]])
})

test.each(['logged', undefined] as const)(
  'in a deployment, a code that the route does not name is answered as it is, and logged once (%s)',
  async (undeclared) => {
    const { status, body, logged } = await callWith('ERR_NO_HELP_FOUND', undeclared)
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'ERR_NO_HELP_FOUND' })
    expect(logged).toEqual([
      [
        'a code that the route does not name',
        expect.objectContaining({ requestId: 'request-1', error: NAMES_CODE }),
      ],
    ])
  },
)
