import {
  aesDecryptWithIV,
  type BinaryNode,
  downloadExternalPatch,
  extractSyncdPatches,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  hkdf,
  proto,
} from '@whiskeysockets/baileys'
import { wireField } from '../wire/wire-fields.ts'

/** Collection of the account's settings with the salt, and the settings' name (whatsmeow appstate.go). */
export const COLLECTION = 'regular_high'
const NAME = 'nct_salt_sync'
/**
 * Field numbers of `SyncActionData`, `SyncActionValue` and `NctSaltSyncAction`; the library's protocol lacks the
 * last two.
 */
const FIELDS = { index: 1, value: 2, nctSaltSyncAction: 80, salt: 1 } as const
const MAC_BYTES = 32
const IV_BYTES = 16

/** A change of the salt in the settings: a new one, or its removal. */
export type SaltChange = { salt: Uint8Array | undefined }
/** A settings key by its id in base64; undefined before it has come. */
export type KeyOf = (id: string) => Promise<Uint8Array | undefined>

/**
 * Reads the salt from the server's answer with the account's settings. The library decrypts the same answer for its
 * own use.
 * @returns undefined if the answer has no change of the salt
 */
export async function saltInSettings(answer: BinaryNode, keyOf: KeyOf): Promise<SaltChange | undefined> {
  const collections = getBinaryNodeChildren(getBinaryNodeChild(answer, 'sync'), 'collection')
  const own = collections.filter(({ attrs }) => attrs.name === COLLECTION)
  if (own.length === 0) return undefined
  const sync: BinaryNode = { tag: 'sync', attrs: {}, content: structuredClone(own) }
  const { [COLLECTION]: read } = await extractSyncdPatches({ tag: 'iq', attrs: {}, content: [sync] }, {})
  let change: SaltChange | undefined
  for (const record of read?.snapshot?.records ?? []) change = (await saltIn(record, false, keyOf)) ?? change
  for (const { mutations, externalMutations } of read?.patches ?? []) {
    const more = externalMutations ? (await downloadExternalPatch(externalMutations, {})).mutations : []
    for (const { record, operation } of [...(mutations ?? []), ...(more ?? [])]) {
      const isRemoved = operation === proto.SyncdMutation.SyncdOperation.REMOVE
      change = (record && (await saltIn(record, isRemoved, keyOf))) ?? change
    }
  }
  return change
}

async function saltIn(
  { keyId, value }: proto.ISyncdRecord,
  isRemoved: boolean,
  keyOf: KeyOf,
): Promise<SaltChange | undefined> {
  const key = await keyOf(Buffer.from(keyId?.id ?? []).toString('base64'))
  if (!key || !value?.blob) return undefined
  const sealed = Buffer.from(value.blob.subarray(0, -MAC_BYTES))
  const setting = decrypted(sealed, key)
  if (!setting || !isAboutSalt(wireField(setting, FIELDS.index))) return undefined
  if (isRemoved) return { salt: undefined }
  const action = wireField(wireField(setting, FIELDS.value) ?? NOTHING, FIELDS.nctSaltSyncAction)
  const salt = wireField(action ?? NOTHING, FIELDS.salt)
  return salt?.length ? { salt } : undefined
}

/** Undefined for a damaged record, which the library skips too. */
function decrypted(sealed: Buffer, key: Uint8Array): Uint8Array | undefined {
  const keys = hkdf(Buffer.from(key), 160, { info: 'WhatsApp Mutation Keys' })
  try {
    return aesDecryptWithIV(
      sealed.subarray(IV_BYTES),
      Buffer.from(keys.subarray(32, 64)),
      sealed.subarray(0, IV_BYTES),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_OSSL_BAD_DECRYPT') return undefined
    throw error
  }
}

const isAboutSalt = (index: Uint8Array | undefined): boolean =>
  Buffer.from(index ?? NOTHING).toString() === JSON.stringify([NAME])

const NOTHING = new Uint8Array()
