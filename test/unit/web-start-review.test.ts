import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { call } from '../../web/src/api/call.ts'
import { precheckQuery } from '../../web/src/campaigns/start/queries.ts'

vi.mock('../../web/src/api/call.ts', () => ({ call: vi.fn(async () => ({})) }))

test('the review of "Iniciar agora" asks what a start at once would do', async () => {
  await new QueryClient().fetchQuery(precheckQuery('C1'))
  const [, request] = vi.mocked(call).mock.lastCall ?? []
  expect(request).toEqual({ campaignId: 'C1', startNow: 'true' })
})
