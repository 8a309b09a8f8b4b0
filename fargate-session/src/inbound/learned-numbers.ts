import { setTimeout as pause } from 'node:timers/promises'
import { chatOfLid } from '@recado/shared/conversations/chat'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { learnNumbers } from '@recado/shared/conversations/identity'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { LIDMapping, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { patiently } from '../patience.ts'
import type { Inbox } from './inbox.ts'
import { personOf } from './jids.ts'

/** What comes within this time is stored together, in milliseconds: an address book brings thousands. */
const GATHER_MS = 50
const AT_ONCE = 500
/** LIDs that are remembered as stored: the library tells of them with every message. */
const REMEMBERED = 20_000

/** Numbers and LIDs that belong together, as the library comes to know them; conversations under a LID alone move. */
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

  /** Resolves when they are stored. */
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
 * Shows the mappings that the library stores, by whatever way it learned them. Its events do not tell of all: those
 * of the history are lost on the way, as it holds back its events while the history comes.
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
