import type { contactListItemInput } from '@recado/shared/contact-lists/contact-list-item'
import { type ContactImport, MULTIPART_MAX_BYTES } from '@recado/shared/contact-lists/import'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { call } from '../api/call.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { contactListKeys } from './keys.ts'
import { uploadToStorage } from './upload.ts'

export const useContactLists = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...contactListKeys.lists, searchParam],
      queryFn: ({ pageParam, signal }) =>
        call(
          contactListRoutes.listContactLists,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined, type: 'PRIVATE' },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** All lists, for a selector. */
export const contactListChoicesQuery = queryOptions({
  queryKey: contactListKeys.choices,
  queryFn: ({ signal }) => call(contactListRoutes.allContactLists, { type: 'PRIVATE' }, { signal }),
})

export const contactListQuery = (contactListId: string) =>
  queryOptions({
    queryKey: contactListKeys.one(contactListId),
    queryFn: ({ signal }) => call(contactListRoutes.getContactList, { contactListId }, { signal }),
  })

export type Validity = 'true' | 'false'

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

/** The first contact of a list, to show a message as somebody real would get it. */
export const sampleContactQuery = (contactListId: string) =>
  queryOptions({
    queryKey: [...contactListKeys.items(contactListId), 'sample'],
    queryFn: async ({ signal }) => {
      const page = await call(contactListRoutes.listContactListItems, { contactListId }, { signal })
      return page.contacts[0] ?? null
    },
  })

export const importQuery = (contactListId: string, importId: string) =>
  queryOptions({
    queryKey: contactListKeys.import(contactListId, importId),
    queryFn: ({ signal }): Promise<ContactImport> =>
      call(contactListRoutes.getImport, { contactListId, importId }, { signal }),
  })

/** Creates a list, or renames the one with the id. */
export function useSaveContactList() {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: afterSubmitDelay(({ contactListId, name }: { contactListId?: string; name: string }) =>
      contactListId
        ? call(contactListRoutes.updateContactList, { contactListId, name })
        : call(contactListRoutes.createContactList, { name }),
    ),
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

export function useDeleteContactList() {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: (contactListId: string) => call(contactListRoutes.deleteContactList, { contactListId }),
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

export type ItemInput = z.input<typeof contactListItemInput>

/** Adds a contact to a list, or changes the one with the id. */
export function useSaveItem() {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: afterSubmitDelay(
      ({ contactListItemId, ...input }: ItemInput & { contactListItemId?: string }) =>
        contactListItemId
          ? call(contactListRoutes.updateContactListItem, { contactListItemId, ...input })
          : call(contactListRoutes.createContactListItem, input),
    ),
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

export function useDeleteItem() {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: (contactListItemId: string) =>
      call(contactListRoutes.deleteContactListItem, { contactListItemId }),
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

/** Starts an import: small files go with the call, larger ones straight to storage first (part 3 §5). */
export function useImportContacts(contactListId: string) {
  const refresh = useRefreshContactLists()
  return useMutation({
    mutationFn: async ({ file, importDuplicated }: { file: File; importDuplicated: boolean }) => {
      const request = { contactListId, importDuplicated }
      if (file.size <= MULTIPART_MAX_BYTES) return call(contactListRoutes.importContacts, request, { file })
      return call(contactListRoutes.importContacts, { ...request, uploadId: await uploadToStorage(file) })
    },
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

function useRefreshContactLists() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['contact-lists'] })
}
