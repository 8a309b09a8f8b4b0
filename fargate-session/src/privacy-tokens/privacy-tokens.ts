import { createHmac } from 'node:crypto'
import { settled } from '@recado/shared/settled'
import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  isJidBot,
  isJidMetaAI,
  isLidUser,
  isPnUser,
  jidNormalizedUser,
  type SignalKeyStore,
  type WASocket,
} from '@whiskeysockets/baileys'

/**
 * WhatsApp counts tokens in weeks and accepts them for four (whatsmeow tctoken.go, and the library's
 * tc-token-utils).
 */
const WEEK_SECONDS = 604_800
const WEEKS_GOOD = 4

type Entry = { token: Buffer; timestamp?: string; senderTimestamp?: number }

/** A token for a person, given after the message has left, or taken back. */
interface Gift {
  now(): void
  takeBack(): Promise<void>
}

interface Parts {
  keys: SignalKeyStore
  /** Salt of the account's proofs, if WhatsApp gave one. */
  salt(): Uint8Array | undefined
  now(): number
}

/**
 * Shows WhatsApp that an account may write to a person. The library attaches the token that the person gave. For a
 * first message this class adds a proof in its place. Without token or proof, the server refuses a first message
 * with 463.
 */
export class PrivacyTokens {
  readonly #parts: Parts
  /** People whose row is being changed: one gift at a time. */
  readonly #giving = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The proof for a message to a person, as `additionalNodes` of `relayMessage`. Empty if the person gave a token,
   * and where no proof is possible: in a group, without the salt, or without the person's LID.
   */
  async nodesFor(socket: Known, jid: string): Promise<BinaryNode[]> {
    if (!isPerson(jid)) return []
    const salt = this.#parts.salt()
    const lid = await lidOf(socket, jid)
    if (!salt || !lid || isGood(await this.#entryOf(lid), this.#seconds())) return []
    // Same computation as whatsmeow's cstoken.go.
    const content = createHmac('sha256', salt).update(lid).digest()
    return [{ tag: 'cstoken', attrs: {}, content }]
  }

  /**
   * Adds the proof to every message of a socket, and gives each person our token once a week. The library would
   * give it with nearly every message, because it stores the time of the last one in a transaction that has already
   * ended.
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

  /** Records the gift first, so that the library gives no token of its own. A failed gift is taken back. */
  async #tokenToGive(socket: WASocket, jid: string): Promise<Gift | undefined> {
    const lid = await lidOf(socket, jid)
    const owner = lid ?? jidNormalizedUser(jid)
    const known = await this.#entryOf(owner)
    const now = this.#seconds()
    if (this.#giving.has(owner) || weekOf(known?.senderTimestamp ?? 0) >= weekOf(now)) return undefined
    this.#giving.add(owner)
    await this.#keep(owner, (entry) => ({ ...entry, senderTimestamp: now }))
    const to = socket.serverProps.lidTrustedTokenIssueToLid ? owner : await numberJidOf(socket, owner)
    const takeBack = () =>
      this.#keep(owner, ({ senderTimestamp: _, ...entry }) =>
        known?.senderTimestamp === undefined ? entry : { ...entry, senderTimestamp: known.senderTimestamp },
      ).finally(() => this.#giving.delete(owner))
    return {
      takeBack,
      // Not awaited: the token only helps later messages.
      now: () =>
        void this.#issue(socket, { to, owner, at: now }).then(
          () => this.#giving.delete(owner),
          () => settled(takeBack()),
        ),
    }
  }

  /** Issues our token. The answer may contain the person's own. @param at seconds since 1970 */
  async #issue(
    socket: WASocket,
    { to, owner, at }: { to: string; owner: string; at: number },
  ): Promise<void> {
    const answer: BinaryNode | undefined = await socket.issuePrivacyTokens([to], at)
    // The library's sign of an answer that did not come, for example because the socket was closed.
    if (!answer) throw new Error('No answer to an issued token')
    for (const token of tokensIn(answer))
      await this.#keep(owner, (entry) => (isNewer(token, entry) ? { ...entry, ...token } : entry))
  }

  /** Changes a person's row as it is now: a notification may have stored a token since it was read. */
  async #keep(owner: string, change: (entry: Entry) => Entry): Promise<void> {
    const entry = change((await this.#entryOf(owner)) ?? { token: Buffer.alloc(0) })
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

/** A person's LID. WhatsApp sends it with the person's devices. */
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

/** A person's token, with its time in seconds since 1970. */
type Token = Required<Pick<Entry, 'token' | 'timestamp'>>

/** The tokens in an answer, read as by the library's `storeTcTokensFromIqResult`. */
const tokensIn = (answer: BinaryNode): Token[] =>
  getBinaryNodeChildren(getBinaryNodeChild(answer, 'tokens'), 'token').flatMap(
    ({ attrs: { type, t = '0' }, content }) =>
      type === 'trusted_contact' && content instanceof Uint8Array && Number(t) > 0
        ? [{ token: Buffer.from(content), timestamp: t }]
        : [],
  )

const isNewer = ({ timestamp }: Token, known: Entry): boolean =>
  Number(timestamp) >= Number(known.timestamp ?? 0)

const weekOf = (seconds: number): number => Math.floor(seconds / WEEK_SECONDS)

/** Whether the library attaches a person's token: it exists and has not expired. */
const isGood = (entry: Entry | undefined, now: number): boolean =>
  entry !== undefined &&
  entry.token.length > 0 &&
  weekOf(Number(entry.timestamp ?? 0)) > weekOf(now) - WEEKS_GOOD
