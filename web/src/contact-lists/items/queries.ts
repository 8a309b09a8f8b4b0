import type { contactListItemInput } from '@recado/shared/contact-lists/contact-list-item'
import { contactListRoutes, type Validity } from '@recado/shared/contact-lists/routes'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod'
import { call } from '../../api/call.ts'
import { useCallOnce } from '../../api/use-call-once.ts'
import { afterSubmitDelay } from '../../ui/form.ts'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { contactListKeys } from '../keys.ts'
import { useRefreshContactLists } from '../queries.ts'

export const useContactListItems = (
  contactListId: string,
  filter: { searchParam: string; valid: Validity | undefined },
) =>
  usePagedList(
    {
      queryKey: [...contactListKeys.items(contactListId), filter],
      queryFn: async ({ pageParam, signal }) => {
        const { contacts, ...page } = await call(
          contactListRoutes.listContactListItems,
          {
            contactListId,
            searchParam: filter.searchParam || undefined,
            valid: filter.valid,
            cursor: pageParam || undefined,
          },
          { signal },
        )
        return { ...page, records: contacts }
      },
    },
    (page) => page.records,
  )

/** One contact, for its dialog. */
export const itemQuery = (contactListItemId: string) =>
  queryOptions({
    queryKey: contactListKeys.item(contactListItemId),
    queryFn: ({ signal }) => call(contactListRoutes.getContactListItem, { contactListItemId }, { signal }),
  })

/** The first contact of a list, for a preview with real data. */
export const sampleContactQuery = (contactListId: string) =>
  queryOptions({
    queryKey: [...contactListKeys.items(contactListId), 'sample'],
    queryFn: async ({ signal }) => {
      const page = await call(contactListRoutes.listContactListItems, { contactListId }, { signal })
      return page.contacts[0] ?? null
    },
  })

type ItemInput = z.input<typeof contactListItemInput>

/** Adds a contact to a list, or changes the one with the id. */
export function useSaveItem() {
  const callOnce = useCallOnce()
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: afterSubmitDelay(
      ({ contactListItemId, ...input }: ItemInput & { contactListItemId?: string }) =>
        contactListItemId
          ? call(contactListRoutes.updateContactListItem, { contactListItemId, ...input })
          : callOnce(contactListRoutes.createContactListItem, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteItem() {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: (contactListItemId: string) =>
      call(contactListRoutes.deleteContactListItem, { contactListItemId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}
