import { type ChatMessage, chatMessage } from '@recado/shared/chats/chat'
import { type Notice, noticeAbout, noticeKind } from '@recado/shared/notices/notice'
import { type Ticket, ticket } from '@recado/shared/tickets/contract/ticket'
import * as z from 'zod'
import type { LiveEvent } from '../../realtime/frame.ts'
import { serverNow } from '../../ui/server-clock.ts'
import type { AlertKind } from './alert-options.ts'

/** Something that a user is told of by a sound or a notification of the browser. */
export interface Alert {
  kind: AlertKind
  /** The ticket it is about. */
  ticket?: Pick<Ticket, 'uuid' | 'name' | 'preview' | 'lastDeleted'>
  /** The message of a colleague it is about. */
  chat?: Pick<ChatMessage, 'chatId' | 'userName' | 'text'>
  /** The notice it is about. */
  notice?: Pick<Notice, 'kind' | 'about'>
}

/** An event about a change longer ago than this was delayed, or is about the past (ms). */
const FRESH_MS = 60_000

const written = z.object({ record: ticket })
const noticed = z.object({ kind: noticeKind, about: noticeAbout.optional() })
const chatted = z.object({ record: chatMessage })

/**
 * Decides which live events alert a user: a message in a ticket of their own or in a group that is not muted, a new
 * waiting ticket, a message of a colleague, a notice. One message alerts once.
 */
export class AlertWatch {
  readonly #userId: string
  readonly #now: () => number
  /** The last message of the customer that was looked at, by ticket. */
  readonly #seen = new Map<string, number>()
  /** The last message of each conversation of colleagues. */
  readonly #heard = new Map<string, number>()
  /** Waiting tickets, with the queue they wait in. */
  readonly #waiting = new Map<string, string>()
  /** Open tickets of the user. */
  readonly #own = new Set<string>()

  /** @param now the server's time (ms since 1970): the moments of events are the server's */
  constructor(userId: string, now: () => number = serverNow) {
    this.#userId = userId
    this.#now = now
  }

  /** The alert for a live event, if the user is to be told of it. */
  alertOf({ topic, action, frame }: LiveEvent): Alert | undefined {
    if (topic === 'notice') return action === 'create' ? alertOfNotice(frame) : undefined
    if (topic === 'chat' && action === 'new-message') return this.#alertOfChat(frame)
    if (topic !== 'ticket') return undefined
    const event = written.safeParse(frame)
    return event.success ? this.#alertOfTicket(event.data.record) : undefined
  }

  #alertOfChat(frame: LiveEvent['frame']): Alert | undefined {
    const event = chatted.safeParse(frame)
    if (!event.success) return undefined
    const { chatId, seq, userId, at } = event.data.record
    const isNew = seq > (this.#heard.get(chatId) ?? 0)
    if (isNew) this.#heard.set(chatId, seq)
    const isOwn = userId === this.#userId
    return isNew && !isOwn && this.#isFresh(at) ? { kind: 'chat', chat: event.data.record } : undefined
  }

  #alertOfTicket(record: Ticket): Alert | undefined {
    const { id, isGroup, group, status, inboundSeq } = record
    const seen = this.#seen.get(id) ?? 0
    this.#seen.set(id, Math.max(seen, inboundSeq))
    const isNew = inboundSeq > seen && !record.lastFromMe && record.unread > 0 && this.#isFresh(record.lastAt)
    if (isGroup) return isNew && !group?.muted ? { kind: 'group', ticket: record } : undefined
    if (status === 'pending') return this.#alertOfWaiting(record)
    this.#waiting.delete(id)
    const isOwn = status === 'open' && record.userId === this.#userId
    if (isOwn) this.#own.add(id)
    else this.#own.delete(id)
    return isOwn && isNew ? { kind: 'message', ticket: record } : undefined
  }

  /**
   * A ticket in the menu is not waiting yet, and one for a user comes with a notice. A ticket of the user's own waits
   * because they returned it.
   */
  #alertOfWaiting(record: Ticket): Alert | undefined {
    const { id, bot, userId, queueId, updatedAt } = record
    const wasOwn = this.#own.delete(id)
    if (bot?.step === 'menu' || userId) return undefined
    const place = queueId ?? ''
    if (this.#waiting.get(id) === place) return undefined
    this.#waiting.set(id, place)
    return !wasOwn && this.#isFresh(updatedAt) ? { kind: 'waiting', ticket: record } : undefined
  }

  #isFresh(at: string): boolean {
    return this.#now() - Date.parse(at) < FRESH_MS
  }
}

function alertOfNotice(frame: LiveEvent['frame']): Alert | undefined {
  const notice = noticed.safeParse(frame).data
  return notice && { kind: 'notice', notice }
}
