import { cutText } from '@recado/shared/text'
import type { ServicePorts } from './ports.ts'

const ID_MAX_LENGTH = 100

/** Identifies the thing in the log: ids only, and no text of people. */
interface Named {
  companyId: string
  connectionId: string
  messageId: string
  /** WhatsApp's result for the message, if that could not be recorded. */
  result?: string
}

/** Logs and counts something that can never be recorded, so that the work behind it goes on. */
export function setAside(
  { log, recordMetrics }: Pick<ServicePorts, 'log' | 'recordMetrics'>,
  named: Named,
  error: unknown,
): void {
  // The sender chooses a message's id, so its length is limited.
  const messageId = cutText(named.messageId, ID_MAX_LENGTH)
  log.error('set aside', { ...named, messageId, error })
  recordMetrics({ SetAside: 1 })
}
