import { ApiError } from '@recado/shared/http/api-error'
import i18next from 'i18next'

/** How a file was to be sent. */
interface SentAs {
  type: 'image' | 'video' | 'audio' | 'document'
  /** A recording for phones to play as a voice note. */
  voice: boolean
}

/** Refusals of a file as a picture, video or audio. As a document it may be accepted. */
const REFUSED_TYPES = ['ERR_MEDIA_TYPE', 'ERR_UPLOAD_TOO_LARGE']

export const isRefusedType = (error: unknown): boolean =>
  error instanceof ApiError && REFUSED_TYPES.includes(error.code)

/** The reason for such a refusal, in words; undefined for other errors. */
export function refusedTypeWords(error: unknown, { type, voice }: SentAs): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ERR_UPLOAD_TOO_LARGE') return i18next.t(`errors.fileTooLargeAs.${type}`)
  if (error.code !== 'ERR_MEDIA_TYPE' || type === 'document') return undefined
  return i18next.t(`errors.fileIsNot.${voice ? 'voice' : type}`)
}
