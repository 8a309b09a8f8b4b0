import { notifications, notificationsStore } from '@mantine/notifications'
import { ApiError } from '@recado/shared/http/api-error'
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CompanyDialogs } from '../../web/src/companies/list/CompanyDialogs.tsx'
import { useIsAnythingAwaited } from '../../web/src/ui/awaited.ts'
import { useRecordOrClose } from '../../web/src/ui/use-record-or-close.ts'
import { EditUserDialog } from '../../web/src/users/form/EditUserDialog.tsx'
import { userKeys } from '../../web/src/users/keys.ts'
import { ProfileDialog } from '../../web/src/users/profile/ProfileDialog.tsx'
import { userQuery } from '../../web/src/users/queries.ts'
import { aSessionUser } from '../support/actors.ts'
import { mounted, showKeys } from '../support/mounted.ts'

const { call, opened } = vi.hoisted(() => ({ call: vi.fn(), opened: vi.fn() }))
const me = aSessionUser()
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => me, onChange: () => () => undefined },
}))
vi.mock('../../web/src/users/form/UserDialog.tsx', () => ({
  UserDialog: ({ user }: { user: { name: string } }) => {
    opened(user.name)
    return null
  },
}))

const LOST = new ApiError(500, 'ERR_INTERNAL', 'Lost')
const toasts = () => notificationsStore.getState().notifications.length
let client: QueryClient
const onClose = vi.fn()

beforeAll(showKeys)
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
  notifications.clean()
  for (const each of [call, opened, onClose]) each.mockReset()
})

/** A user who was shown a second ago, and the answer to the next call. */
function cachedUser() {
  client.setQueryData(userKeys.one('U1'), { id: 'U1', name: 'Ana' }, { updatedAt: Date.now() - 1000 })
  const answer = Promise.withResolvers<unknown>()
  call.mockReturnValueOnce(answer.promise)
  return answer
}

describe('the record of a dialog', () => {
  const load = () => mounted(() => useRecordOrClose(userQuery('U1'), onClose), {}, client)

  test('is fetched anew when the dialog opens, even if a cached one is fresh', async () => {
    const answer = cachedUser()
    const dialog = await load()
    expect(dialog.answer()).toBeUndefined()
    await dialog.after(() => answer.resolve({ id: 'U1', name: 'Ana Lima' }))
    expect(dialog.answer()).toMatchObject({ name: 'Ana Lima' })
    expect([toasts(), onClose.mock.calls]).toEqual([0, []])
    await dialog.unmount()
  })

  test('is on its way until its answer, which the bar at the top shows', async () => {
    const answer = cachedUser()
    const record = await load()
    const bar = await mounted(useIsAnythingAwaited, undefined)
    expect(bar.answer()).toBe(true)
    await bar.after(() => answer.resolve({ id: 'U1', name: 'Ana Lima' }))
    expect(bar.answer()).toBe(false)
    await record.unmount()
    await bar.unmount()
  })

  test('that cannot be loaded closes the dialog with a toast, even if one is cached', async () => {
    const answer = cachedUser()
    const dialog = await load()
    await dialog.after(() => answer.reject(LOST))
    expect(dialog.answer()).toBeUndefined()
    expect([toasts(), onClose.mock.calls.length]).toEqual([1, 1])
    await dialog.unmount()
  })

  test('is fetched again after a fetch that failed for an earlier dialog', async () => {
    const before = cachedUser()
    const first = await load()
    await first.after(() => before.reject(LOST))
    await first.unmount()
    onClose.mockReset()
    const answer = Promise.withResolvers<unknown>()
    call.mockReturnValueOnce(answer.promise)
    const second = await load()
    expect(onClose).not.toHaveBeenCalled()
    await second.after(() => answer.resolve({ id: 'U1', name: 'Ana Lima' }))
    expect(second.answer()).toMatchObject({ name: 'Ana Lima' })
    await second.unmount()
  })

  test('stays when a refresh fails, because the dialog may have typed text', async () => {
    call.mockResolvedValueOnce({ id: 'U1', name: 'Ana' })
    const dialog = await load()
    call.mockRejectedValueOnce(LOST)
    await dialog.after(() => client.invalidateQueries({ queryKey: userKeys.all }))
    expect(call).toHaveBeenCalledTimes(2)
    expect(dialog.answer()).toMatchObject({ name: 'Ana' })
    expect([toasts(), onClose.mock.calls]).toEqual([0, []])
    await dialog.unmount()
  })
})

test('the form of a user begins with the user as the server has them', async () => {
  const answer = cachedUser()
  const { after, unmount } = await mounted(EditUserDialog, { userId: 'U1', onClose }, client)
  await after(() => answer.resolve({ id: 'U1', name: 'Ana Lima' }))
  expect(opened.mock.calls[0]).toEqual(['Ana Lima'])
  await unmount()
})

test('a profile that cannot be loaded closes with a toast', async () => {
  call.mockRejectedValueOnce(LOST)
  const { unmount } = await mounted(ProfileDialog, { onClose }, client)
  expect([toasts(), onClose.mock.calls.length]).toEqual([1, 1])
  await unmount()
})

test('the dialog of a company that was deleted closes with a toast', async () => {
  call.mockRejectedValueOnce(new ApiError(404, 'ERR_NO_COMPANY_FOUND', 'No such company'))
  const search = { tab: 'companies', dialog: 'edit', id: 'C9' } as const
  const { unmount } = await mounted(CompanyDialogs, { search, onClose }, client)
  expect([toasts(), onClose.mock.calls.length]).toEqual([1, 1])
  await unmount()
})
