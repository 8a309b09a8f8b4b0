import { TenantTable } from '@recado/shared/table/tenant'
import type { ConnectionState, WASocket } from '@whiskeysockets/baileys'
import type { AuthState } from '../auth-state/auth-state.ts'
import { KeysClosed } from '../auth-state/key-writer.ts'
import { Contacts } from '../groups/contacts.ts'
import { Groups } from '../groups/groups.ts'
import { tellLists } from '../groups/list-news.ts'
import { Inbox } from '../inbound/inbox.ts'
import { OpenedMessages } from '../inbound/opened.ts'
import { Receiver } from '../inbound/receiver.ts'
import { FenceLost } from '../leases/fence.ts'
import { SocketLine } from '../outbound/line.ts'
import { WaitingSends } from '../outbound/resume.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { AccountTokens } from '../privacy-tokens/account-tokens.ts'
import { Health } from '../questions/health.ts'
import { type Ending, endingOf, endOf, isOfPairing, OTHER_NUMBER, UNREAD } from '../wire/disconnects.ts'
import { linkedNumber, noteMissedSince } from './linked-number.ts'
import { Linking } from './linking.ts'
import { NEEDS_PASSKEY, onPasskeyRequest } from './passkey.ts'
import { Reopening } from './reopening.ts'
import { Results } from './results.ts'
import { SessionKeys } from './session-keys.ts'
import type { SessionOwner } from './session-owner.ts'
import { publishConnection, SessionReport } from './session-report.ts'
import { openSocket, socketMemory } from './socket.ts'

/** To unlink an account, a closed connection is opened for at most this long, in milliseconds. */
const UNLINK_WITHIN_MS = 15_000

/** One connection: its Baileys socket, its reconnects, and its status in the table. */
export class Session {
  readonly line: SocketLine
  readonly report: SessionReport
  readonly #ports: ServicePorts
  readonly #owner: SessionOwner
  readonly #table: TenantTable
  readonly #groups: Groups
  readonly #contacts: Contacts
  readonly #health: Health
  readonly #receiver: Receiver
  readonly #results: Results
  readonly #waiting: WaitingSends
  readonly #keys: SessionKeys
  readonly #memory = socketMemory()
  readonly #reopening: Reopening
  readonly #linking = new Linking()
  #socket: WASocket | undefined
  #open = false
  #ended = false
  /** Resolved when the socket opens or closes during an unlink. */
  #unlinking: PromiseWithResolvers<void> | undefined

  constructor(ports: ServicePorts, owner: SessionOwner) {
    const { companyId, connectionId, fence } = owner
    this.#ports = ports
    this.#owner = owner
    this.#table = new TenantTable(ports.table, companyId)
    this.#groups = new Groups(ports, this.#table, connectionId)
    this.#contacts = new Contacts(this.#table, connectionId)
    const healthChanged = () => publishConnection(ports, this.#table, connectionId)
    this.#health = new Health(ports, this.#table, connectionId, healthChanged)
    this.#receiver = new Receiver(ports, new Inbox(ports.queues), this.#table, connectionId)
    this.report = new SessionReport(ports, this.#table, owner)
    this.#results = new Results(ports, owner, this.#health)
    this.#waiting = new WaitingSends(ports, this.#table, owner, this.report)
    this.#keys = new SessionKeys(ports, owner, (error) => this.#onUnstoredKeys(error))
    this.#reopening = new Reopening(() => this.#guard(this.start()), ports.random)
    this.line = new SocketLine({
      connectionId,
      fence,
      socket: () => (this.isOpen() ? this.#socket : undefined),
      groups: this.#groups,
      health: this.#health,
      files: ports.files,
      now: ports.now,
      devices: this.#memory.devices,
      room: () => this.#results.room(),
    })
  }

  /** Connects with the stored keys, or asks for a QR code without keys. */
  async start(): Promise<void> {
    if (this.#ended) return
    if (!this.#owner.owns()) return this.stop()
    try {
      await this.#connect(await this.#keys.open())
    } catch (error) {
      if (error instanceof FenceLost) return this.stop()
      this.#log(error, 'session did not start')
      this.#reopening.after('retry')
    }
  }

  /** Links with a pairing code. @returns the code for the phone of this number, once WhatsApp accepted it */
  async startWithCode(number: string): Promise<string> {
    const code = this.#linking.withCode(number)
    await this.start()
    return code
  }

  /** Closes the socket and waits until everything received is stored. The account stays linked. */
  async stop(): Promise<void> {
    this.#ended = true
    this.#linking.abandonCode()
    this.#reopening.cancel()
    this.#closeSocket()
    await Promise.all([this.#receiver.settled(), this.#contacts.settled(), this.#results.settled()])
    await this.#keys.close().catch((error: unknown) => this.#log(error, 'keys not stored'))
  }

  /** Unlinks the account and deletes its keys. @param forGood also deletes the owner row of the keys */
  async unlink(forGood = false): Promise<void> {
    if (!this.#open) await this.#connectToUnlink().catch((error: unknown) => this.#log(error, 'not unlinked'))
    const socket = this.#open ? this.#socket : undefined
    // Ended first: the logout closes the socket, which must not be reported.
    this.#ended = true
    await socket?.logout().catch((error: unknown) => this.#log(error, 'not logged out at WhatsApp'))
    await this.stop()
    await this.#keys.shred(forGood)
  }

  /** Whether it is connected or connecting, and not pausing before a retry. */
  hasSocket(): boolean {
    return this.#socket !== undefined && !this.#ended
  }

  /** Whether its account is linked but not connected. */
  isDown(): boolean {
    return !this.#ended && !this.isOpen() && this.#keys.creds?.me !== undefined
  }

  /** Whether WhatsApp refuses the client's version. */
  isOutdated(): boolean {
    return !this.#ended && this.#reopening.isOutdated
  }

  /** Whether messages can leave. The library reports a close only after its websocket has ended: up to 30 seconds later. */
  isOpen(): boolean {
    const isConnected = this.#open && this.#socket?.ws.isOpen === true
    return isConnected && !this.#ended && this.#owner.owns()
  }

  async #connect(auth: AuthState): Promise<void> {
    if (this.#linking.isNew) await noteMissedSince(this.#table, this.#owner.connectionId, auth.creds.me?.id)
    if (this.#ended) return
    if (!this.#owner.owns()) return this.stop()
    const guard = (work: Promise<unknown>) => this.#guard(work)
    const tokens = new AccountTokens(auth, this.#ports.now, (there) => this.#health.tokenSalt(there))
    const opened = new OpenedMessages(
      () => auth.creds.me,
      this.#ports.now,
      (message, of) =>
        this.#receiver.receive(message, of, (lid) => socket.signalRepository.lidMapping.getPNForLID(lid)),
      async (message) => guard(tokens.onPeerMessage(message)),
      (key) => this.#receiver.hasStored(key),
      this.#memory.openedBefore,
    )
    const socket = openSocket(this.#ports, {
      table: this.#table,
      owner: this.#owner,
      auth,
      opened,
      groups: this.#groups,
      memory: this.#memory,
      learned: (mappings) => guard(this.#receiver.learn(mappings)),
      guard,
    })
    this.#socket = socket
    socket.ev.on('creds.update', (update) => {
      Object.assign(auth.creds, update)
      guard(auth.saveCreds())
    })
    socket.ev.on('connection.update', (update) => {
      if (this.#socket === socket) guard(this.#onUpdate(update).catch((error) => this.#restartAfter(error)))
    })
    onPasskeyRequest(socket, () => guard(this.#giveUp(NEEDS_PASSKEY)))
    const parts = [this.#receiver, this.#groups, this.#contacts, tokens, this.line, this.#results]
    for (const part of parts) part.watch(socket, guard)
  }

  async #onUpdate(update: Partial<ConnectionState>): Promise<void> {
    if (this.#unlinking) {
      const { connection } = update
      if (connection !== 'open' && connection !== 'close') return
      this.#open = connection === 'open'
      return this.#unlinking.resolve()
    }
    // The library shows more codes until the socket closes, even after the phone has linked this device.
    if (update.qr) return this.#keys.creds?.account ? undefined : this.#onQrCode(update.qr)
    if (update.isNewLogin) {
      this.#linking.linked()
      return this.report.say({ status: 'PAIRING', statusReason: null, qrcode: '', retries: 0 })
    }
    if (update.connection === 'open') return this.#onOpen()
    if (update.connection === 'close') return this.#onClose(update.lastDisconnect?.error)
  }

  async #onQrCode(qrcode: string): Promise<void> {
    const retries = await this.#linking.next(this.#socket)
    if (retries === undefined) return this.#giveUp(UNREAD)
    await this.report.say({ status: 'qrcode', statusReason: null, qrcode, retries })
  }

  async #onOpen(): Promise<void> {
    const socket = this.#socket
    if (!socket) return
    this.#reopening.opened()
    this.#linking.succeeded()
    const linked = await linkedNumber(this.#table, this.#owner.connectionId, socket, this.#ports.now())
    if (this.#socket !== socket) return
    // The account stays linked, but closed until a person decides.
    if (linked.isOther) return this.#giveUp(OTHER_NUMBER, linked.number)
    this.#open = true
    // All earlier sends are before this moment: the first message waits a full interval from now.
    this.line.lastWriteAt = this.#ports.now()
    await this.report.opened(linked)
    this.#health.watch(socket, (work) => this.#guard(work))
    const contactsBegun = this.#contacts.opened(linked.number, this.#ports.now())
    this.#guard(contactsBegun.then((news) => tellLists(this.#ports, this.#table, news)))
    await this.#waiting.opened(this.line.lastWriteAt, (work) => this.#guard(work))
  }

  async #onClose(error: Error | undefined): Promise<void> {
    this.#closeSocket()
    if (this.#ended) return
    // Decided by whether the phone has linked this device, not by the number of shown codes.
    const end = endOf(error, { isUnread: this.#linking.hasShown && !this.#keys.creds?.account })
    if (end.kind === 'restart') return this.#reopening.after('restart')
    // An untyped code leaves a half-linked account, and every login with it fails.
    if (this.#linking.isByCode && isOfPairing(end)) return this.#giveUp(UNREAD)
    if (end.kind === 'final') return this.#giveUp(endingOf(end, this.#ports.now()))
    const statusReason = end.kind === 'outdated' ? 'OUTDATED_CLIENT' : 'NETWORK'
    if (end.kind === 'outdated') {
      this.#log(error, 'client version refused')
      // WhatsApp accepts the client again only much later. The person no longer waits for the code then.
      this.#linking.abandonCode()
    }
    await this.report.say({ status: 'TIMEOUT', statusReason, qrcode: '' })
    this.#reopening.after(end.kind)
  }

  /** @param number a number that a person must decide about */
  async #giveUp(ending: Ending, number?: string): Promise<void> {
    const stopped = this.stop()
    if (ending.forget) await this.#keys.shredAfter(stopped)
    await stopped
    await this.report.ended(ending, number ?? null)
  }

  /** Only an open socket can unlink. An account that was never linked needs no unlink. */
  async #connectToUnlink(): Promise<void> {
    this.#unlinking = Promise.withResolvers()
    this.#ended = false
    this.#closeSocket()
    this.#reopening.cancel()
    const auth = await this.#keys.open()
    if (!auth.creds.account) return
    await this.#connect(auth)
    const late = setTimeout(this.#unlinking.resolve, UNLINK_WITHIN_MS)
    await this.#unlinking.promise
    clearTimeout(late)
  }

  #onUnstoredKeys(error: unknown): void {
    if (this.#ended && error instanceof FenceLost) return
    this.#guard(this.#restartAfter(error))
  }

  /** Unstored keys are lost: the session starts again from the stored ones. */
  async #restartAfter(error: unknown): Promise<void> {
    this.#log(error, 'session begins anew')
    if (error instanceof FenceLost) return this.stop()
    this.#closeSocket()
    if (!this.#ended) this.#reopening.after('retry')
  }

  #closeSocket(): void {
    this.#open = false
    this.#health.rest()
    this.#waiting.rest()
    const socket = this.#socket
    this.#socket = undefined
    void socket?.end(undefined)
  }

  #guard(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (error instanceof FenceLost) return this.stop()
      // A change by a socket that has ended.
      if (error instanceof KeysClosed) return
      this.#log(error, 'session failed')
    })
  }

  #log(error: unknown, what: string): void {
    const { companyId, connectionId } = this.#owner
    this.#ports.log.error(what, { companyId, connectionId, error })
  }
}
