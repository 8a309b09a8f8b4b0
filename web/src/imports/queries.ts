import { contactBlockRoutes } from '@recado/shared/contact-blocks/routes'
import type { ConsentInput } from '@recado/shared/contact-lists/consent'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import type { ContactImport, SheetLayout } from '@recado/shared/imports/import'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useDownload } from '../exports/use-download.ts'
import { refreshImported } from './refresh.ts'
import { type ImportTarget, importKeys } from './target.ts'

export const importQuery = (target: ImportTarget, importId: string) =>
  queryOptions({
    queryKey: importKeys.one(target, importId),
    queryFn: ({ signal }): Promise<ContactImport> =>
      target.kind === 'list'
        ? call(contactListRoutes.getImport, { contactListId: target.contactListId, importId }, { signal })
        : call(contactBlockRoutes.getContactBlockImport, { importId }, { signal }),
  })

interface ImportToStart {
  uploadId: string
  /** As the user has seen it. */
  layout: SheetLayout
  /** Only for a list. */
  importDuplicated: boolean
  syncSacmais: boolean
  consent: ConsentInput | undefined
}

export function useStartImport(target: ImportTarget) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ uploadId, layout, ...ofList }: ImportToStart) =>
      target.kind === 'list'
        ? call(contactListRoutes.importContacts, {
            contactListId: target.contactListId,
            uploadId,
            layout,
            ...ofList,
          })
        : call(contactBlockRoutes.importContactBlocks, { uploadId, layout }),
    onSuccess: ({ importId }) => {
      if (target.kind === 'blocks') client.setQueryData(importKeys.intoBlocks, importId)
      refreshImported(client, target)
    },
    meta: { tellsItsError: true },
  })
}

export function useCancelImport(target: ImportTarget, importId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      target.kind === 'list'
        ? call(contactListRoutes.cancelImport, { contactListId: target.contactListId, importId })
        : call(contactBlockRoutes.cancelContactBlockImport, { importId }),
    onSettled: () => {
      refreshImported(client, target)
      return client.invalidateQueries({ queryKey: importKeys.one(target, importId) })
    },
    meta: { tellsItsError: true },
  })
}

/** The rows that an import refused, by its id. */
export const useRefusedRowsDownload = (target: ImportTarget) =>
  useDownload((importId: string) =>
    target.kind === 'list'
      ? call(contactListRoutes.refusedRows, { contactListId: target.contactListId, importId })
      : call(contactBlockRoutes.refusedContactBlockRows, { importId }),
  )

/** The import into the blocked contacts that is under way; live events say it sooner. */
export const intoBlocksQuery = queryOptions<string | null>({
  queryKey: importKeys.intoBlocks,
  queryFn: async ({ signal }) => (await call(contactBlockRoutes.listContactBlocks, {}, { signal })).importId,
})
