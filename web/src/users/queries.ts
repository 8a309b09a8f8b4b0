import { companyRoutes } from '@recado/shared/companies/register/routes'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import type { InvitationInput } from '@recado/shared/users/invitation'
import { userRoutes } from '@recado/shared/users/routes'
import type { UserChange, UserInput } from '@recado/shared/users/user'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { userKeys } from './keys.ts'

export const useUsers = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...userKeys.lists, searchParam],
      queryFn: async ({ pageParam, signal }) => {
        const { users, ...page } = await call(
          userRoutes.listUsers,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined },
          { signal },
        )
        return { ...page, records: users }
      },
    },
    (page) => page.records,
  )

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: userKeys.one(userId),
    queryFn: ({ signal }) => call(userRoutes.getUser, { userId }, { signal }),
  })

export const invitationsQuery = queryOptions({
  queryKey: userKeys.invitations,
  queryFn: ({ signal }) => call(userRoutes.listInvitations, {}, { signal }),
})

/** The signed-in user's last sign-ins. */
export const loginsQuery = queryOptions({
  queryKey: userKeys.logins,
  queryFn: ({ signal }) => call(sessionRoutes.listLogins, {}, { signal }),
})

/** Companies that an operator can give users access to. */
export const companyNamesQuery = queryOptions({
  queryKey: ['users', 'company-names'],
  queryFn: ({ signal }) => call(companyRoutes.companyNames, {}, { signal }),
})

export function useSaveUser() {
  const callOnce = useCallOnce()
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: afterSubmitDelay((saved: SavedUser) =>
      'input' in saved
        ? callOnce(userRoutes.createUser, saved.input)
        : call(userRoutes.updateUser, { ...saved.change, userId: saved.userId }),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

/** A new user, or the changes of an existing one. */
type SavedUser = { input: UserInput } | { userId: string; change: UserChange }

export function useDeleteUser() {
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: (userId: string) => call(userRoutes.deleteUser, { userId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useInvite() {
  const { language } = useTexts()
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: afterSubmitDelay((input: InvitationInput) =>
      callOnce(userRoutes.createInvitation, { ...input, language }),
    ),
    onSuccess: () => client.invalidateQueries({ queryKey: userKeys.invitations }),
    meta: { showsItsError: true },
  })
}

export function useRevokeInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) => call(userRoutes.deleteInvitation, { invitationId }),
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.invitations }),
    meta: { showsItsError: true },
  })
}

export const useBeginTotp = () =>
  useMutation({ mutationFn: () => call(sessionRoutes.beginTotp, {}), meta: { showsItsError: true } })

export function useConfirmTotp() {
  const callOnce = useCallOnce()
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: (given: { code: string; currentPassword: string }) =>
      callOnce(sessionRoutes.confirmTotp, given),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useEndTotp() {
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: (password: string) => call(sessionRoutes.endTotp, { password }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshUsers() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: userKeys.lists }),
      client.invalidateQueries({ queryKey: ['users', 'one'] }),
    ])
}
