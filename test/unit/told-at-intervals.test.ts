import type { MessageAt } from '@recado/shared/campaigns/engine/ports'
import { atIntervals } from '@recado/shared/campaigns/report/watchers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CountingLog } from '../support/counting-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('two companies in one group are both told of its message, which has one id', async () => {
  const told: string[] = []
  const unexpected = () => Promise.reject(new Error('Only a message changed'))
  const watchers = atIntervals(
    {
      countersChanged: unexpected,
      recipientsChanged: unexpected,
      previewChanged: unexpected,
      campaignMessageRecorded: unexpected,
      campaignMessageRisen: unexpected,
      messageChanged: async (companyId, { connectionId }) => void told.push(`${companyId} ${connectionId}`),
    },
    { areIn: async () => true },
    new CountingLog(),
  )
  const message = (connectionId: string): MessageAt => ({
    connectionId,
    chat: 'group-120363000000000001',
    messageId: 'M',
    at: '2026-11-21T15:00:00.000Z',
  })
  await watchers.messageChanged?.('A', message('LOJA'))
  await watchers.messageChanged?.('B', message('FILIAL'))
  await watchers.messageChanged?.('B', message('FILIAL'))
  await vi.runAllTimersAsync()
  expect(told).toEqual(['A LOJA', 'B FILIAL'])
})
