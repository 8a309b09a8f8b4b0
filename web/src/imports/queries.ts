import { contactBlockRoutes } from '@recado/shared/contact-blocks/routes'
import type { ConsentInput } from '@recado/shared/contact-lists/consent'
import type { FromDeskInput } from '@recado/shared/imports/desk-filter'
import type { ContactImport, SheetLayout } from '@recado/shared/imports/import'
import { blockImportRoutes, contactImportRoutes, listImportRoutes } from '@recado/shared/imports/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useDownload } from '../exports/use-download.ts'
import { refreshImported } from './refresh.ts'
import { type ImportTarget, importKeys, listTarget } from './target.ts'

export const importQuery = (target: ImportTarget, importId: string) =>
  queryOptions({
    queryKey: importKeys.one(target, importId),
    queryFn: ({ signal }): Promise<ContactImport> => {
      switch (target.kind) {
        case 'list':
          return call(
            listImportRoutes.getImport,
            { contactListId: target.contactListId, importId },
            { signal },
          )
        case 'contacts':
          return call(contactImportRoutes.getContactsImport, { importId }, { signal })
        case 'blocks':
          return call(blockImportRoutes.getContactBlockImport, { importId }, { signal })
      }
    },
  })

interface ImportToStart {
  uploadId: string
  /** The layout that the user saw. */
  layout: SheetLayout
  /** For a list only. */
  importDuplicated: boolean
  syncSacmais: boolean
  consent: ConsentInput | undefined
}

export function useStartImport(target: ImportTarget) {
  const callOnce = useCallOnce()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ uploadId, layout, ...ofList }: ImportToStart) => {
      switch (target.kind) {
        case 'list': {
          const { contactListId } = target
          return callOnce(listImportRoutes.importContacts, { contactListId, uploadId, layout, ...ofList })
        }
        case 'contacts':
          return callOnce(contactImportRoutes.importIntoContacts, { uploadId, layout })
        case 'blocks':
          return callOnce(blockImportRoutes.importContactBlocks, { uploadId, layout })
      }
    },
    onSuccess: ({ importId }) => {
      if (target.kind === 'blocks') client.setQueryData(importKeys.intoBlocks, importId)
      refreshImported(client, target)
    },
    meta: { showsItsError: true },
  })
}

/** Fills a list with people of the company's contacts or tickets. */
export function useGatherPeople(contactListId: string) {
  const callOnce = useCallOnce()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: FromDeskInput) =>
      callOnce(listImportRoutes.importFromDesk, { contactListId, ...wanted }),
    onSuccess: () => refreshImported(client, listTarget(contactListId)),
    meta: { showsItsError: true },
  })
}

export function useCancelImport(target: ImportTarget, importId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      switch (target.kind) {
        case 'list':
          return call(listImportRoutes.cancelImport, { contactListId: target.contactListId, importId })
        case 'contacts':
          return call(contactImportRoutes.cancelContactsImport, { importId })
        case 'blocks':
          return call(blockImportRoutes.cancelContactBlockImport, { importId })
      }
    },
    onSettled: () => {
      refreshImported(client, target)
      return client.invalidateQueries({ queryKey: importKeys.one(target, importId) })
    },
    meta: { showsItsError: true },
  })
}

/** Downloads the refused rows of an import, by its id. */
export const useRefusedRowsDownload = (target: ImportTarget) =>
  useDownload((importId: string, language) => {
    const wanted = { importId, language }
    switch (target.kind) {
      case 'list':
        return call(listImportRoutes.refusedRows, { contactListId: target.contactListId, ...wanted })
      case 'contacts':
        return call(contactImportRoutes.refusedContactsRows, wanted)
      case 'blocks':
        return call(blockImportRoutes.refusedContactBlockRows, wanted)
    }
  })

/** The running import into the blocked contacts; live events report it earlier. */
export const intoBlocksQuery = queryOptions<string | null>({
  queryKey: importKeys.intoBlocks,
  queryFn: async ({ signal }) => (await call(contactBlockRoutes.listContactBlocks, {}, { signal })).importId,
})
