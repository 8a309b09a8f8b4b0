import type { ReplyMediaInput } from '@recado/shared/quick-replies/reply-media'
import { prepareFile } from '../tickets/attachments/prepare-files.ts'
import { uploadToStorage } from '../uploads/upload.ts'

/** Uploads a file for a quick reply. @throws ApiError if storage refused it */
export async function uploadReplyFile(file: File): Promise<ReplyMediaInput> {
  const { type, fileName, seconds, thumbnail } = await prepareFile({ file, asDocument: false })
  const { signal } = new AbortController()
  const mediaId = await uploadToStorage(file, { purpose: 'message-media', signal, onProgress: () => {} })
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
