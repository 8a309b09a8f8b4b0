import { Curve, proto } from '@whiskeysockets/baileys'
import * as z from 'zod'
import { blob, type Database } from '../store/database.ts'

/** The server's proof of identity: the key of the Noise handshake, and the chain that signs it. */
export type Certificates = {
  /** 32 bytes. A client must trust this key as its root. */
  rootPublicKey: Uint8Array
  staticKey: { public: Uint8Array; private: Uint8Array }
  /** An encoded `CertChain`: the root signed the intermediate, and the intermediate signed the leaf. */
  chain: Uint8Array
}

/** The chain of this data folder, created at the first start. A client that trusts it can keep doing so. */
export function loadCertificates(database: Database): Certificates {
  const stored = database.get(certificateRow, 'SELECT * FROM certificate', {})
  if (stored) {
    return {
      rootPublicKey: stored.root_public_key,
      staticKey: { public: stored.static_public_key, private: stored.static_private_key },
      chain: stored.chain,
    }
  }
  const made = makeCertificates()
  database.run('INSERT INTO certificate VALUES (:root, :public, :private, :chain)', {
    root: made.rootPublicKey,
    public: made.staticKey.public,
    private: made.staticKey.private,
    chain: made.chain,
  })
  return made
}

const certificateRow = z.object({
  root_public_key: blob,
  static_public_key: blob,
  static_private_key: blob,
  chain: blob,
})

function makeCertificates(): Certificates {
  const root = Curve.generateKeyPair()
  const intermediate = Curve.generateKeyPair()
  const staticKey = Curve.generateKeyPair()
  // Baileys compares the intermediate's issuer with the serial 0 of its trusted root.
  const intermediateDetails = details({ serial: 1, issuerSerial: 0, key: intermediate.public })
  const leafDetails = details({ serial: 2, issuerSerial: 1, key: staticKey.public })
  const chain = proto.CertChain.encode({
    intermediate: { details: intermediateDetails, signature: Curve.sign(root.private, intermediateDetails) },
    leaf: { details: leafDetails, signature: Curve.sign(intermediate.private, leafDetails) },
  }).finish()
  return { rootPublicKey: root.public, staticKey, chain }
}

const DAY_SECONDS = 86_400

function details(of: { serial: number; issuerSerial: number; key: Uint8Array }): Uint8Array {
  const now = Math.floor(Date.now() / 1000)
  const validity = { notBefore: now - DAY_SECONDS, notAfter: now + 3650 * DAY_SECONDS }
  return proto.CertChain.NoiseCertificate.Details.encode({ ...of, ...validity }).finish()
}
