import { sendingStopOf } from '@recado/shared/campaigns/store/sending-stops'
import { isChatBlocked } from '@recado/shared/contact-blocks/store'
import { SKIPPED_STOPPED, type StoredMessage } from '@recado/shared/conversations/message'
import { isGroup } from '@recado/shared/messages/chat'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ServicePorts } from '../ports/ports.ts'

/**
 * Why a message may not leave, read as late as possible, as for a campaign's message: it may have waited for its connection.
 * Answers of people always leave.
 * @returns the code of its failure; undefined if it may leave
 */
export async function refusalOf(
  ports: ServicePorts,
  table: TenantTable,
  message: StoredMessage,
): Promise<string | undefined> {
  if (endsWithStop(message) && (await sendingStopOf(ports, table.companyId, ports.now())))
    return SKIPPED_STOPPED
  return endsWithBlock(message) && (await isChatBlocked(table, message.chat)) ? 'BLOCKED' : undefined
}

/**
 * Whether the stop of all sending ends a message (part 4 §5). An automatic message then fails: a greeting hours later would
 * interrupt a conversation. So does a scheduled one, whose schedule sends another after the stop. The confirmation of an
 * opt-out leaves: it answers a person who asked for the end of all sending.
 */
const endsWithStop = ({ auto, origin }: StoredMessage): boolean =>
  (auto !== undefined && auto !== 'optOut') || origin === 'schedule'

/** Whether a block ends a message: one that the person did not write for. */
const endsWithBlock = ({ auto, origin, chat }: StoredMessage): boolean =>
  !isGroup(chat) && (origin === 'schedule' || auto === 'idle' || auto === 'rating')
