import type { BinaryNode } from '@whiskeysockets/baileys'
import { SERVER_JID } from '../accounts/jids.ts'
import { sendHistory } from '../messages/history.ts'
import { inSeconds, resultOf, stanza } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'
import type { QueryWorld } from './world.ts'

/** `passive`: the device is ready for missed stanzas and, at its first login, for its phone's history. */
export const goActive: QueryHandler = async ({ simulation, connection, companion, iq }) => {
  connection.send(resultOf(iq))
  if (subjectOf(iq)?.tag !== 'active') return undefined
  await simulation.outbox.replay(connection, companion)
  if (simulation.faults.dirtyGroups(companion.number)) connection.send(dirty(simulation))
  if (!companion.historySent) await sendHistory(simulation, companion)
  return undefined
}

/** The account's groups changed while the device was away. */
const dirty = ({ now }: QueryWorld): BinaryNode => {
  const subject = stanza('dirty', { type: 'groups', timestamp: inSeconds(now()) })
  return stanza('ib', { from: SERVER_JID }, [subject])
}
