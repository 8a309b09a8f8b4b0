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
 * A phone's Signal device: device 0 of an account, of a contact or a company. Its operations must run one at a time
 * (`SignalLane`), and only `keys.store()` stores their changes.
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

  /** Keys for a new session with this phone, each time with a new one-time key. */
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

  /** Decrypts an `enc` from a device, given by its LID with device. Throws libsignal's errors. */
  async decrypt(enc: BinaryNode, senderDevice: string): Promise<proto.Message> {
    const type = enc.attrs.type
    if (type !== 'pkmsg' && type !== 'msg') throw new Error(`cannot decrypt ${type}`)
    if (!(enc.content instanceof Uint8Array)) throw new Error('enc without ciphertext')
    const ciphertext = Buffer.from(enc.content)
    const padded = await this.#signal.decryptMessage({ jid: senderDevice, type, ciphertext })
    return proto.Message.decode(unpadRandomMax16(padded))
  }

  /** Encrypts for a device. `keys` is called only without a session. */
  async encrypt(device: string, message: proto.IMessage, keys: () => SessionKeys): Promise<BinaryNode> {
    const { exists } = await this.#signal.validateSession(device)
    if (!exists) await this.open(device, keys())
    const sealed = await this.#signal.encryptMessage({ jid: device, data: encodeWAMessage(message) })
    return stanza('enc', { v: '2', type: sealed.type }, sealed.ciphertext)
  }

  /** Learns a device's sender key for a group, if the message contains one. */
  async learnSenderKey(message: proto.IMessage, author: string): Promise<void> {
    const item = message.senderKeyDistributionMessage
    if (item) await this.#signal.processSenderKeyDistributionMessage({ authorJid: author, item })
  }

  /** Decrypts a group message of a device, given by its LID with device. */
  async decryptInGroup(group: string, enc: BinaryNode, author: string): Promise<proto.Message> {
    if (!(enc.content instanceof Uint8Array)) throw new Error('enc without ciphertext')
    const msg = Buffer.from(enc.content)
    const padded = await this.#signal.decryptGroupMessage({ group, authorJid: author, msg })
    return proto.Message.decode(unpadRandomMax16(padded))
  }

  /** Encrypts for a whole group. The message with the sender key is for members who lack it. */
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

  /** The message with this phone's current sender key for a group. */
  async senderKey(group: string, self: string): Promise<proto.IMessage> {
    return keyMessage(group, await this.#signal.getSenderKeyDistributionMessage({ group, meId: self }))
  }

  /** Starts a new session with a device, in place of an older one. */
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
