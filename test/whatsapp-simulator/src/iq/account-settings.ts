import { errorOf, resultOf, stanza } from '../wire/stanza.ts'
import type { QueryHandler } from './query.ts'

/** `abt`: the server's experiments. With 10518, Baileys attaches the privacy tokens it was given. */
export const serverProperties: QueryHandler = ({ iq }) =>
  resultOf(iq, [
    stanza('props', { hash: 'simulator', refresh: '86400' }, [
      stanza('prop', { config_code: '10518', config_value: '1' }),
    ]),
  ])

export const blockList: QueryHandler = ({ iq }) => resultOf(iq, [stanza('list', { matched: 'false' }, [])])

/** Everything is visible to everyone. Baileys sends read receipts only if `readreceipts` says so. */
export const privacy: QueryHandler = ({ iq }) => {
  if (iq.attrs.type !== 'get') return resultOf(iq, [stanza('tokens', {}, [])])
  const categories = PRIVACY_CATEGORIES.map((name) => stanza('category', { name, value: 'all' }))
  return resultOf(iq, [stanza('privacy', {}, categories)])
}

const PRIVACY_CATEGORIES = ['readreceipts', 'profile', 'status', 'online', 'last', 'groupadd', 'calladd']

export const profilePicture: QueryHandler = ({ iq }) => errorOf(iq, 404, 'item-not-found')
