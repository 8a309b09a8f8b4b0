import type { KeptMedia, KeptMediaInput } from '@recado/shared/messages/kept-media'
import { scheduleFileKey } from '@recado/shared/schedules/stored-schedule'
import { keepFile } from '../files/kept-file.ts'
import { filesOf } from '../files/open.ts'

/**
 * Copies the file of a schedule to a place of its own.
 * @throws DomainError ERR_NO_FILE, ERR_UPLOAD_TOO_LARGE, ERR_MEDIA_TYPE
 */
export const keepScheduleFile = (companyId: string, given: KeptMediaInput): Promise<KeptMedia> =>
  keepFile(companyId, given, scheduleFileKey)

/** Deletes a file that no schedule uses any more. */
export async function forgetScheduleFile(
  companyId: string,
  mediaId: string | null | undefined,
): Promise<void> {
  if (mediaId) await filesOf(companyId).delete(scheduleFileKey(companyId, mediaId))
}
