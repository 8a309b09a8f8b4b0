import { type BinaryNode, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { COLLECTION } from '../phones/address-books.ts'
import { resultOf, stanza } from '../wire/stanza.ts'
import { type QueryHandler, subjectOf } from './query.ts'

/** `w:sync:app:state`: settings shared by all devices of an account. There is the address book; all else is empty. */
export const appState: QueryHandler = ({ simulation, companion, iq }) => {
  const asked = getBinaryNodeChildren(subjectOf(iq), 'collection')
  const answered = asked.map(({ attrs: { name = '', version = '0' } }) => {
    const isAddressBook = name === COLLECTION
    const lacking = isAddressBook
      ? simulation.addressBooks.patchesAfter(companion.number, Number(version))
      : []
    return collection({ name, version: String(Number(version) + lacking.length) }, lacking)
  })
  return resultOf(iq, [stanza('sync', {}, answered)])
}

function collection(of: { name: string; version: string }, patches: Uint8Array[]): BinaryNode {
  const attributes = { ...of, has_more_patches: 'false', type: 'result' }
  const encoded = patches.map((patch) => stanza('patch', {}, patch))
  return stanza('collection', attributes, encoded.length > 0 ? [stanza('patches', {}, encoded)] : [])
}
