import { errorOf, resultOf, stanza } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'

/** `w:g2`: there are no groups. */
export const groups: QueryHandler = ({ iq }) => {
  if (subjectOf(iq)?.tag === 'participating') return resultOf(iq, [stanza('groups', {}, [])])
  return errorOf(iq, 404, 'item-not-found')
}
