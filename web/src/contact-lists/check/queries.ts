import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCallOnce } from '../../api/use-call-once.ts'
import { contactListKeys } from '../keys.ts'
import { useRefreshContactLists } from '../queries.ts'

/** Starts a check of a list's unknown numbers with WhatsApp, over a connection or the default one. */
export function useStartCheck(contactListId: string) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (whatsappId: string | undefined) =>
      callOnce(contactListRoutes.checkContactList, { contactListId, whatsappId }),
    onSuccess: (contactList: ContactList) =>
      client.setQueryData(contactListKeys.one(contactListId), contactList),
    meta: { showsItsError: true },
  })
}

export function useStopCheck(contactListId: string) {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: () => call(contactListRoutes.stopContactListCheck, { contactListId }),
    onSuccess: refresh,
  })
}
