import { setTimeout as pause } from 'node:timers/promises'
import { extractFrom } from '@recado/shared/extractors/forget'
import type { ListNews } from '@recado/shared/group-lists/group-lists'
import { type Fact, learnContacts } from '@recado/shared/known-contacts/known-contacts'
import { settled } from '@recado/shared/settled'
import type { TenantTable } from '@recado/shared/table/tenant'
import { cleanName } from '@recado/shared/text'
import type { BaileysEventMap, Contact, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { patiently } from '../leases/patience.ts'
import { personOf } from '../wire/jids.ts'

/** Facts within this time are stored together, in milliseconds. */
const GATHER_MS = 200
/** Facts per write. Each fact reads two rows and writes one. */
const AT_ONCE = 100
/** Stored facts kept in memory, so that a message causes no write. */
const REMEMBERED = 5000

/**
 * People an account knows: its address book, its chats from before it was linked, and people's own profile names.
 * Stored shortly after they are learned, one write at a time. Messages never wait for it.
 */
export class Contacts {
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #learned = new LRUCache<string, Fact>({ max: REMEMBERED })
  #waiting: Fact[] = []
  #running: Promise<void> | undefined
  /** The account's number is known, and contacts of an earlier account are deleted. */
  #isOpened = false

  constructor(table: TenantTable, connectionId: string) {
    this.#table = table
    this.#connectionId = connectionId
  }

  /** Listens to WhatsApp's events about people. @param guard handles failures */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    const learn = (facts: readonly Fact[]) => guard(this.#learn(othersIn(facts, socket)))
    socket.ev.on('messaging-history.set', (history) => learn(factsOfHistory(history)))
    socket.ev.on('contacts.upsert', (contacts) => learn(contacts.flatMap(factOfEntry)))
    socket.ev.on('contacts.update', (changes) => learn(changes.flatMap(factOfName)))
    socket.ev.on('messages.upsert', ({ messages }) => learn(messages.flatMap(factOfMessage)))
  }

  /**
   * Called when the account is open. Facts are stored from now on.
   * @param number the account's own number
   * @returns changed lists of an earlier account's groups
   */
  async opened(number: string, now: number): Promise<ListNews[]> {
    const news = await patiently(() => extractFrom(this.#table, this.#connectionId, number, now))
    this.#isOpened = true
    await this.#learn([])
    return news
  }

  /** Resolves when all facts are stored. */
  async settled(): Promise<void> {
    await settled(this.#running)
  }

  async #learn(facts: readonly Fact[]): Promise<void> {
    for (const fact of facts) {
      const about = `${fact.number ?? ''}/${fact.lid ?? ''}`
      const learned = this.#learned.get(about)
      const together = { ...learned, ...fact }
      if (learned && JSON.stringify(learned) === JSON.stringify(together)) continue
      this.#learned.set(about, together)
      this.#waiting.push(fact)
    }
    if (!this.#isOpened || this.#running || this.#waiting.length === 0) return
    this.#running = this.#store().finally(() => {
      this.#running = undefined
    })
    await this.#running.catch((error: unknown) => {
      // Facts that were not stored can be learned again.
      this.#learned.clear()
      throw error
    })
  }

  async #store(): Promise<void> {
    while (this.#waiting.length > 0) {
      await pause(GATHER_MS)
      const all = this.#waiting
      this.#waiting = []
      for (let at = 0; at < all.length; at += AT_ONCE) {
        const part = all.slice(at, at + AT_ONCE)
        await patiently(() => learnContacts(this.#table, this.#connectionId, part))
      }
    }
  }
}

/** Leaves out the account itself. */
function othersIn(facts: readonly Fact[], { user }: WASocket): Fact[] {
  const me = personOf(user?.id, user?.lid)
  return facts.filter(
    ({ number, lid }) =>
      (number !== undefined || lid !== undefined) &&
      (number === undefined || number !== me?.number) &&
      (lid === undefined || lid !== me?.lid),
  )
}

function factsOfHistory({ chats, contacts, messages }: BaileysEventMap['messaging-history.set']): Fact[] {
  const inChats = chats.flatMap(({ id, pnJid, lidJid }): Fact[] => {
    const person = personOf(id, pnJid, lidJid)
    return person ? [{ ...person, isContact: true }] : []
  })
  // The library's contacts include the chats with their names, and everyone whose profile name the phone knows.
  return [...inChats, ...contacts.flatMap(factOfName), ...messages.flatMap(factOfAuthor)]
}

/** An entry of the address book. */
const factOfEntry = (contact: Contact): Fact[] =>
  factOfName(contact).map((fact) => ({ ...fact, isContact: true }))

function factOfName({ id, lid, phoneNumber, name, notify, verifiedName }: Partial<Contact>): Fact[] {
  const person = personOf(id, lid, phoneNumber)
  if (!person) return []
  return [
    {
      ...person,
      ...(name && { name: cleanName(name) }),
      ...(notify && { notify: cleanName(notify) }),
      ...(verifiedName && { verifiedName: cleanName(verifiedName) }),
    },
  ]
}

/** The other person of a chat of two, in both directions. */
function factOfMessage(message: WAMessage): Fact[] {
  const { key } = message
  const person = personOf(key.remoteJid, key.remoteJidAlt)
  if (!person) return factOfAuthor(message)
  const notify = key.fromMe ? undefined : message.pushName
  return [{ ...person, isContact: true, ...(notify && { notify: cleanName(notify) }) }]
}

/** The profile name of a message's author, in a group too. */
function factOfAuthor({ key, pushName }: WAMessage): Fact[] {
  if (key.fromMe || !pushName) return []
  const person = key.participant
    ? personOf(key.participant, key.participantAlt)
    : personOf(key.remoteJid, key.remoteJidAlt)
  return person ? [{ ...person, notify: cleanName(pushName) }] : []
}
