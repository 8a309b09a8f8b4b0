import { type BinaryNode, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { Companion } from '../companions/companions.ts'
import { COLLECTION } from '../phones/address-books.ts'
import { resultOf, stanza } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'
import { SALT_COLLECTION, saltPatch } from './salt-patch.ts'
import type { QueryWorld } from './world.ts'

/** `w:sync:app:state`: settings shared by an account's devices. Only the address book and the salt have content. */
export const appState: QueryHandler = ({ simulation, companion, iq }) => {
  const asked = getBinaryNodeChildren(subjectOf(iq), 'collection')
  const answered = asked.map(({ attrs: { name = '', version = '0' } }) => {
    const lacking = patchesOf(simulation, companion, { name, version: Number(version) })
    return collection({ name, version: String(Number(version) + lacking.length) }, lacking)
  })
  return resultOf(iq, [stanza('sync', {}, answered)])
}

function patchesOf(
  simulation: QueryWorld,
  { number }: Companion,
  { name, version }: { name: string; version: number },
): Uint8Array[] {
  if (name === COLLECTION) return simulation.addressBooks.patchesAfter(number, version)
  const isSalt = name === SALT_COLLECTION && simulation.faults.saltIn(number) === 'settings'
  return isSalt && version === 0 ? [saltPatch(simulation, { number })] : []
}

function collection(of: { name: string; version: string }, patches: Uint8Array[]): BinaryNode {
  const attributes = { ...of, has_more_patches: 'false', type: 'result' }
  const encoded = patches.map((patch) => stanza('patch', {}, patch))
  return stanza('collection', attributes, encoded.length > 0 ? [stanza('patches', {}, encoded)] : [])
}
