import type { ConsentInput } from '@recado/shared/contact-lists/consent'
import type { ContactListType } from '@recado/shared/contact-lists/contact-list'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { extractorRoutes } from '@recado/shared/extractors/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useDownload } from '../exports/use-download.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { contactListKeys } from './keys.ts'

export const useContactLists = (type: ContactListType, searchParam: string) =>
  usePagedList(
    {
      queryKey: contactListKeys.listsOf(type, searchParam),
      queryFn: ({ pageParam, signal }) =>
        call(
          contactListRoutes.listContactLists,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined, type },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** All lists of a type, for a selector. */
export const contactListChoicesQuery = (type: ContactListType) =>
  queryOptions({
    queryKey: [...contactListKeys.choices, type],
    queryFn: ({ signal }) => call(contactListRoutes.allContactLists, { type }, { signal }),
  })

export const contactListQuery = (contactListId: string) =>
  queryOptions({
    queryKey: contactListKeys.one(contactListId),
    queryFn: ({ signal }) => call(contactListRoutes.getContactList, { contactListId }, { signal }),
  })

interface ListToSave {
  contactListId: string | undefined
  name: string
  /** undefined keeps the recorded consent. */
  consent: ConsentInput | undefined
}

/** Creates a list, or changes the one with the id. */
export function useSaveContactList() {
  const callOnce = useCallOnce()
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: afterSubmitDelay(({ contactListId, ...list }: ListToSave) =>
      contactListId
        ? call(contactListRoutes.updateContactList, { contactListId, ...list })
        : callOnce(contactListRoutes.createContactList, list),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteContactList() {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: (contactListId: string) => call(contactListRoutes.deleteContactList, { contactListId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

/** The spreadsheet template of a contact list. */
export const useTemplateDownload = () =>
  useDownload((_: undefined) => call(contactListRoutes.contactListTemplate, {}))

/** The contacts of a PRIVATE list, by the list's id. */
export const useListDownload = () =>
  useDownload((contactListId: string, language) =>
    call(contactListRoutes.exportContactList, { contactListId, language }),
  )

/** The members of a group, by its id in the extractor or by that of its GROUP list. */
export const useGroupDownload = () =>
  useDownload((groupId: string, language) => call(extractorRoutes.exportGroup, { groupId, language }))

export function useRefreshContactLists() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: contactListKeys.all })
}
