import type { KeptMedia, KeptMediaInput } from '@recado/shared/messages/kept-media'
import { keepFile } from '../files/kept-file.ts'
import { filesOf } from '../files/open.ts'
import { replyFileKey } from '../files/places.ts'

/**
 * Copies the file of a quick reply to a place of its own, so that each reply can delete its own.
 * @throws DomainError ERR_NO_FILE, ERR_UPLOAD_TOO_LARGE, ERR_MEDIA_TYPE
 */
export const keepReplyFile = (companyId: string, given: KeptMediaInput): Promise<KeptMedia> =>
  keepFile(companyId, given, replyFileKey)

/** Deletes a file that no reply uses any more. */
export async function forgetReplyFile(
  companyId: string,
  media: Pick<KeptMedia, 'mediaId'> | null | undefined,
): Promise<void> {
  if (media) await filesOf(companyId).delete(replyFileKey(companyId, media.mediaId))
}
