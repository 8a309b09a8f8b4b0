import { notifications, notificationsStore } from '@mantine/notifications'
import { ApiError } from '@recado/shared/http/api-error'
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useEnterForSupport } from '../../web/src/companies/queries.ts'
import { aSessionUser } from '../support/actors.ts'
import { mounted, showKeys } from '../support/mounted.ts'

const { call, refreshAnew } = vi.hoisted(() => ({ call: vi.fn(), refreshAnew: vi.fn() }))
const operator = aSessionUser()
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => operator, onChange: () => () => undefined, refreshAnew },
}))

const GRANT = {
  companyId: '01JCOMPANY0000000000000002',
  support: { reason: 'Chamado 4711', minutes: 30, mayChange: false },
}
const LOST = new ApiError(500, 'ERR_INTERNAL', 'Lost')
const toasts = () => notificationsStore.getState().notifications.length
let client: QueryClient
let steps: string[]

beforeAll(showKeys)
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { mutations: { retry: false } } })
  steps = []
  notifications.clean()
  call.mockReset().mockImplementation(async () => void steps.push('granted'))
  // A new session clears the cache, as `followSession` does.
  refreshAnew.mockReset().mockImplementation(async () => {
    steps.push('entered')
    client.clear()
  })
})

/** Sends the dialog's form. Returns the error that the dialog shows afterwards. */
async function enterCompany() {
  const { answer, after, unmount } = await mounted(
    useEnterForSupport,
    () => void steps.push('dialog closed'),
    client,
  )
  await after(() => answer()?.mutate(GRANT))
  const error = answer()?.error
  await unmount()
  return error
}

test('the support dialog is closed before the operator’s session enters the company', async () => {
  expect(await enterCompany()).toBeNull()
  expect(steps).toEqual(['granted', 'dialog closed', 'entered'])
})

test('a refused entry stays in the dialog with its error', async () => {
  call.mockRejectedValueOnce(LOST)
  expect(await enterCompany()).toBe(LOST)
  expect(steps).toEqual([])
  expect(toasts()).toBe(0)
})

test('a toast shows that a granted session could not be opened', async () => {
  refreshAnew.mockRejectedValueOnce(LOST)
  await enterCompany()
  expect(steps).toEqual(['granted', 'dialog closed'])
  expect(toasts()).toBe(1)
})
