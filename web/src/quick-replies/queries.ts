import type { KeptMediaInput } from '@recado/shared/messages/kept-media'
import type { QuickReply, QuickReplyInput } from '@recado/shared/quick-replies/quick-reply'
import { quickReplyRoutes } from '@recado/shared/quick-replies/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { uploadsOnce } from '../uploads/uploads-once.ts'
import { quickReplyKeys } from './keys.ts'
import { uploadReplyFile } from './upload-reply-file.ts'

export const useQuickReplies = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...quickReplyKeys.lists, searchParam],
      queryFn: ({ pageParam, signal }) =>
        call(
          quickReplyRoutes.listQuickReplies,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** Pages of replies that the composer loads: 500 replies. */
const PAGES_IN_COMPOSER = 25

/** Live events keep it current, hence no fetch each time that the list opens (ms). */
const USABLE_STALE_MS = 300_000

/** The replies that the user may use: their own first. */
export const usableRepliesQuery = queryOptions({
  queryKey: quickReplyKeys.usable,
  queryFn: async ({ signal }) => {
    const replies: QuickReply[] = []
    let cursor: string | undefined
    for (let page = 0; page < PAGES_IN_COMPOSER; page++) {
      const { records, hasMore, nextCursor } = await call(
        quickReplyRoutes.listQuickReplies,
        { cursor },
        { signal },
      )
      replies.push(...records)
      if (!hasMore || !nextCursor) break
      cursor = nextCursor
    }
    return replies
  },
  staleTime: USABLE_STALE_MS,
})

export const quickReplyQuery = (quickReplyId: string) =>
  queryOptions({
    queryKey: quickReplyKeys.one(quickReplyId),
    queryFn: ({ signal }) => call(quickReplyRoutes.getQuickReply, { quickReplyId }, { signal }),
  })

interface SavedQuickReply extends QuickReplyInput {
  /** The reply to change; undefined for a new one. */
  quickReplyId?: string | undefined
  /** A new file, or `none` to remove it. */
  file?: File | 'none' | undefined
}

/** Creates a reply, or changes the one with the id. The scope of a reply stays. */
export function useSaveQuickReply() {
  const callOnce = useCallOnce()
  const [withUpload] = useState(() => uploadsOnce(uploadReplyFile))
  const refresh = useRefreshQuickReplies()
  return useMutation({
    mutationFn: afterSubmitDelay(({ quickReplyId, file, ...input }: SavedQuickReply) => {
      // Without a new file the stored one stays.
      const saveWith = (media: { media?: KeptMediaInput | null }) => {
        if (!quickReplyId) return callOnce(quickReplyRoutes.createQuickReply, { ...input, ...media })
        const { scope, shortcode, message, queueIds } = input
        return call(quickReplyRoutes.updateQuickReply, {
          quickReplyId,
          shortcode,
          message,
          ...(scope === 'queue' && { queueIds }),
          ...media,
        })
      }
      if (file instanceof File) return withUpload(file, (media) => saveWith({ media }))
      return saveWith(file === 'none' ? { media: null } : {})
    }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteQuickReply() {
  const refresh = useRefreshQuickReplies()
  return useMutation({
    mutationFn: (quickReplyId: string) => call(quickReplyRoutes.deleteQuickReply, { quickReplyId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshQuickReplies() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: quickReplyKeys.all })
}
