import { ApiError } from '@recado/shared/http/api-error'
import i18next from 'i18next'

/** A file, as what it was to be sent. */
interface SentAs {
  type: 'image' | 'video' | 'audio' | 'document'
  /** A recording for phones to play as a voice note. */
  voice: boolean
}

/** Refusals of a file as the picture, video or audio that it was sent as. */
const AS_WHAT_IT_IS = ['ERR_MEDIA_TYPE', 'ERR_UPLOAD_TOO_LARGE']

export const isRefusedAsWhatItIs = (error: unknown): boolean =>
  error instanceof ApiError && AS_WHAT_IT_IS.includes(error.code)

/** Why a file was refused as what it is, in words; undefined for other errors. */
export function refusedTypeWords(error: unknown, { type, voice }: SentAs): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ERR_UPLOAD_TOO_LARGE') return i18next.t(`errors.fileTooLargeAs.${type}`)
  if (error.code !== 'ERR_MEDIA_TYPE' || type === 'document') return undefined
  return i18next.t(`errors.fileIsNot.${voice ? 'voice' : type}`)
}
