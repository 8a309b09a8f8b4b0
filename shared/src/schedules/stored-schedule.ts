import type { Chat } from '../messages/chat.ts'
import type { MediaContent } from '../messages/content.ts'
import type { KeptMedia } from '../messages/kept-media.ts'
import type { Schedule } from './schedule.ts'

/** A schedule as it is stored. Moments are ISO 8601. */
export interface StoredSchedule extends Omit<Schedule, 'contact' | 'media'> {
  companyId: string
  media: KeptMedia | null
  /** The file that the last change replaced: it may be left if the process died. */
  replacedMediaId?: string | null
  /** When it is to be looked at: its time, its turn, or the end of what it waits for. null: never again. */
  dueAt: string | null
  /** Its turn among the schedules of its connection, once it has one. */
  turnAt: string | null
  /** The message that it became. */
  message: ScheduledMessage | null
  /** Messages that never left and were given up: each next one has another id. */
  attempts: number
  /** Raised by every change. */
  revision: number
}

/** Where the message of a schedule lies. */
export interface ScheduledMessage {
  connectionId: string
  chat: Chat
  at: string
  messageId: string
}

/** Key of a schedule's file. */
export const scheduleFileKey = (companyId: string, mediaId: string): string =>
  `${companyId}/schedules/${mediaId}`

/** Keys of all files that a schedule may have. */
export const scheduleFileKeys = ({
  companyId,
  media,
  replacedMediaId,
}: Pick<StoredSchedule, 'companyId' | 'media' | 'replacedMediaId'>): string[] =>
  [media?.mediaId, replacedMediaId].flatMap((id) => (id ? [scheduleFileKey(companyId, id)] : []))

/** The content of the message that a schedule becomes. @param key of the file's copy for the message */
export function contentOf({ body, media }: Pick<StoredSchedule, 'body' | 'media'>, key: string | null) {
  if (!media) return { type: 'text' as const, text: body }
  const { mediaId: _, mimetype, bytes, ...given } = media
  const file = { state: 'READY' as const, mimetype, bytes, key }
  // Phones show no caption with audio.
  return given.type === 'audio'
    ? ({ ...given, media: file } satisfies MediaContent)
    : ({ ...given, caption: body, media: file } satisfies MediaContent)
}
