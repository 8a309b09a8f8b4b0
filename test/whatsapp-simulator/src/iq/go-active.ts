import { sendHistory } from '../messages/history.ts'
import { resultOf } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'

/** `passive`: the device is ready for missed stanzas and, at its first login, for its phone's history. */
export const goActive: QueryHandler = async ({ simulation, connection, companion, iq }) => {
  connection.send(resultOf(iq))
  if (subjectOf(iq)?.tag !== 'active') return undefined
  await simulation.outbox.replay(connection, companion)
  if (!companion.historySent) await sendHistory(simulation, companion)
  return undefined
}
