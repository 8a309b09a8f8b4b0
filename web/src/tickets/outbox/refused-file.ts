import { ApiError } from '@recado/shared/http/api-error'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import i18next from 'i18next'
import { textOf } from '../../ui/toast.ts'
import { isRefusedType, refusedTypeWords } from '../../uploads/refused-type.ts'
import type { OutgoingFile } from '../outgoing.ts'

/** What can be done with a file that the server refused, and the reason of the refusal in words. */
export interface RefusedFile {
  reason: string
  mayRetry: boolean
  maySendAsDocument: boolean
}

/** Other refusals that the same file meets again, at every try. */
const FOR_GOOD = ['ERR_VALIDATION', 'ERR_MESSAGE_REUSED']

/** What a refusal means for the file of a message. */
export function refusedFile(error: unknown, file: OutgoingFile): RefusedFile {
  const code = error instanceof ApiError ? error.code : ''
  const { type, blob } = file
  const isTypeRefused = isRefusedType(error)
  return {
    reason: refusedTypeWords(error, file) ?? reasonOf(code) ?? textOf(error),
    mayRetry: !isTypeRefused && !FOR_GOOD.includes(code),
    maySendAsDocument: isTypeRefused && type !== 'document' && blob.size <= MEDIA_LIMITS.document,
  }
}

const reasonOf = (code: string): string | undefined =>
  code === 'ERR_VALIDATION' ? i18next.t('errors.fileNotTaken') : undefined

/** The file as a document. */
export const asDocument = <F extends OutgoingFile>(file: F): F => ({
  ...file,
  type: 'document',
  voice: false,
})
