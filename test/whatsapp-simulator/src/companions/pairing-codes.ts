import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { aesDecryptCTR, aesEncryptCTR, Curve, derivePairingCodeKey } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { SERVER_JID } from '../accounts/jids.ts'
import { Refusal } from '../errors/refusal.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { CodeRequest } from './code-requests.ts'
import { type Linked, link } from './link.ts'
import type { CompanionWorld } from './world.ts'

/**
 * The account's user types a client's pairing code, and the phone links the client. Returns the device's number.
 * Throws `ERR_PAIRING_CODE_WRONG` if no client waits for this code on this number.
 */
export async function linkByPairingCode(
  simulation: CompanionWorld,
  account: Account,
  code: string,
): Promise<Linked> {
  for (const request of simulation.codeRequests.of(account.number)) {
    const exchanged = await exchange(simulation, { account, request, code })
    if (!exchanged) continue
    simulation.codeRequests.withdraw(request.connection)
    simulation.pairings.withdraw(request.connection)
    return link(simulation, { account, connection: request.connection, ...exchanged })
  }
  throw new Refusal(409, 'ERR_PAIRING_CODE_WRONG', `No client waits for this code on ${account.number}.`)
}

/**
 * Both sides prove that they know the code, with keys encrypted by it. Undefined if either side cannot decrypt the
 * other's message: the client shows another code.
 */
async function exchange(
  simulation: CompanionWorld,
  { account, request, code }: { account: Account; request: CodeRequest; code: string },
): Promise<{ identity: Buffer; secret: Buffer } | undefined> {
  const ephemeral = Curve.generateKeyPair()
  const clientEphemeral = await unwrap(request.wrappedKey, code)
  const { signedIdentityKey } = simulation.phones.of(account).credentials
  const answered = simulation.codeRequests.answerOf(request)
  request.connection.send(
    stanza('notification', { ...header(simulation), type: 'link_code_companion_reg' }, [
      stanza('link_code_companion_reg', { stage: 'primary_hello' }, [
        stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, await wrap(ephemeral.public, code)),
        stanza('primary_identity_pub', {}, signedIdentityKey.public),
        stanza('link_code_pairing_ref', {}, Buffer.from(request.reference)),
      ]),
    ]),
  )
  const { bundle, identity } = await answered.catch(() => {
    throw new Refusal(
      409,
      'ERR_PAIRING_FAILED',
      'The client closed its connection while it was being linked.',
    )
  })
  const shared = Curve.sharedKey(ephemeral.private, clientEphemeral)
  const random = openBundle(bundle, shared)
  if (!random) return undefined
  const identities = Curve.sharedKey(signedIdentityKey.private, identity)
  const secret = hkdfSync(
    'sha256',
    Buffer.concat([shared, identities, random]),
    Buffer.alloc(0),
    'adv_secret',
    32,
  )
  return { identity, secret: Buffer.from(secret) }
}

const header = (simulation: CompanionWorld) => ({
  from: SERVER_JID,
  id: simulation.newStanzaId(),
  t: inSeconds(simulation.now()),
})

async function wrap(key: Uint8Array, code: string): Promise<Buffer> {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)])
}

async function unwrap(wrapped: Buffer, code: string): Promise<Buffer> {
  const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32))
  return aesDecryptCTR(wrapped.subarray(48), key, wrapped.subarray(32, 48))
}

/** The random part of the bundle, after both identities; undefined if it was encrypted with another key. */
function openBundle(bundle: Buffer, shared: Buffer): Buffer | undefined {
  const info = 'link_code_pairing_key_bundle_encryption_key'
  const key = Buffer.from(hkdfSync('sha256', shared, bundle.subarray(0, 32), info, 32))
  const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44)).setAuthTag(
    bundle.subarray(-16),
  )
  try {
    return Buffer.concat([decipher.update(bundle.subarray(44, -16)), decipher.final()]).subarray(64, 96)
  } catch {
    return undefined
  }
}
