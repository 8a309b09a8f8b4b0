import { notifications, notificationsStore } from '@mantine/notifications'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { ApiError } from '@recado/shared/http/api-error'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DeleteDialog } from '../../web/src/companies/list/DeleteDialog.tsx'
import { deletionQuery } from '../../web/src/companies/queries.ts'
import { applyCompanyEvent } from '../../web/src/companies/realtime.ts'
import { aCompany } from '../support/builders.ts'
import { mounted, showKeys } from '../support/mounted.ts'

interface ShownProblem {
  error: unknown
  isRetrying: boolean
  onRetry: () => void
}
const { call, shown } = vi.hoisted(() => ({
  call: vi.fn(),
  shown: { problem: undefined as ShownProblem | undefined, status: '' },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session: {} }))
vi.mock('../../web/src/ui/Dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../web/src/ui/ListProblem.tsx', () => ({
  ListProblem: (problem: ShownProblem) => {
    shown.problem = problem
    return null
  },
}))
vi.mock('@mantine/core', async (original) => ({
  ...(await original<object>()),
  Stack: ({ children }: { children: ReactNode }) => children,
  Text: ({ role, children }: { role?: string; children: string }) => {
    if (role === 'status') shown.status = children
    return null
  },
  Progress: () => null,
  Group: () => null,
}))

const LOST = new ApiError(0, 'ERR_NETWORK', 'Lost')
const GONE = new ApiError(404, 'ERR_NO_COMPANY_FOUND', 'Gone')
const company: CompanyRecord = {
  ...aCompany({ id: 'C9' }),
  plan: null,
  instance: null,
  dueIn: null,
  overdueSince: null,
  isBeingDeleted: true,
  settings: [],
  whatsapps: [],
}
const deletion = { companyId: 'C9', status: 'erasing', done: 3, total: 9 } as const
const toasts = () => notificationsStore.getState().notifications.map(({ color }) => color)
const ended = (id: string) => ({
  topic: 'company',
  action: 'deleted',
  frame: { channel: 'company-P-company', action: 'deleted', id, name: 'Padaria Aurora' },
})
let client: QueryClient
/** The server's next answer about the progress. */
let progress: () => Promise<unknown>

beforeAll(showKeys)
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  notifications.clean()
  Object.assign(shown, { problem: undefined, status: '' })
  call.mockReset().mockImplementation((route: { method: string }) => {
    return route.method === 'DELETE' ? Promise.resolve(deletion) : progress()
  })
})

test.each([
  ['goes on after an answer', { data: deletion, error: null }, 2000],
  ['goes on after a call that failed, because the data stay', { data: deletion, error: LOST }, 2000],
  ['stops after a first call that failed', { data: undefined, error: LOST }, false],
  ['ends when the deletion is not found any more', { data: deletion, error: GONE }, false],
] as const)('polling the progress of a deletion %s', (_, state, pause) => {
  const { refetchInterval } = deletionQuery('C9')
  if (typeof refetchInterval !== 'function') throw new Error('The pause depends on the last answer')
  expect(refetchInterval({ state } as Parameters<typeof refetchInterval>[0])).toBe(pause)
})

test('a failed poll shows its problem, and the progress again after the next answer', async () => {
  progress = () => Promise.resolve(deletion)
  const onClose = vi.fn()
  const dialog = await mounted(DeleteDialog, { company, onClose }, client)
  expect(shown.problem).toBeUndefined()
  progress = () => Promise.reject(LOST)
  await dialog.after(() => client.refetchQueries())
  expect(shown.problem?.error).toBe(LOST)
  const next = Promise.withResolvers<unknown>()
  progress = () => next.promise
  shown.status = ''
  await dialog.after(() => void shown.problem?.onRetry())
  // A poll in the background does not turn the button into a spinner every two seconds.
  expect(shown.problem?.isRetrying).toBe(false)
  await dialog.after(() => next.resolve(deletion))
  expect(shown.status).toBe('companies.delete.erasing')
  expect(onClose).not.toHaveBeenCalled()
  progress = () => Promise.reject(GONE)
  await dialog.after(() => client.refetchQueries())
  expect(toasts()).toEqual(['green'])
  expect(onClose).toHaveBeenCalled()
  await dialog.unmount()
  // The toast is gone before the live event comes.
  notifications.clean()
  applyCompanyEvent(client, ended('C9'))
  expect(toasts()).toEqual([])
})

test('a late event does not take the progress back', () => {
  const key = deletionQuery('C9').queryKey
  const tell = (done: number) => {
    const record = { ...deletion, name: 'Padaria Aurora', startedAt: '2026-11-30T12:00:00.000Z', done }
    const frame = { channel: 'company-P-company', action: 'deletion', record }
    applyCompanyEvent(client, { topic: 'company', action: 'deletion', frame })
  }
  for (const done of [1, 3, 2]) tell(done)
  expect(client.getQueryData(key)?.done).toBe(3)
})

test('the end of a deletion is told once after its dialog was closed', () => {
  applyCompanyEvent(client, ended('C8'))
  expect(toasts()).toEqual(['green'])
  notifications.clean()
  applyCompanyEvent(client, ended('C8'))
  expect(toasts()).toEqual([])
})
