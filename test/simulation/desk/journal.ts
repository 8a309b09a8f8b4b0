import { type Conversation, conversationKey } from '@recado/shared/conversations/conversation'
import { messageKey, type StoredMessage } from '@recado/shared/conversations/message'
import { keyOf } from '@recado/shared/table/refusals'
import { type Key, keyIn, type Row, type Write } from '@recado/shared/table/table'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { LaggingTable } from '../lagging-table.ts'
import type { Part } from './part.ts'
import { COMPANY, SHOP } from './shop.ts'

/** A transaction that was made, as far as it is about tickets and messages. */
export interface Commit {
  doing: string
  /** The moment of the script. */
  moment: number
  /** By the clock of the part that made it, in milliseconds since 1970. */
  at: number
  /** Each written ticket, as it was and as it is. */
  tickets: { before: StoredTicket | undefined; after: StoredTicket }[]
  /** Messages that nothing stored before. */
  messages: StoredMessage[]
  /** Messages that moved to another conversation. */
  moved: StoredMessage[]
  /** The head of the conversation of the first message, before it. */
  conversation: Conversation | undefined
  /** The moment since which that head has its last message of ours. */
  oursSince: number | undefined
}

const stored = (pk: string): string => `${COMPANY}#${pk}`
const TICKETS = stored('TICKETS')
const MESSAGES = stored(messageKey({ connectionId: SHOP, chat: '', at: '', messageId: '' }).pk)
const isTicket = ({ pk }: Key): boolean => pk === TICKETS
const isMessage = ({ pk }: Key): boolean => pk.startsWith(MESSAGES)
const headKey = (chat: string): Key<Conversation> => {
  const { pk, sk } = conversationKey(SHOP, chat)
  return keyIn(stored(pk), sk)
}
const HEADS = headKey('').pk

/** The table in memory, with a journal of its transactions. Parts may read late. */
export class JournalTable extends LaggingTable {
  readonly commits: Commit[] = []
  readonly #known = new Set<string>()
  /** The tickets as they were last written. */
  readonly #tickets = new Map<string, StoredTicket>()
  /** By the chat: the moment in which the head of a conversation got its last message of ours. */
  readonly #oursSince = new Map<string, number>()
  readonly #part: () => Part | undefined

  /**
   * @param part the part that writes now
   * @param now milliseconds since 1970
   * @param random how late a part's read is, from 0 to below 1
   */
  constructor(part: () => Part | undefined, now: () => number, random: () => number) {
    super(now, () => (part() ? random() : 0))
    this.#part = part
  }

  /** `put`, `update` and `delete` also call this. */
  override async transact(writes: readonly Write[]): Promise<void> {
    const put = writes.flatMap((write) => ('put' in write ? [keyOf(write)] : []))
    const [tickets, messages] = [put.filter(isTicket), put.filter(isMessage)]
    if (tickets.length + messages.length === 0) {
      await super.transact(writes)
      return this.#noteHeads(writes)
    }
    const before = tickets.map(({ sk }) => this.#tickets.get(sk))
    const chat = messages[0]?.pk.slice(MESSAGES.length) ?? ''
    const conversation = messages.length > 0 ? await super.get(headKey(chat)) : undefined
    const oursSince = this.#oursSince.get(chat)
    await super.transact(writes)
    this.#noteHeads(writes)
    const after = await this.#rows<StoredTicket>(tickets)
    const rows = (await this.#rows<StoredMessage>(messages)).filter((row) => row !== undefined)
    for (const row of after) if (row) this.#tickets.set(row.id, row)
    const part = this.#part()
    this.commits.push({
      doing: part?.doing ?? '',
      moment: part?.moment ?? 0,
      at: part?.now() ?? 0,
      tickets: after.flatMap((row, index) => (row ? [{ before: before[index], after: row }] : [])),
      messages: rows.filter((row) => !this.#known.has(nameOf(row))),
      moved: rows.filter((row) => this.#known.has(nameOf(row))),
      conversation,
      oursSince,
    })
    for (const row of rows) this.#known.add(nameOf(row))
  }

  #noteHeads(writes: readonly Write[]): void {
    for (const write of writes)
      if ('update' in write && write.update.pk === HEADS && write.change.set?.ours)
        this.#oursSince.set(write.update.sk, this.#part()?.moment ?? 0)
  }

  /** The rows of these keys, in their order. */
  #rows<T extends object>(keys: readonly Key[]): Promise<(Row<T> | undefined)[]> {
    return Promise.all(keys.map(({ pk, sk }) => super.get(keyIn<T>(pk, sk))))
  }
}

/** A message of ours and one of theirs may have the same id. */
export const nameOf = ({ messageId, fromMe }: Pick<StoredMessage, 'messageId' | 'fromMe'>): string =>
  `${messageId} ${fromMe ? 'ours' : 'theirs'}`
