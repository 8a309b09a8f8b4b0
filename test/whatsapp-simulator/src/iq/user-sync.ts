import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
} from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import { errorOf, inSeconds, resultOf, stanza, textOf } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'
import type { QueryWorld } from './world.ts'

/**
 * `usync`: whether numbers are on WhatsApp, people's devices, and their LIDs. Checks of more numbers than the limit
 * get 429.
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
  const told = asked.filter((user) => !isLeftOut(simulation, user))
  const users = simulation.database.transaction(() =>
    told.map((user) => describeUser(simulation, user, protocols)),
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

/** The number of the question, if it has one. */
const numberOf = (user: BinaryNode): string | undefined =>
  textOf(getBinaryNodeChild(user, 'contact'))?.replace(/\D/g, '')

const jidOf = (user: BinaryNode): string => user.attrs.jid ?? phoneJid({ number: numberOf(user) ?? '' })

function isUnanswered({ accounts, faults }: QueryWorld, user: BinaryNode): boolean {
  const account = accounts.reachJid(jidOf(user))
  return account !== undefined && faults.failsAbout(account.number, 'noAnswer')
}

function describeUser(simulation: QueryWorld, user: BinaryNode, protocols: string[]): BinaryNode {
  const asked = jidOf(user)
  const account = simulation.accounts.reachJid(asked)
  // A question by number is answered under the number's usual spelling, a question by JID under that JID.
  const jid = user.attrs.jid === undefined && account ? phoneJid(account) : asked
  const answers = protocols.map((protocol) => ANSWERS[protocol]?.(simulation, account, numberOf(user)))
  return stanza(
    'user',
    { jid },
    answers.filter((answer) => answer !== undefined),
  )
}

/** Whether the answer leaves this number out. */
function isLeftOut({ faults }: QueryWorld, user: BinaryNode): boolean {
  const number = numberOf(user)
  return number !== undefined && faults.failsAbout(number, 'leftOut')
}

/** `number`: the number of the question, if it had one. */
type Answer = (
  simulation: QueryWorld,
  account: Account | undefined,
  number: string | undefined,
) => BinaryNode | undefined

const ANSWERS: Record<string, Answer> = {
  // The answer repeats the number of the question (whatsmeow user.go, IsOnWhatsApp).
  contact: (_, account, number) =>
    stanza('contact', { type: account ? 'in' : 'out' }, number ? Buffer.from(`+${number}`) : undefined),
  devices: (simulation, account) => {
    const isListed = account && !simulation.faults.failsAbout(account.number, 'noDevices')
    const devices = isListed
      ? [PHONE, ...simulation.companions.of(account).map(({ device }) => linked(device))]
      : []
    return stanza('devices', {}, [stanza('device-list', {}, devices)])
  },
  lid: (simulation, account) =>
    account && !simulation.faults.failsAbout(account.number, 'noLid')
      ? stanza('lid', { val: lidJid(account) })
      : undefined,
  status: (simulation, account) =>
    account &&
    stanza('status', { t: inSeconds(simulation.now()) }, Buffer.from('Olá! Eu estou usando o WhatsApp.')),
}

const PHONE = stanza('device', { id: '0' })

/** Baileys ignores a linked device without a key index. */
const linked = (device: number): BinaryNode =>
  stanza('device', { id: String(device), 'key-index': String(device) })
