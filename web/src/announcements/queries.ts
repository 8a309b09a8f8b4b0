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
  /** The stored announcement; undefined for a new one. */
  known: Announcement | undefined
  input: AnnouncementInput
  /** A new image; null removes the stored one, undefined keeps it. */
  image: File | null | undefined
  /** Called with the announcement that a further try continues with, if the save fails. */
  onStored: (stored: Announcement) => void
}

/** Saves an announcement. Nothing of it is published before its new image is accepted. Each try may repeat the steps. */
export function useSaveAnnouncement() {
  const callOnce = useCallOnce()
  const refresh = useRefreshAnnouncements()
  return useMutation({
    mutationFn: afterSubmitDelay(async ({ known, input, image, onStored }: AnnouncementToSave) => {
      if (!known && !image) return callOnce(announcementRoutes.createAnnouncement, input)
      const hidden = { ...input, status: false }
      const stored = known ?? (await callOnce(announcementRoutes.createAnnouncement, hidden))
      onStored(stored)
      const announcementId = stored.id
      if (image) onStored(await sendImage(announcementId, image))
      if (image === null && stored.mediaPath)
        await call(announcementRoutes.deleteAnnouncementMedia, { announcementId })
      return call(announcementRoutes.updateAnnouncement, { announcementId, ...input })
    }),
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

/** Deletes the hidden announcement of a dialog that was cancelled. If that fails, it stays in the list as inactive. */
export function useDiscardAnnouncement() {
  const refresh = useRefreshAnnouncements()
  return useMutation({
    mutationFn: (announcementId: string) => call(announcementRoutes.deleteAnnouncement, { announcementId }),
    onSettled: refresh,
  })
}

function useRefreshAnnouncements() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['announcements'] })
}
