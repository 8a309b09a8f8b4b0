import type { Notice } from '@recado/shared/notices/notice'
import { expect, test, vi } from 'vitest'
import { useReadWhenOpened } from '../../web/src/notices/bell/use-read-when-opened.ts'
import { mounted } from '../support/mounted.ts'

const { call, shown } = vi.hoisted(() => ({ call: vi.fn(), shown: { uuid: '', visibility: 'visible' } }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session: {} }))
vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ uuid: shown.uuid }) }))
vi.mock('@mantine/hooks', () => ({ useDocumentVisibility: () => shown.visibility }))

const aNotice = (overrides: Partial<Notice> = {}): Notice => ({
  id: 'N1',
  kind: 'mention',
  ticketUuid: 'u1',
  values: {},
  at: '2026-11-23T12:00:00.000Z',
  readAt: null,
  ...overrides,
})
const notices = [
  aNotice({ id: 'mentioned' }),
  aNotice({ id: 'transferred', kind: 'transfer' }),
  aNotice({ id: 'read', readAt: '2026-11-23T12:01:00.000Z' }),
  aNotice({ id: 'elsewhere', ticketUuid: 'u2' }),
  aNotice({ id: 'scheduled', kind: 'schedule-failed' }),
]

test('the open ticket makes the notices read that lead to it, once, and only in a visible tab', async () => {
  const asked = () => call.mock.calls.map(([, request]) => request)
  Object.assign(shown, { uuid: 'u1', visibility: 'hidden' })
  const page = await mounted(useReadWhenOpened, notices)
  expect(asked()).toEqual([])
  shown.visibility = 'visible'
  await page.show([...notices])
  await page.show([...notices])
  expect(asked()).toEqual([{ ids: ['mentioned', 'transferred'] }])
  shown.uuid = 'u2'
  await page.show([...notices])
  expect(asked().slice(1)).toEqual([{ ids: ['elsewhere'] }])
})
