import type { ContactChange, ContactInput } from '@recado/shared/contacts/contact'
import { contactRoutes } from '@recado/shared/contacts/routes'
import { contactImportRoutes } from '@recado/shared/imports/routes'
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useDownload } from '../exports/use-download.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { toastSuccess } from '../ui/toast.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { contactKeys } from './keys.ts'

export const useContacts = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...contactKeys.lists, searchParam],
      queryFn: ({ pageParam, signal }) =>
        call(
          contactRoutes.listContacts,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined },
          { signal },
        ),
    },
    (page) => page.records,
  )

export const contactQuery = (contactId: string) =>
  queryOptions({
    queryKey: contactKeys.one(contactId),
    queryFn: ({ signal }) => call(contactRoutes.getContact, { contactId }, { signal }),
  })

export const useContactTickets = (contactId: string) =>
  usePagedList(
    {
      queryKey: contactKeys.ticketsOf(contactId),
      queryFn: ({ pageParam, signal }) =>
        call(contactRoutes.listContactTickets, { contactId, cursor: pageParam || undefined }, { signal }),
    },
    (page) => page.records,
  )

export const duplicatesQuery = queryOptions({
  queryKey: contactKeys.duplicates,
  queryFn: ({ signal }) => call(contactRoutes.listDuplicateContacts, {}, { signal }),
})

type ContactToSave =
  | { contactId: string; change: ContactChange }
  | { contactId: undefined; change: ContactInput }

/** Adds a contact, or changes the one with the id. */
export function useSaveContact() {
  const callOnce = useCallOnce()
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: afterSubmitDelay(({ contactId, change }: ContactToSave) =>
      contactId === undefined
        ? callOnce(contactRoutes.createContact, change)
        : call(contactRoutes.updateContact, { contactId, ...change }),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (contactId: string) => call(contactRoutes.deleteContact, { contactId }),
    onSuccess: (_, contactId) => {
      client.removeQueries({ queryKey: contactKeys.one(contactId) })
      return client.invalidateQueries({ queryKey: contactKeys.all })
    },
    meta: { showsItsError: true },
  })
}

/** Whether a note about the contact is being saved, also by a panel that was closed since. */
export const useIsAddingNote = (contactId: string): boolean =>
  useIsMutating({ mutationKey: contactKeys.newNote(contactId) }) > 0

export function useAddNote(contactId: string) {
  const callOnce = useCallOnce()
  const refresh = useRefreshContacts()
  return useMutation({
    mutationKey: contactKeys.newNote(contactId),
    mutationFn: (text: string) => callOnce(contactRoutes.createContactNote, { contactId, text }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteNote(contactId: string) {
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: (noteId: string) => call(contactRoutes.deleteContactNote, { contactId, noteId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useMergeContacts() {
  const callOnce = useCallOnce()
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: (pair: { contactId: string; otherId: string }) => callOnce(contactRoutes.mergeContacts, pair),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

/** Takes a merge back. Shows the result itself, because the dialog that offered the undo is closed by then. */
export function useUndoMerge() {
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: (mergeId: string) => call(contactRoutes.undoContactMerge, { mergeId }),
    onSuccess: (_, mergeId) => {
      toastSuccess(i18next.t('contactBook.merge.undone'), `undone-${mergeId}`)
    },
    onSettled: refresh,
  })
}

/** Begins an import of a contact list into the contacts. */
export function useImportList() {
  const callOnce = useCallOnce()
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: (contactListId: string) =>
      callOnce(contactImportRoutes.importIntoContacts, { contactListId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

/** All contacts as a spreadsheet. */
export const useContactsDownload = () =>
  useDownload((_: undefined, language) => call(contactRoutes.exportContacts, { language }))

function useRefreshContacts() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: contactKeys.all })
}
