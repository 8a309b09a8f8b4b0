import type { Announcement, AnnouncementInput } from '@recado/shared/announcements/announcement'
import { announcementRoutes } from '@recado/shared/announcements/routes'
import { MULTIPART_MAX_BYTES } from '@recado/shared/imports/import'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { uploadToStorage } from '../uploads/upload.ts'
import { announcementKeys } from './keys.ts'

/** All of them, active or not, for operators. */
export const useAnnouncements = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...announcementKeys.lists, searchParam],
      queryFn: ({ pageParam, signal }) =>
        call(
          announcementRoutes.listAnnouncements,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** Those that everybody is to read. */
export const useActiveAnnouncements = () =>
  usePagedList(
    {
      queryKey: announcementKeys.bell,
      queryFn: ({ pageParam, signal }) =>
        call(
          announcementRoutes.listAnnouncements,
          { status: 'true', cursor: pageParam || undefined },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** An announcement with its image's address, which is good for a few minutes alone. */
export const announcementQuery = (announcementId: string) =>
  queryOptions({
    queryKey: announcementKeys.one(announcementId),
    queryFn: ({ signal }) => call(announcementRoutes.getAnnouncement, { announcementId }, { signal }),
    gcTime: 0,
  })

interface AnnouncementToSave {
  /** Absent for a new one. */
  announcementId: string | undefined
  input: AnnouncementInput
  /** A new image; null takes the one there is away; undefined leaves it. */
  image: File | null | undefined
  /** Told as soon as the words are saved: an image may still fail then. */
  onWordsSaved: (saved: Announcement) => void
}

export function useSaveAnnouncement() {
  const refresh = useRefreshAnnouncements()
  return useMutation({
    mutationFn: afterSubmitDelay(
      async ({ announcementId, input, image, onWordsSaved }: AnnouncementToSave) => {
        const saved = announcementId
          ? await call(announcementRoutes.updateAnnouncement, { announcementId, ...input })
          : await call(announcementRoutes.createAnnouncement, input)
        onWordsSaved(saved)
        if (image) return sendImage(saved.id, image)
        if (image === null && saved.mediaPath)
          return call(announcementRoutes.deleteAnnouncementMedia, { announcementId: saved.id })
        return saved
      },
    ),
    onSettled: refresh,
    meta: { tellsItsError: true },
  })
}

/** With the call, or, where it is too large for that, through storage. */
async function sendImage(announcementId: string, file: File): Promise<Announcement> {
  const { uploadAnnouncementMedia: route } = announcementRoutes
  if (file.size < MULTIPART_MAX_BYTES) return call(route, { announcementId, fileName: file.name }, { file })
  const { signal } = new AbortController()
  const uploadId = await uploadToStorage(file, {
    purpose: 'announcement-image',
    signal,
    onProgress: () => undefined,
  })
  return call(route, { announcementId, uploadId, fileName: file.name })
}

export function useDeleteAnnouncement() {
  const refresh = useRefreshAnnouncements()
  return useMutation({
    mutationFn: (announcementId: string) => call(announcementRoutes.deleteAnnouncement, { announcementId }),
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

function useRefreshAnnouncements() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['announcements'] })
}
