import { acknowledged } from '@recado/shared/campaigns/engine/results'
import { getHealth } from '@recado/shared/connections/health-store'
import { getConnection } from '@recado/shared/connections/store'
import { getConversation } from '@recado/shared/conversations/conversation'
import { messageOfId } from '@recado/shared/conversations/message'
import { isLasting } from '@recado/shared/errors/lasting-errors'
import { type Chat, chatOfGroup, chatOfPerson } from '@recado/shared/messages/chat'
import type { Content } from '@recado/shared/messages/content'
import { type InboundMessage, isSamePerson } from '@recado/shared/messages/inbound'
import { getSentMessage } from '@recado/shared/messages/sent-messages'
import type { TenantTable } from '@recado/shared/table/tenant'
import {
  type BaileysEventMap,
  type BinaryNode,
  isJidGroup,
  type LIDMapping,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { patiently } from '../leases/patience.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { setAside } from '../ports/set-aside.ts'
import { personOf } from '../wire/jids.ts'
import { chatsOfHistory } from './chats-of-history.ts'
import { mentionedIn } from './describe.ts'
import type { Inbox } from './inbox.ts'
import { lateUpload } from './late-uploads.ts'
import { LearnedNumbers } from './learned-numbers.ts'
import { type Self, withNames } from './mentions.ts'
import { MessageClock } from './message-clock.ts'
import { MissedCalls } from './missed-calls.ts'
import { type Missed, missedMessages, withAnswers } from './missed-messages.ts'
import type { Arrival } from './opened.ts'
import { type Read, readOnPhone } from './read-on-phone.ts'
import { completed, inboundOf, personIn } from './receive.ts'
import { SealedEdits } from './sealed-edits.ts'
import { CustomersTyping } from './typing.ts'
import { idOf } from './words.ts'

/** Chats per queue message. The worker gets ten messages and has 25 seconds for them. */
const CHATS_AT_ONCE = 25

type NumberOf = (lid: string) => Promise<string | null | undefined>

/** Receives everything from one connection and puts it into the inbox. */
export class Receiver {
  readonly #ports: ServicePorts
  readonly #inbox: Inbox
  readonly #table: TenantTable
  readonly #of: { companyId: string; connectionId: string }
  readonly #clock = new MessageClock()
  /** Chats with a replay whose last stored message is being read. */
  readonly #remembering = new Map<Chat, Promise<void>>()
  readonly #calls = new MissedCalls()
  #self: () => Self = () => ({ name: '' })
  readonly #edits = new SealedEdits((key, id) => this.#originalOf(key, id))
  readonly #learned: LearnedNumbers
  readonly #typing: CustomersTyping
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(ports: ServicePorts, inbox: Inbox, table: TenantTable, connectionId: string) {
    this.#ports = ports
    this.#inbox = inbox
    this.#table = table
    this.#of = { companyId: table.companyId, connectionId }
    this.#learned = new LearnedNumbers(table, connectionId, inbox)
    this.#typing = new CustomersTyping(ports, table, connectionId)
  }

  /**
   * Resolves when the message is queued, or set aside because it can never be: WhatsApp would send it again and
   * again.
   * @throws when a retry may succeed
   */
  receive(message: WAMessage, arrival: Arrival, numberOf: NumberOf): Promise<void> {
    return this.#counted(
      this.#openEdit(message)
        .then((opened) => this.#receive(opened, arrival, numberOf))
        .catch((error) => this.#orAside(message, error)),
    )
  }

  #openEdit(message: WAMessage): Promise<WAMessage> {
    const { key } = message
    const { number, lid } = (key.fromMe ? this.#self() : personIn(key)) ?? {}
    const writers = [lid && `${lid}@lid`, number && `${number}@s.whatsapp.net`].filter(
      (one) => one !== undefined,
    )
    return this.#edits.opened(message, writers)
  }

  /** The stored message with this id of the key's writer, as it was received. */
  async #originalOf({ fromMe }: WAMessage['key'], id: string): Promise<string | undefined> {
    const named = { messageId: idOf(id), fromMe: fromMe ?? false }
    const stored = await patiently(() => messageOfId(this.#table, this.#of.connectionId, named))
    return stored?.original
  }

  #orAside({ key }: WAMessage, error: unknown): void {
    if (!isLasting(error)) throw error
    setAside(this.#ports, { ...this.#of, messageId: key.id ?? '' }, error)
  }

  /** Listens to events other than messages. @param guard handles failures */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    const numberOf: NumberOf = (lid) => socket.signalRepository.lidMapping.getPNForLID(lid)
    socket.ev.on('messaging-history.set', (history) =>
      guard(this.#counted(this.#onHistory(history, numberOf))),
    )
    const { connectionId } = this.#of
    socket.ev.on('messages.media-update', (updates) => {
      for (const update of updates)
        guard(this.#counted(lateUpload(this.#ports, this.#table, connectionId, update)))
    })
    socket.ev.on('messages.update', (updates) => {
      for (const read of readOnPhone(updates, this.#of)) guard(this.#counted(this.#onRead(read, numberOf)))
    })
    socket.ev.on('presence.update', (presence) => void this.#typing.heard(presence, numberOf))
    this.#self = () => ({ ...personOf(socket.user?.id, socket.user?.lid), name: socket.user?.name ?? '' })
    socket.ws.prependListener('CB:call', (stanza: BinaryNode) => this.#calls.noteReason(stanza))
    socket.ev.on('call', (calls) => {
      for (const call of calls) {
        const caller = personOf(call.from, call.callerPn) ?? {}
        const missed = this.#calls.after(call, isSamePerson(caller, this.#self()))
        const arrival = { offline: call.offline, arrivedAt: this.#ports.now() }
        if (missed) guard(this.receive(missed, arrival, numberOf))
      }
    })
  }

  /**
   * Whether a message needs no second hand-over: it is in its conversation, or of a group while the connection ignores
   * groups. A message that still waits in the inbox is not stored.
   */
  async hasStored({ id, fromMe, remoteJid }: WAMessage['key']): Promise<boolean> {
    const { connectionId } = this.#of
    const named = { messageId: idOf(id), fromMe: fromMe ?? false }
    if (await patiently(() => messageOfId(this.#table, connectionId, named))) return true
    if (!isJidGroup(remoteJid ?? undefined)) return false
    const connection = await patiently(() => getConnection(this.#table, connectionId))
    return connection?.groups === 'ignore'
  }

  /** Takes new pairs of number and LID. */
  learn(mappings: readonly LIDMapping[]): Promise<void> {
    return this.#counted(this.#learned.learn(mappings))
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #receive(message: WAMessage, { offline, arrivedAt }: Arrival, numberOf: NumberOf): Promise<void> {
    const event = inboundOf(message, this.#of)
    if (!event) return
    const person = await completed(event.person, numberOf)
    if (event.fromMe && (await this.#isOwnEcho(event))) return
    const chat = event.groupId ? chatOfGroup(event.groupId) : chatOfPerson(person)
    if (offline && !this.#clock.knows(chat) && !this.#remembering.has(chat))
      this.#remembering.set(
        chat,
        this.#remember(chat).finally(() => this.#remembering.delete(chat)),
      )
    // A live message waits too, since the replay comes before it.
    await this.#remembering.get(chat)
    const at = this.#clock.momentOf(chat, event.timestamp, offline ? undefined : arrivedAt)
    await this.#inbox.hand({ ...event, person, at, content: await this.#readable(event, message) })
  }

  /** The content as people read it: with names in place of the digits of mentioned people. */
  #readable({ content }: Pick<InboundMessage, 'content'>, { message }: WAMessage): Promise<Content> {
    const mentioned = { jids: mentionedIn(message ?? {}), self: this.#self() }
    return patiently(() => withNames(this.#table, this.#of.connectionId, content, mentioned))
  }

  /** Has the known number, as messages have: the inbox keeps events of one person in order only under one name. */
  async #onRead(read: Read, numberOf: NumberOf): Promise<void> {
    await this.#inbox.hand({ ...read, person: await completed(read.person, numberOf) })
  }

  /** A replay continues after the last stored message, perhaps within the same second. */
  async #remember(chat: Chat): Promise<void> {
    const known = await patiently(() => getConversation(this.#table, this.#of.connectionId, chat))
    if (known?.lastAt) this.#clock.goOnFrom(chat, Date.parse(known.lastAt))
  }

  /** The account's history contains a message sent from here, so WhatsApp has it. */
  async #isOwnEcho({ messageId }: Pick<InboundMessage, 'messageId'>): Promise<boolean> {
    const { connectionId } = this.#of
    const sent = await patiently(() => getSentMessage(this.#table, connectionId, messageId))
    if (sent) await patiently(() => acknowledged(this.#ports, { ...this.#of, messageId }))
    return sent !== undefined
  }

  async #onHistory(history: BaileysEventMap['messaging-history.set'], numberOf: NumberOf): Promise<void> {
    const known = chatsOfHistory(history)
    for (let at = 0; at < known.length; at += CHATS_AT_ONCE) {
      const part = known.slice(at, at + CHATS_AT_ONCE)
      await this.#inbox.hand({ kind: 'history', ...this.#of, chats: part })
    }
    const { missedSince = 0 } = await patiently(() => getHealth(this.#table, this.#of.connectionId))
    for (const chat of missedMessages(history, this.#of, missedSince, this.#ports.now()))
      await this.#onMissed(chat, numberOf)
  }

  /** Hands on one chat's messages from the time without a link, one after the other. */
  async #onMissed(chat: readonly Missed[], numberOf: NumberOf): Promise<void> {
    const others = []
    for (const missed of chat)
      if (!missed.event.fromMe || !(await this.#isOwnEcho(missed.event))) others.push(missed)
    for (const { event, message } of withAnswers(others)) {
      const handed = async () => {
        const person = await completed(event.person, numberOf)
        await this.#inbox.hand({ ...event, person, content: await this.#readable(event, message) })
      }
      await handed().catch((error: unknown) => this.#orAside(message, error))
    }
  }

  #counted<T>(work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => undefined,
      () => undefined,
    )
    this.#underWay.add(ended)
    void ended.then(() => this.#underWay.delete(ended))
    return work
  }
}
