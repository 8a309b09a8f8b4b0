import { byName } from '@recado/shared/by-name'
import { tagRoutes } from '@recado/shared/tags/routes'
import type { Tag, TagInput } from '@recado/shared/tags/tag'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { tagKeys } from './keys.ts'

export const useTags = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...tagKeys.lists, searchParam],
      queryFn: ({ pageParam, signal }) =>
        call(
          tagRoutes.listTags,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** Pages of tags that are loaded to choose from: 1,000 tags. A menu without a tag would take it from what has it. */
const CHOICE_PAGES = 50

/** The company's tags by name, to choose from. */
export const tagChoicesQuery = queryOptions({
  queryKey: tagKeys.choices,
  queryFn: async ({ signal }) => {
    const tags: Tag[] = []
    let cursor: string | undefined
    for (let page = 0; page < CHOICE_PAGES; page++) {
      const { records, nextCursor, hasMore } = await call(tagRoutes.listTags, { cursor }, { signal })
      tags.push(...records)
      if (!hasMore || !nextCursor) break
      cursor = nextCursor
    }
    return tags.sort(byName)
  },
})

export const tagQuery = (tagId: string) =>
  queryOptions({
    queryKey: tagKeys.one(tagId),
    queryFn: ({ signal }) => call(tagRoutes.getTag, { tagId }, { signal }),
  })

/** Creates a tag, or changes the one with the id. */
export function useSaveTag() {
  const callOnce = useCallOnce()
  const refresh = useRefreshTags()
  return useMutation({
    mutationFn: afterSubmitDelay(({ tagId, ...input }: TagInput & { tagId?: string | undefined }) =>
      tagId ? call(tagRoutes.updateTag, { tagId, ...input }) : callOnce(tagRoutes.createTag, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

/** Saves the places of columns, those that changed alone. The tags are in their new order. */
export function useSaveStageOrder() {
  const refresh = useRefreshTags()
  return useMutation({
    mutationFn: async (stages: readonly Tag[]) => {
      for (const [orderIndex, { id: tagId, name, color, orderIndex: before }] of stages.entries())
        if (before !== orderIndex) await call(tagRoutes.updateTag, { tagId, name, color, orderIndex })
    },
    // The order of the server shows how far an error let it come.
    onSettled: refresh,
  })
}

export function useDeleteTag() {
  const refresh = useRefreshTags()
  return useMutation({
    mutationFn: (tagId: string) => call(tagRoutes.deleteTag, { tagId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshTags() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: tagKeys.all })
}
