import { ApiError } from '@recado/shared/http/api-error'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import type { OutgoingFile } from '../outgoing.ts'

/** Refusals of a file as the picture, video or audio that it was sent as. */
const REFUSALS = ['ERR_MEDIA_TYPE', 'ERR_UPLOAD_TOO_LARGE']

/** Whether a file that was refused may leave as a document. */
export const maySendAsDocument = (error: unknown, { type, blob }: OutgoingFile): boolean =>
  error instanceof ApiError &&
  REFUSALS.includes(error.code) &&
  type !== 'document' &&
  blob.size <= MEDIA_LIMITS.document

/** The file as a document. */
export const asDocument = <F extends OutgoingFile>(file: F): F => ({
  ...file,
  type: 'document',
  voice: false,
})
