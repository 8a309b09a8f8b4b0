import type { Companion } from '../companions/companions.ts'
import { newChatCap, timeLock } from '../messages/new-chats.ts'
import { errorOf, resultOf, stanza } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'
import type { QueryWorld } from './world.ts'

/** `w:mex`: an account's limits, as GraphQL answers by query id. Other query ids get no data. */
export const accountLimits: QueryHandler = ({ simulation, companion, iq }) => {
  if (simulation.faults.areLimitsUnknown(companion.number)) return errorOf(iq, 500, 'internal-server-error')
  const data = DATA[subjectOf(iq)?.attrs.query_id ?? '']?.(simulation, companion) ?? {}
  return resultOf(iq, [stanza('result', {}, Buffer.from(JSON.stringify({ data })))])
}

const REACH_OUT_TIME_LOCK = '23983697327930364'
const NEW_CHAT_CAP = '24503548349331633'

const DATA: Record<string, (simulation: QueryWorld, companion: Companion) => object> = {
  [REACH_OUT_TIME_LOCK]: ({ faults }, { number }) => ({
    xwa2_fetch_account_reachout_timelock: timeLock(faults.lockedUntil(number)),
  }),
  [NEW_CHAT_CAP]: (simulation, { number }) => ({
    xwa2_message_capping_info: newChatCap(simulation, number),
  }),
}
