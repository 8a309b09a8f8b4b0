import { resultOf, stanza } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'

/** `w:mex`: what WhatsApp allows an account, as GraphQL answers by query id; others get no data. */
export const accountLimits: QueryHandler = ({ iq }) => {
  const data = DATA[subjectOf(iq)?.attrs.query_id ?? ''] ?? {}
  return resultOf(iq, [stanza('result', {}, Buffer.from(JSON.stringify({ data })))])
}

const REACH_OUT_TIME_LOCK = '23983697327930364'
const NEW_CHAT_CAP = '24503548349331633'

const DATA: Record<string, object> = {
  [REACH_OUT_TIME_LOCK]: {
    xwa2_fetch_account_reachout_timelock: {
      is_active: false,
      time_enforcement_ends: '0',
      enforcement_type: 'DEFAULT',
    },
  },
  [NEW_CHAT_CAP]: {
    xwa2_message_capping_info: { capping_status: 'NONE', total_quota: 1000, used_quota: 0 },
  },
}
