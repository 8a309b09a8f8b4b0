import { cutText } from '@recado/shared/text'
import { failure } from './log.ts'
import type { ServicePorts } from './ports.ts'

const ID_MAX_LENGTH = 100

/** What names the thing that is set aside in the log: ids, and nothing that anybody wrote. */
interface Named {
  companyId: string
  connectionId: string
  messageId: string
  /** What WhatsApp said of the message, where that is what could not be recorded. */
  result?: string
}

/** Logs and counts what could not be recorded, so that what comes behind it goes on. */
export function setAside(
  { log, tellFigures }: Pick<ServicePorts, 'log' | 'tellFigures'>,
  named: Named,
  error: unknown,
): void {
  // The sender of a message chooses its id.
  const messageId = cutText(named.messageId, ID_MAX_LENGTH)
  log.error({ ...named, messageId, error: failure(error) }, 'set aside')
  tellFigures({ SetAside: 1 })
}
