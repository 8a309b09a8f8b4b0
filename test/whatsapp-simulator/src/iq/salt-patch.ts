import { createCipheriv, randomBytes } from 'node:crypto'
import { hkdf, proto } from '@whiskeysockets/baileys'
import { field } from '../messages/newer-fields.ts'
import { saltOf } from '../messages/privacy-tokens.ts'
import type { QueryWorld } from './world.ts'

export const SALT_COLLECTION = 'regular_high'

/**
 * The setting with the salt of an account's proofs, as the first patch of its collection. The library's protocol is
 * too old to write it, and is configured not to verify the patch's authentication codes.
 */
export function saltPatch(simulation: QueryWorld, owner: { number: string }): Uint8Array {
  const { keyId, keyData } = simulation.addressBooks.keyOf(owner.number)
  const keys = hkdf(keyData, 160, { info: 'WhatsApp Mutation Keys' })
  const index = Buffer.from(JSON.stringify(['nct_salt_sync']))
  const value = field(80, field(1, saltOf(simulation, owner)))
  const setting = Buffer.concat([field(1, index), field(2, value)])
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', keys.subarray(32, 64), iv)
  const code = Buffer.alloc(32)
  const blob = Buffer.concat([iv, cipher.update(setting), cipher.final(), code])
  const record = { index: { blob: code }, value: { blob }, keyId: { id: keyId } }
  const mutations = [{ operation: proto.SyncdMutation.SyncdOperation.SET, record }]
  const patch = {
    version: { version: 1 },
    mutations,
    snapshotMac: code,
    patchMac: code,
    keyId: { id: keyId },
  }
  return proto.SyncdPatch.encode(patch).finish()
}
