import { createHmac } from 'node:crypto'
import {
  type BinaryNode,
  isJidBot,
  isJidMetaAI,
  isLidUser,
  isPnUser,
  jidNormalizedUser,
  type SignalKeyStore,
  type WASocket,
} from '@whiskeysockets/baileys'

/** WhatsApp counts tokens in weeks, and takes those of four (whatsmeow tctoken.go, and the library's tc-token-utils). */
const WEEK_SECONDS = 604_800
const WEEKS_GOOD = 4

type Entry = { token: Buffer; timestamp?: string; senderTimestamp?: number }

/** A token that is to be given once its message has left, or not at all. */
interface Gift {
  now(): void
  takeBack(): Promise<void>
}

interface Parts {
  keys: SignalKeyStore
  /** The salt of the account's proofs, where WhatsApp has given one. */
  salt(): Uint8Array | undefined
  now(): number
}

/**
 * What shows WhatsApp that an account may write to somebody: the token that the person gave it, which the library
 * attaches, or in its place a proof that it makes itself, for a first message. Without either the server refuses a
 * first message with 463.
 */
export class PrivacyTokens {
  readonly #parts: Parts
  readonly #giving = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The proof for a message to a person, as `additionalNodes` of `relayMessage`; none where they have given a token,
   * and where it cannot be made: in a group, without the salt, or of a person whose LID is not known.
   */
  async nodesFor(socket: Known, jid: string): Promise<BinaryNode[]> {
    if (!isPerson(jid)) return []
    const salt = this.#parts.salt()
    const lid = await lidOf(socket, jid)
    if (!salt || !lid || isGood(await this.#entryOf(lid), this.#seconds())) return []
    // As whatsmeow's cstoken.go makes it.
    const content = createHmac('sha256', salt).update(lid).digest()
    return [{ tag: 'cstoken', attrs: {}, content }]
  }

  /**
   * Lets everything that a socket relays carry its proof, and gives the person a token of ours once a week. The library
   * gives one too, with nearly every message: it stores when it last did so in a transaction that has ended.
   */
  attachTo(socket: WASocket): void {
    const relay = socket.relayMessage
    socket.relayMessage = async (jid, message, options) => {
      if (!isPerson(jid) || options.participant) return relay(jid, message, options)
      const nodes = await this.nodesFor(socket, jid)
      const give = await this.#tokenToGive(socket, jid)
      const additionalNodes = [...(options.additionalNodes ?? []), ...nodes]
      const id = await relay(jid, message, { ...options, additionalNodes }).catch(async (error: unknown) => {
        await give?.takeBack()
        throw error
      })
      give?.now()
      return id
    }
  }

  /** Notes first that a token is given, so that the library does not; takes it back where it could not be given. */
  async #tokenToGive(socket: WASocket, jid: string): Promise<Gift | undefined> {
    const lid = await lidOf(socket, jid)
    const owner = lid ?? jidNormalizedUser(jid)
    const known = await this.#entryOf(owner)
    const now = this.#seconds()
    if (this.#giving.has(owner) || weekOf(known?.senderTimestamp ?? 0) >= weekOf(now)) return undefined
    this.#giving.add(owner)
    await this.#keep(owner, { senderTimestamp: now })
    const to = socket.serverProps.lidTrustedTokenIssueToLid ? owner : await numberJidOf(socket, owner)
    const takeBack = async () => {
      this.#giving.delete(owner)
      await this.#keep(owner, { senderTimestamp: known?.senderTimestamp })
    }
    return {
      takeBack,
      // It is of use to later messages alone: this one has left.
      now: () =>
        void socket.issuePrivacyTokens([to], now).then(
          () => this.#giving.delete(owner),
          () => takeBack().catch(() => undefined),
        ),
    }
  }

  async #keep(owner: string, change: { senderTimestamp: number | undefined }): Promise<void> {
    const known = (await this.#entryOf(owner)) ?? { token: Buffer.alloc(0) }
    const { senderTimestamp: _, ...rest } = known
    const { senderTimestamp } = change
    const entry: Entry = senderTimestamp === undefined ? rest : { ...rest, senderTimestamp }
    await this.#parts.keys.set({ tctoken: { [owner]: entry } })
  }

  async #entryOf(owner: string): Promise<Entry | undefined> {
    const { [owner]: entry } = await this.#parts.keys.get('tctoken', [owner])
    return entry
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}

type Known = Pick<WASocket, 'signalRepository' | 'getUSyncDevices'>

const isPerson = (jid: string): boolean =>
  (isLidUser(jid) === true || isPnUser(jid) === true) && !isJidBot(jid) && !isJidMetaAI(jid)

/** A person's LID, which WhatsApp tells with the devices that a message to them is for. */
async function lidOf(socket: Known, jid: string): Promise<string | undefined> {
  if (isLidUser(jid)) return jidNormalizedUser(jid)
  const { lidMapping } = socket.signalRepository
  const known = await lidMapping.getLIDForPN(jid)
  if (known) return jidNormalizedUser(known)
  await socket.getUSyncDevices([jid], true, false)
  const told = await lidMapping.getLIDForPN(jid)
  return told ? jidNormalizedUser(told) : undefined
}

const numberJidOf = async (socket: WASocket, jid: string): Promise<string> =>
  isLidUser(jid) ? ((await socket.signalRepository.lidMapping.getPNForLID(jid)) ?? jid) : jid

const weekOf = (seconds: number): number => Math.floor(seconds / WEEK_SECONDS)

/** Whether the library attaches a person's token: there is one, and it has not expired. */
const isGood = (entry: Entry | undefined, now: number): boolean =>
  entry !== undefined &&
  entry.token.length > 0 &&
  weekOf(Number(entry.timestamp ?? 0)) > weekOf(now) - WEEKS_GOOD
