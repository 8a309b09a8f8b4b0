import { setTimeout as pause } from 'node:timers/promises'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { chatOfLid } from '@recado/shared/messages/chat'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { LIDMapping, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { patiently } from '../leases/patience.ts'
import { personOf } from '../wire/jids.ts'
import type { Inbox } from './inbox.ts'

/** Mappings within this time are stored together, in milliseconds: an address book brings thousands. */
const GATHER_MS = 50
const AT_ONCE = 500
/** Stored LIDs kept in memory: the library reports them with every message. */
const REMEMBERED = 20_000

/**
 * Stores pairs of number and LID as the library learns them, and queues the move of conversations under a LID
 * alone.
 */
export class LearnedNumbers {
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #inbox: Inbox
  readonly #stored = new LRUCache<string, string>({ max: REMEMBERED })
  /** Numbers by LID. */
  #waiting = new Map<string, string>()
  #storing: Promise<void> | undefined

  constructor(table: TenantTable, connectionId: string, inbox: Inbox) {
    this.#table = table
    this.#connectionId = connectionId
    this.#inbox = inbox
  }

  /** Resolves when the pairs are stored. */
  learn(mappings: readonly LIDMapping[]): Promise<void> {
    for (const mapping of mappings) {
      const { number, lid } = personOf(mapping.lid, mapping.pn) ?? {}
      if (number && lid && this.#stored.get(lid) !== number) this.#waiting.set(lid, number)
    }
    if (this.#waiting.size === 0) return this.#storing ?? Promise.resolve()
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined
    })
    return this.#storing
  }

  async #store(): Promise<void> {
    while (this.#waiting.size > 0) {
      await pause(GATHER_MS)
      const all = [...this.#waiting].map(([lid, number]) => ({ lid, number }))
      this.#waiting = new Map()
      for (let at = 0; at < all.length; at += AT_ONCE) await this.#storePart(all.slice(at, at + AT_ONCE))
    }
  }

  async #storePart(people: { lid: string; number: string }[]): Promise<void> {
    await patiently(() => learnNumbers(this.#table, people))
    for (const { lid, number } of people) this.#stored.set(lid, number)
    const keys = people.map(({ lid }) => conversationKey(this.#connectionId, chatOfLid(lid)))
    const found = await patiently(() => this.#table.getMany(keys))
    const chats = new Set(found.map(({ sk }) => sk))
    const { companyId } = this.#table
    for (const person of people) {
      if (chats.has(chatOfLid(person.lid)))
        await this.#inbox.hand({ kind: 'identity', companyId, connectionId: this.#connectionId, person })
    }
  }
}

/**
 * Reports every mapping that the library stores. Its events miss some: the library holds back events while the
 * history comes, and loses the mappings of the history.
 */
export function showingMappings(
  repository: SignalRepositoryWithLIDStore,
  learned: (mappings: readonly LIDMapping[]) => void,
): SignalRepositoryWithLIDStore {
  const { lidMapping } = repository
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping)
  lidMapping.storeLIDPNMappings = (pairs) => {
    learned(pairs)
    return store(pairs)
  }
  return repository
}
