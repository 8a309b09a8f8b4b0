import { ApiError } from '@recado/shared/http/api-error'
import { textOf } from '../../ui/toast.ts'
import type { OutboxEntry } from './entry.ts'
import { refusedFile } from './refused-file.ts'

/** What a failed try means for its message. */
export type Outcome =
  /** Nothing answered, or not now. It is sent again. */
  | { kind: 'again'; isOffline: boolean }
  /** The session ended. It is sent after the next sign-in. */
  | { kind: 'kept' }
  /** Storage no longer has the file. It is uploaded again. */
  | { kind: 'uploadAgain' }
  | { kind: 'settled'; change: Pick<OutboxEntry, 'state' | 'reason'> & Partial<OutboxEntry> }

/** What becomes of a message that was not taken. */
export function afterFailure(error: unknown, { file, replyFile, uploadId }: OutboxEntry): Outcome {
  if (!(error instanceof ApiError)) return settled('failed', error)
  const { status, code, values } = error
  if (status === 0) return { kind: 'again', isOffline: true }
  // Its client id keeps a message that did arrive from being sent twice.
  if (status === 429 || code === 'ERR_UNAVAILABLE') return { kind: 'again', isOffline: false }
  if (status === 401 || code === 'ERR_SESSION_EXPIRED' || code === 'ERR_COMPANY_CHANGED')
    return { kind: 'kept' }
  if (code === 'ERR_NO_FILE' && uploadId) return { kind: 'uploadAgain' }
  if (code === 'ERR_ALREADY_ANSWERED')
    return { kind: 'settled', change: { state: 'answered', reason: String(values.userName ?? '') } }
  // A server error ends the session: sending it again by itself would end the next one too.
  if (status >= 500) return settled('failed', error)
  // The quick reply was deleted, and its file with it.
  if (code === 'ERR_NO_FILE' && replyFile) return settled('returned', error, { replyFile: null })
  if (!file) return settled('returned', error)
  // A file cannot go back into the composer.
  return settled('failed', error, refusedFile(error, file))
}

const settled = (
  state: OutboxEntry['state'],
  error: unknown,
  change: Partial<OutboxEntry> = {},
): Outcome => ({
  kind: 'settled',
  change: { maySendAsDocument: false, mayRetry: true, reason: textOf(error), ...change, state },
})
