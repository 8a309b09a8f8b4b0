import { type KeptMedia, type KeptMediaInput, keptMediaInput } from '@recado/shared/messages/kept-media'
import { scheduleRoutes } from '@recado/shared/schedules/routes'
import type { Schedule, ScheduleInput } from '@recado/shared/schedules/schedule'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { uploadReplyFile } from '../quick-replies/upload-reply-file.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { uploadsOnce } from '../uploads/uploads-once.ts'
import { scheduleKeys } from './keys.ts'
import type { ScheduleFilter } from './schedule-filter.ts'

/** Schedules by time. Pending schedules and schedules of a range come soonest first, others latest first. */
export const useSchedules = (filter: ScheduleFilter) =>
  usePagedList(
    {
      queryKey: scheduleKeys.listOf(filter),
      queryFn: ({ pageParam, signal }) =>
        call(scheduleRoutes.listSchedules, { ...filter, cursor: pageParam || undefined }, { signal }),
    },
    (page) => page.records,
  )

export const scheduleQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: scheduleKeys.one(scheduleId),
    queryFn: ({ signal }) => call(scheduleRoutes.getSchedule, { scheduleId }, { signal }),
  })

interface SavedSchedule extends Omit<ScheduleInput, 'media'> {
  /** The schedule to change; undefined for a new one. */
  scheduleId?: string | undefined
  /** A new file, or one in storage; null removes it, undefined leaves it as it is. */
  file: File | KeptMedia | null | undefined
}

/** Makes a schedule, or changes the one with the id. */
export function useSaveSchedule() {
  const callOnce = useCallOnce()
  const [withUpload] = useState(() => uploadsOnce(uploadReplyFile))
  const refresh = useRefreshSchedules()
  return useMutation({
    mutationFn: afterSubmitDelay(({ scheduleId, file, ...given }: SavedSchedule): Promise<Schedule> => {
      const saveWith = (media: KeptMediaInput | null | undefined) => {
        const input = { ...given, ...(media !== undefined && { media }) }
        return scheduleId
          ? call(scheduleRoutes.updateSchedule, { scheduleId, ...input })
          : callOnce(scheduleRoutes.createSchedule, input)
      }
      return file instanceof File ? withUpload(file, saveWith) : saveWith(file && keptMediaInput.parse(file))
    }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteSchedule() {
  const refresh = useRefreshSchedules()
  return useMutation({
    mutationFn: (scheduleId: string) => call(scheduleRoutes.deleteSchedule, { scheduleId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

function useRefreshSchedules() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: scheduleKeys.all })
}
