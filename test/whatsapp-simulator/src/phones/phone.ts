import {
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  proto,
  type SignalCreds,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
} from '@whiskeysockets/baileys'
import type { Database } from '../store/database.ts'
import { stanza } from '../wire/stanza.ts'
import type { Bundle, SessionKeys } from './bundle.ts'
import { SignalKeys } from './signal-keys.ts'
import { silentLogger } from './silent-logger.ts'

/**
 * The Signal device in somebody's pocket: device 0 of an account, a contact's or a company's own. Its operations
 * must run one at a time (`SignalLane`) and are kept only by `keys.store()`.
 */
export class Phone {
  readonly number: string
  readonly credentials: SignalCreds
  readonly keys: SignalKeys
  #signal: SignalRepositoryWithLIDStore

  constructor(database: Database, number: string, credentials: SignalCreds) {
    this.number = number
    this.credentials = credentials
    this.keys = new SignalKeys(database, number)
    this.#signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { creds: credentials, keys: this.keys },
      silentLogger,
    )
  }

  /** Keys for somebody who wants to write to this phone; each time with a new one-time key. */
  async bundle(preKeyId: number): Promise<Bundle> {
    const preKey = Curve.generateKeyPair()
    await this.keys.set({ 'pre-key': { [preKeyId]: preKey } })
    const { registrationId, signedIdentityKey, signedPreKey } = this.credentials
    return {
      registrationId,
      identity: signedIdentityKey.public,
      signedPreKey: {
        id: signedPreKey.keyId,
        value: signedPreKey.keyPair.public,
        signature: signedPreKey.signature,
      },
      preKey: { id: preKeyId, value: preKey.public },
    }
  }

  /** Decrypts an `enc` from a device, given by its LID with device. Throws what libsignal throws. */
  async decrypt(enc: BinaryNode, senderDevice: string): Promise<proto.Message> {
    const type = enc.attrs.type
    if (type !== 'pkmsg' && type !== 'msg') throw new Error(`cannot decrypt ${type}`)
    if (!(enc.content instanceof Uint8Array)) throw new Error('enc without ciphertext')
    const ciphertext = Buffer.from(enc.content)
    const padded = await this.#signal.decryptMessage({ jid: senderDevice, type, ciphertext })
    return proto.Message.decode(unpadRandomMax16(padded))
  }

  /** Encrypts for a device; `keys` is asked only when there is no session with it yet. */
  async encrypt(device: string, message: proto.IMessage, keys: () => SessionKeys): Promise<BinaryNode> {
    const { exists } = await this.#signal.validateSession(device)
    if (!exists) await this.open(device, keys())
    const sealed = await this.#signal.encryptMessage({ jid: device, data: encodeWAMessage(message) })
    return stanza('enc', { v: '2', type: sealed.type }, sealed.ciphertext)
  }

  /** Learns the key with which a device writes into a group, if the message brings one. */
  async learnSenderKey(message: proto.IMessage, author: string): Promise<void> {
    const item = message.senderKeyDistributionMessage
    if (item) await this.#signal.processSenderKeyDistributionMessage({ authorJid: author, item })
  }

  /** Decrypts what a device, given by its LID with device, wrote to a whole group. */
  async decryptInGroup(group: string, enc: BinaryNode, author: string): Promise<proto.Message> {
    if (!(enc.content instanceof Uint8Array)) throw new Error('enc without ciphertext')
    const msg = Buffer.from(enc.content)
    const padded = await this.#signal.decryptGroupMessage({ group, authorJid: author, msg })
    return proto.Message.decode(unpadRandomMax16(padded))
  }

  /** Encrypts for a whole group. The message with the key for it goes to those who do not have it yet. */
  async encryptInGroup(
    group: string,
    self: string,
    message: proto.IMessage,
  ): Promise<{ enc: BinaryNode; key: proto.IMessage }> {
    const data = encodeWAMessage(message)
    const sealed = await this.#signal.encryptGroupMessage({ group, meId: self, data })
    return {
      enc: stanza('enc', { v: '2', type: 'skmsg' }, sealed.ciphertext),
      key: keyMessage(group, sealed.senderKeyDistributionMessage),
    }
  }

  /** The message with this phone's key for a group as it is now. */
  async senderKey(group: string, self: string): Promise<proto.IMessage> {
    return keyMessage(group, await this.#signal.getSenderKeyDistributionMessage({ group, meId: self }))
  }

  /** Starts a session with a device, in place of the one there was. */
  async open(device: string, session: SessionKeys): Promise<void> {
    await this.#signal.injectE2ESession({ jid: device, session })
  }

  async forgetSession(device: string): Promise<void> {
    await this.#signal.deleteSession([device])
  }
}

const keyMessage = (groupId: string, key: Uint8Array): proto.IMessage => ({
  senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage: key },
})
