import { ApiError } from '@recado/shared/http/api-error'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import i18next from 'i18next'
import { textOf } from '../../ui/toast.ts'
import type { OutgoingFile } from '../outgoing.ts'

/** What is left to do with a file that the server refused, and why it was refused, in words. */
export interface RefusedFile {
  reason: string
  mayRetry: boolean
  maySendAsDocument: boolean
}

/** Refusals of a file as the picture, video or audio that it was sent as. */
const AS_WHAT_IT_IS = ['ERR_MEDIA_TYPE', 'ERR_UPLOAD_TOO_LARGE']
/** Refusals that the same file meets again, at every try. */
const FOR_GOOD = [...AS_WHAT_IT_IS, 'ERR_VALIDATION', 'ERR_MESSAGE_REUSED']

/** What a refusal means for the file of a message. */
export function refusedFile(error: unknown, file: OutgoingFile): RefusedFile {
  const code = error instanceof ApiError ? error.code : ''
  const { type, blob } = file
  return {
    reason: reasonOf(code, file) ?? textOf(error),
    mayRetry: !FOR_GOOD.includes(code),
    maySendAsDocument:
      AS_WHAT_IT_IS.includes(code) && type !== 'document' && blob.size <= MEDIA_LIMITS.document,
  }
}

function reasonOf(code: string, { type, voice }: OutgoingFile): string | undefined {
  switch (code) {
    case 'ERR_MEDIA_TYPE':
      return type === 'document' ? undefined : i18next.t(`errors.fileIsNot.${voice ? 'voice' : type}`)
    case 'ERR_UPLOAD_TOO_LARGE':
      return i18next.t(`errors.fileTooLargeAs.${type}`)
    case 'ERR_VALIDATION':
      return i18next.t('errors.fileNotTaken')
    default:
      return undefined
  }
}

/** The file as a document. */
export const asDocument = <F extends OutgoingFile>(file: F): F => ({
  ...file,
  type: 'document',
  voice: false,
})
