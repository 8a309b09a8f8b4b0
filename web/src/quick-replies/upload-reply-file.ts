import type { KeptMediaInput } from '@recado/shared/messages/kept-media'
import { prepareFile } from '../tickets/attachments/prepare-files.ts'
import type { OutboxFile } from '../tickets/outbox/entry.ts'
import { uploadToStorage } from '../uploads/upload.ts'

/** Uploads a file for a quick reply. @throws ApiError if storage refused it */
export const uploadReplyFile = async (file: File): Promise<KeptMediaInput> =>
  uploadPreparedFile(await prepareFile({ file, asDocument: false }), () => {})

/**
 * Uploads a file that is shown or played by its kind.
 * @param onProgress called with the share that was sent, 0 to 1
 * @throws ApiError if storage refused it
 */
export async function uploadPreparedFile(
  { blob, type, fileName, seconds, thumbnail }: OutboxFile,
  onProgress: (share: number) => void,
): Promise<KeptMediaInput> {
  const { signal } = new AbortController()
  const file = new File([blob], fileName, { type: blob.type })
  const mediaId = await uploadToStorage(file, { purpose: 'message-media', signal, onProgress })
  switch (type) {
    case 'image':
    case 'video':
      return { type, mediaId, ...(thumbnail && { thumbnail }) }
    case 'audio':
      return { type, mediaId, seconds, voice: false }
    case 'document':
      return { type, mediaId, fileName }
  }
}
