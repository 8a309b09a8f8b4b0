import { contactRoutes } from '@recado/shared/contacts/routes'
import { ApiError } from '@recado/shared/http/api-error'
import type { Route } from '@recado/shared/http/contract'
import { noticeRoutes } from '@recado/shared/notices/routes'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MergeDialog } from '../../web/src/contacts/merging/MergeDialog.tsx'
import { noticeSettingsQuery, useSaveNoticeSettings } from '../../web/src/notices/queries.ts'
import { ListProblem } from '../../web/src/ui/ListProblem.tsx'
import { Invitations } from '../../web/src/users/invitations/Invitations.tsx'
import { userKeys } from '../../web/src/users/keys.ts'
import { LastLogins } from '../../web/src/users/profile/LastLogins.tsx'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { call, me } = vi.hoisted(() => ({
  call: vi.fn(),
  me: { user: undefined as object | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => me.user, onChange: () => () => undefined },
}))
vi.mock('../../web/src/ui/toast.ts', () => ({ toastError: () => undefined, textOf: () => 'Lost' }))

const LOST = new ApiError(0, 'ERR_NETWORK', 'Lost')
let client: QueryClient
beforeAll(showKeys)
beforeEach(() => {
  me.user = aSessionUser()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  call.mockReset().mockRejectedValue(LOST)
})

interface Shown {
  children?: ReactNode
  invitation?: object
  onRevoke?: () => void
  onRetry?: () => unknown
  contactId?: string
}
const partsOf = (tree: ReactNode) => elementsIn<Shown>(tree)
const problemIn = (tree: ReactNode) => partsOf(tree).find(({ type }) => type === ListProblem)?.props

test('open invitations, and the question about one, stay when they cannot be fetched anew', async () => {
  client.setQueryData(userKeys.invitations, [{ id: 'I1' }])
  const { answer, after, unmount } = await mounted(() => ({ tree: Invitations() }), {}, client)
  const lines = () => partsOf(answer()?.tree).filter(({ props }) => props.onRevoke)
  const question = () => partsOf(answer()?.tree).find(({ props }) => 'invitation' in props && !props.onRevoke)
  await after(() => lines()[0]?.props.onRevoke?.())
  await after(() => client.invalidateQueries({ queryKey: userKeys.invitations }))
  expect([lines().length, question()?.props.invitation]).toEqual([1, { id: 'I1' }])
  call.mockResolvedValue([])
  await after(() => problemIn(answer()?.tree)?.onRetry?.())
  expect([lines().length, problemIn(answer()?.tree)]).toEqual([0, undefined])
  await unmount()
})

test('the last sign-ins that cannot be fetched are fetched by “try again”', async () => {
  const { answer, after, unmount } = await mounted(() => ({ tree: LastLogins() }), {}, client)
  call.mockResolvedValue([])
  await after(() => problemIn(answer()?.tree)?.onRetry?.())
  expect(call).toHaveBeenCalledTimes(2)
  expect(problemIn(answer()?.tree)).toBeUndefined()
  await unmount()
})

test('a contact to merge that cannot be fetched says so, and is fetched by “try again”', async () => {
  const dialog = await mounted(
    () => ({ tree: MergeDialog({ ids: ['A', 'B'], onClose: () => undefined }) }),
    {},
    client,
  )
  const choice = partsOf(dialog.answer()?.tree).find(({ props }) => props.contactId === 'A')
  await dialog.unmount()
  if (typeof choice?.type !== 'function') throw new Error('The dialog shows no contacts')
  const Choice = choice.type as (props: Shown) => ReactNode
  const { answer, after, unmount } = await mounted(() => ({ tree: Choice(choice.props) }), {}, client)
  call.mockImplementation(async (route: Route) => (route === contactRoutes.getContact ? { id: 'A' } : []))
  await after(() => problemIn(answer()?.tree)?.onRetry?.())
  expect(problemIn(answer()?.tree)).toBeUndefined()
  expect(call).toHaveBeenCalledTimes(2)
  await unmount()
})

test('a choice of notices that was not saved goes back, also without the network', async () => {
  const settings = (isOn: boolean) =>
    ({ channels: { mention: { browser: isOn } }, mailProblem: null }) as never
  client.setQueryData(noticeSettingsQuery.queryKey, settings(false))
  const { answer, after, unmount } = await mounted(useSaveNoticeSettings, undefined, client)
  const shown = () => client.getQueryData(noticeSettingsQuery.queryKey)
  const save = Promise.withResolvers()
  call.mockImplementation((route: Route) =>
    route === noticeRoutes.saveNoticeSettings ? save.promise : Promise.reject(LOST),
  )
  await after(() => answer()?.mutate(settings(true)))
  expect(shown()).toEqual(settings(true))
  await after(() => save.reject(LOST))
  expect(shown()).toEqual(settings(false))
  await unmount()
})
