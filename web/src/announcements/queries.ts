import type { Announcement, AnnouncementInput } from '@recado/shared/announcements/announcement'
import { announcementRoutes } from '@recado/shared/announcements/routes'
import { MULTIPART_MAX_BYTES } from '@recado/shared/imports/import'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { uploadToStorage } from '../uploads/upload.ts'
import { announcementKeys } from './keys.ts'

/** All announcements, active or not; for operators. */
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

/** The announcements that every user sees. */
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

/** An announcement with the address of its image, which is valid for a few minutes only. */
export const announcementQuery = (announcementId: string) =>
  queryOptions({
    queryKey: announcementKeys.one(announcementId),
    queryFn: ({ signal }) => call(announcementRoutes.getAnnouncement, { announcementId }, { signal }),
    gcTime: 0,
  })

interface AnnouncementToSave {
  /** undefined for a new announcement. */
  announcementId: string | undefined
  input: AnnouncementInput
  /** A new image; null removes the stored one, undefined keeps it. */
  image: File | null | undefined
  /** Called when the texts are saved. The image can still fail after that. */
  onWordsSaved: (saved: Announcement) => void
}

export function useSaveAnnouncement() {
  const callOnce = useCallOnce()
  const refresh = useRefreshAnnouncements()
  return useMutation({
    mutationFn: afterSubmitDelay(
      async ({ announcementId, input, image, onWordsSaved }: AnnouncementToSave) => {
        const saved = announcementId
          ? await call(announcementRoutes.updateAnnouncement, { announcementId, ...input })
          : await callOnce(announcementRoutes.createAnnouncement, input)
        onWordsSaved(saved)
        if (image) return sendImage(saved.id, image)
        if (image === null && saved.mediaPath)
          await call(announcementRoutes.deleteAnnouncementMedia, { announcementId: saved.id })
        return saved
      },
    ),
    onSettled: refresh,
    meta: { showsItsError: true },
  })
}

/** Sends the image with the call, or through storage if it is too large for a call. */
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
    meta: { showsItsError: true },
  })
}

function useRefreshAnnouncements() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['announcements'] })
}
