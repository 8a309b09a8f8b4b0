import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
} from '@whiskeysockets/baileys'
import type { OneTimeKey } from '../companions/companions.ts'
import { takeBundle } from '../companions/session-keys.ts'
import { type Bundle, deviceKeys, userWithKeys } from '../phones/bundle.ts'
import { bigEndian, bytesIn, errorOf, resultOf, stanza } from '../wire/stanza.ts'
import { type Query, type QueryHandler, subjectOf } from './query.ts'
import type { QueryWorld } from './world.ts'

/** `encrypt`: Signal keys of the device itself, and of people it wants to write to. */
export const encryptionKeys: QueryHandler = (query) => {
  const { simulation, companion, iq } = query
  const subject = subjectOf(iq)?.tag
  if (subject === 'count') {
    const left = simulation.companions.countPreKeys(companion)
    return resultOf(iq, [stanza('count', { value: String(left) })])
  }
  if (subject === 'digest') return resultOf(iq, [stanza('digest', {}, deviceKeys(companion))])
  if (subject === 'key') return handOutKeys(query)
  if (subject === 'rotate') return rotateSignedKey(query)
  return iq.attrs.type === 'set' ? storeKeys(query) : errorOf(iq, 400, 'bad-request')
}

async function handOutKeys({ simulation, iq }: Query): Promise<BinaryNode> {
  const users = []
  for (const { attrs } of getBinaryNodeChildren(subjectOf(iq), 'user')) {
    const jid = attrs.jid ?? ''
    const bundle = await bundleOf(simulation, jid)
    const unknown = stanza('user', { jid }, [stanza('error', { code: '404', text: 'item-not-found' })])
    users.push(bundle ? userWithKeys(jid, bundle) : unknown)
  }
  return resultOf(iq, [stanza('list', {}, users)])
}

async function bundleOf(simulation: QueryWorld, jid: string): Promise<Bundle | undefined> {
  const account = simulation.accounts.reachJid(jid)
  if (!account || simulation.faults.failsAbout(account.number, 'noKeys')) return undefined
  const device = jidDecode(jid)?.device ?? 0
  if (device > 0) {
    const companion = simulation.companions.find(account.number, device)
    return companion && takeBundle(simulation, companion)
  }
  return simulation.phones.inOrder(async () => {
    const phone = simulation.phones.of(account)
    const bundle = await phone.bundle(simulation.phones.takePreKeyId(account))
    simulation.database.transaction(() => phone.keys.store())
    return bundle
  })
}

function storeKeys({ simulation, companion, iq }: Query): BinaryNode {
  const preKeys = getBinaryNodeChildren(getBinaryNodeChild(iq, 'list'), 'key').map(oneTimeKey)
  const registrationId = bigEndian(bytesIn(iq, 'registration'))
  const keys = { registrationId, signedPreKey: signedKey(getBinaryNodeChild(iq, 'skey')) }
  simulation.companions.storeKeys(companion, keys, preKeys)
  return resultOf(iq)
}

function rotateSignedKey({ simulation, companion, iq }: Query): BinaryNode {
  const signedPreKey = signedKey(getBinaryNodeChild(subjectOf(iq), 'skey'))
  simulation.companions.storeKeys(companion, { registrationId: companion.registrationId, signedPreKey }, [])
  return resultOf(iq)
}

const oneTimeKey = (node: BinaryNode): OneTimeKey => ({
  id: bigEndian(bytesIn(node, 'id')),
  value: bytesIn(node, 'value'),
})

const signedKey = (node: BinaryNode | undefined): Bundle['signedPreKey'] => ({
  id: bigEndian(bytesIn(node, 'id')),
  value: bytesIn(node, 'value'),
  signature: bytesIn(node, 'signature'),
})
