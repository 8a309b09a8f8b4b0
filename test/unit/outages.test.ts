import { failureOf } from '@recado/shared/http/client'
import { defineRoutes, nothing } from '@recado/shared/http/contract'
import { MemoryTable } from '@recado/shared/table/memory'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { afterALostAnswer, answering, refusing } from '../support/answering-dynamodb.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const routes = defineRoutes({
  claim: { method: 'POST', path: '/claim', access: 'public', response: nothing, summary: 'Claims a row' },
})
const claim = keyIn<{ status: string }>('A', 'B')

beforeEach(() => {
  const memory = new MemoryTable()
  const { ports, log } = enginePorts(memory, Date.now)
  setContext({ table: new TenantTable(memory, 'A'), ports, log })
})

/** The answer to a call that claims a row of a DynamoDB that answers like this, and the error that a browser makes of it. */
async function called(answer: Parameters<typeof answering>[0]) {
  const { serve } = await import('@recado/functions/serve/serve')
  const table = await answering(answer)
  const handler = serve('plans', routes, {
    claim: async () => void (await table.update(claim, { set: { status: 'TAKEN' } }, { status: 'FREE' })),
  })
  const http = { sourceIp: '127.0.0.1' }
  const event = { routeKey: 'POST /claim', headers: {}, requestContext: { requestId: 'request-1', http } }
  const answered = await handler(event as never, {} as never, { signal: AbortSignal.timeout(5000) })
  return { answered, error: failureOf(answered?.statusCode ?? 0, answered?.body ?? '') }
}

test.each([
  ['is busy', refusing('ThrottlingException')],
  ['fails', refusing('InternalServerError', 500)],
  ['does not answer', (request) => request.socket.destroy()],
  ['lost the answer to a write', afterALostAnswer(refusing('ConditionalCheckFailedException'))],
] satisfies [string, Parameters<typeof answering>[0]][])(
  'a call while DynamoDB %s may be tried again, and ends no session',
  async (_, answer) => {
    const { answered, error } = await called(answer)
    expect(answered).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } })
    expect(answered?.body).toContain('request-1')
    expect(error).toMatchObject({ code: 'ERR_UNAVAILABLE', isFromTheWay: true })
  },
)

test('a call that DynamoDB refuses for good is an error of this server', async () => {
  const { answered, error } = await called(refusing('AccessDeniedException'))
  expect(answered?.statusCode).toBe(500)
  expect(error).toMatchObject({ code: 'ERR_INTERNAL', isFromTheWay: false })
})
