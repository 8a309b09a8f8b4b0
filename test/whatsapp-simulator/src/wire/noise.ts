import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { Curve, NOISE_MODE, NOISE_WA_HEADER, proto } from '@whiskeysockets/baileys'
import type { Certificates } from './certificates.ts'

/**
 * The server's side of `Noise_XX_25519_AESGCM_SHA256` as WhatsApp uses it: client hello, server hello with the
 * certificate chain, client finish with the client's payload. After that, one key and counter per direction.
 */
export class NoiseServer {
  #certificates: Certificates
  #ephemeral = Curve.generateKeyPair()
  #hash: Buffer = Buffer.from(NOISE_MODE)
  #salt: Buffer = this.#hash
  #key: Buffer = this.#hash
  #counter = 0
  #transport: { receive: Direction; send: Direction } | undefined

  constructor(certificates: Certificates) {
    this.#certificates = certificates
    this.#authenticate(NOISE_WA_HEADER)
  }

  /** Answers the client's hello. The result is the payload of one frame. */
  serverHello(clientHello: Uint8Array): Uint8Array {
    const clientEphemeral = required(proto.HandshakeMessage.decode(clientHello).clientHello?.ephemeral)
    const { staticKey, chain } = this.#certificates
    this.#authenticate(clientEphemeral)
    this.#authenticate(this.#ephemeral.public)
    this.#mix(Curve.sharedKey(this.#ephemeral.private, clientEphemeral))
    const encryptedStatic = this.#encrypt(staticKey.public)
    this.#mix(Curve.sharedKey(staticKey.private, clientEphemeral))
    const payload = this.#encrypt(chain)
    return proto.HandshakeMessage.encode({
      serverHello: { ephemeral: this.#ephemeral.public, static: encryptedStatic, payload },
    }).finish()
  }

  /** Ends the handshake and returns the client's Noise key and payload. Throws for a wrong key. */
  clientFinish(finish: Uint8Array): { clientKey: Buffer; payload: proto.ClientPayload } {
    const { clientFinish } = proto.HandshakeMessage.decode(finish)
    const clientKey = this.#decrypt(required(clientFinish?.static))
    this.#mix(Curve.sharedKey(this.#ephemeral.private, clientKey))
    const payload = this.#decrypt(required(clientFinish?.payload))
    const [receive, send] = this.#expand(new Uint8Array(0))
    this.#transport = { receive: { key: receive, counter: 0 }, send: { key: send, counter: 0 } }
    return { clientKey, payload: proto.ClientPayload.decode(payload) }
  }

  open(ciphertext: Uint8Array): Buffer {
    const { receive } = this.#established()
    return open(ciphertext, receive.key, receive.counter++, NOTHING)
  }

  seal(plaintext: Uint8Array): Buffer {
    const { send } = this.#established()
    return seal(plaintext, send.key, send.counter++, NOTHING)
  }

  #established(): { receive: Direction; send: Direction } {
    if (!this.#transport) throw new Error('the handshake has not ended')
    return this.#transport
  }

  #authenticate(data: Uint8Array): void {
    this.#hash = createHash('sha256').update(this.#hash).update(data).digest()
  }

  #encrypt(plaintext: Uint8Array): Buffer {
    const ciphertext = seal(plaintext, this.#key, this.#counter++, this.#hash)
    this.#authenticate(ciphertext)
    return ciphertext
  }

  #decrypt(ciphertext: Uint8Array): Buffer {
    const plaintext = open(ciphertext, this.#key, this.#counter++, this.#hash)
    this.#authenticate(ciphertext)
    return plaintext
  }

  #mix(secret: Uint8Array): void {
    const [salt, key] = this.#expand(secret)
    this.#salt = salt
    this.#key = key
    this.#counter = 0
  }

  #expand(secret: Uint8Array): [Buffer, Buffer] {
    const expanded = Buffer.from(hkdfSync('sha256', secret, this.#salt, NOTHING, 64))
    return [expanded.subarray(0, 32), expanded.subarray(32)]
  }
}

type Direction = { key: Buffer; counter: number }

const NOTHING = Buffer.alloc(0)
const TAG_BYTES = 16

function seal(plaintext: Uint8Array, key: Buffer, counter: number, authenticated: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(counter)).setAAD(authenticated)
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function open(ciphertext: Uint8Array, key: Buffer, counter: number, authenticated: Uint8Array): Buffer {
  const tagStart = ciphertext.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter))
    .setAAD(authenticated)
    .setAuthTag(ciphertext.subarray(tagStart))
  return Buffer.concat([decipher.update(ciphertext.subarray(0, tagStart)), decipher.final()])
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(counter, 8)
  return bytes
}

function required(bytes: Uint8Array | null | undefined): Uint8Array {
  if (!bytes?.length) throw new Error('the handshake message is incomplete')
  return bytes
}
