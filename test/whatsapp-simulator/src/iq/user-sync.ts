import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
} from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Simulation } from '../simulation.ts'
import { errorOf, inSeconds, resultOf, stanza, textOf } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'

/**
 * `usync`: whether numbers are on WhatsApp, which devices people have, and their LIDs. Who checks more numbers than
 * the limit gets 429.
 */
export const userSync: QueryHandler = ({ simulation, companion, iq }) => {
  const usync = subjectOf(iq)
  const protocols = getAllBinaryNodeChildren(getBinaryNodeChild(usync, 'query') ?? stanza('query', {})).map(
    ({ tag }) => tag,
  )
  const asked = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')
  const checked = asked.filter((user) => getBinaryNodeChild(user, 'contact')).length
  const perMinute = simulation.faults.checksPerMinute(companion.number)
  if (perMinute !== undefined && checked > 0) {
    const isAllowed = simulation.checks.take(companion.number, checked, perMinute)
    if (!isAllowed) return errorOf(iq, 429, 'rate-overlimit')
  }
  if (asked.some((user) => isUnanswered(simulation, user))) return undefined
  const users = simulation.database.transaction(() =>
    asked.map((user) => describeUser(simulation, user, protocols)),
  )
  const { sid, mode, context } = usync?.attrs ?? {}
  return resultOf(iq, [
    stanza('usync', { sid, mode, context, index: '0', last: 'true' }, [
      stanza(
        'result',
        {},
        protocols.map((tag) => stanza(tag, {})),
      ),
      stanza('list', {}, users),
    ]),
  ])
}

/** The JID that is asked about, also where the question names a number alone. */
function jidOf(user: BinaryNode): string {
  const number = textOf(getBinaryNodeChild(user, 'contact'))?.replace(/\D/g, '')
  return user.attrs.jid ?? phoneJid({ number: number ?? '' })
}

function isUnanswered({ accounts, faults }: Simulation, user: BinaryNode): boolean {
  const account = accounts.reachJid(jidOf(user))
  return account !== undefined && faults.questionAbout(account.number, 'noAnswer')
}

function describeUser(simulation: Simulation, user: BinaryNode, protocols: string[]): BinaryNode {
  const asked = jidOf(user)
  const account = simulation.accounts.reachJid(asked)
  // A question by number is answered under the number's usual spelling, one by JID under that JID.
  const jid = user.attrs.jid === undefined && account ? phoneJid(account) : asked
  const answers = protocols.map((protocol) => ANSWERS[protocol]?.(simulation, account))
  return stanza(
    'user',
    { jid },
    answers.filter((answer) => answer !== undefined),
  )
}

type Answer = (simulation: Simulation, account: Account | undefined) => BinaryNode | undefined

const ANSWERS: Record<string, Answer> = {
  contact: (_, account) => stanza('contact', { type: account ? 'in' : 'out' }),
  devices: (simulation, account) => {
    const isListed = account && !simulation.faults.questionAbout(account.number, 'noDevices')
    const devices = isListed
      ? [PHONE, ...simulation.companions.of(account).map(({ device }) => linked(device))]
      : []
    return stanza('devices', {}, [stanza('device-list', {}, devices)])
  },
  lid: (_, account) => account && stanza('lid', { val: lidJid(account) }),
  status: (simulation, account) =>
    account &&
    stanza('status', { t: inSeconds(simulation.now()) }, Buffer.from('Olá! Eu estou usando o WhatsApp.')),
}

const PHONE = stanza('device', { id: '0' })

/** Baileys ignores a linked device without key index. */
const linked = (device: number): BinaryNode =>
  stanza('device', { id: String(device), 'key-index': String(device) })
