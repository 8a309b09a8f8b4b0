import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useResendAllFailed } from '../../web/src/campaigns/report/queries.ts'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import { mounted, showKeys } from '../support/mounted.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))

beforeAll(showKeys)
beforeEach(() => notifications.clean())

test('the start of a resend is told in the language of the user', async () => {
  call.mockResolvedValue({ message: 'Reenvio iniciado' })
  const { answer, after, unmount } = await mounted(useResendAllFailed, {})
  await after(() => answer()?.mutateAsync({ campaignId: 'K1', includeUnknown: false }))
  const [toast, ...others] = notificationsStore.getState().notifications
  expect(toast?.message).toBe('campaigns.resend.begun')
  expect(others).toEqual([])
  expect([en, es].map((texts) => texts['campaigns.resend.begun'])).toEqual([
    'Resending started',
    'Reenvío iniciado',
  ])
  await unmount()
})
