import type { ContactBlockInput } from '@recado/shared/contact-blocks/contact-block'
import { contactBlockRoutes } from '@recado/shared/contact-blocks/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { contactBlockKeys } from './keys.ts'

export const useContactBlocks = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...contactBlockKeys.lists, searchParam],
      queryFn: async ({ pageParam, signal }) => {
        const { contacts, ...page } = await call(
          contactBlockRoutes.listContactBlocks,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined },
          { signal },
        )
        return { ...page, records: contacts }
      },
    },
    (page) => page.records,
  )

export function useBlockContact() {
  const callOnce = useCallOnce()
  const refresh = useRefreshBlocks()
  return useMutation({
    mutationFn: afterSubmitDelay((input: ContactBlockInput) =>
      callOnce(contactBlockRoutes.createContactBlock, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useUnblockContact() {
  const refresh = useRefreshBlocks()
  return useMutation({
    mutationFn: (block: { contactBlockId: string; reason?: string }) =>
      call(contactBlockRoutes.deleteContactBlock, block),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshBlocks() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: contactBlockKeys.lists })
}
