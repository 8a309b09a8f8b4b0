import { setTimeout as pause } from 'node:timers/promises'
import { extractFrom } from '@recado/shared/extractors/forget'
import { type Fact, learnContacts } from '@recado/shared/extractors/known-contacts'
import type { ListNews } from '@recado/shared/groups/lists'
import type { TenantTable } from '@recado/shared/table/tenant'
import { cleanName } from '@recado/shared/text'
import type { BaileysEventMap, Contact, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { personOf } from './inbound/jids.ts'
import { patiently } from './patience.ts'

/** What comes within this time is stored together, in milliseconds. */
const GATHER_MS = 200
/** Facts in one write: each reads two rows and writes one. */
const AT_ONCE = 100
/** Facts that are remembered as stored, so that a message is not a write. */
const REMEMBERED = 5000

/**
 * What an account knows of people: its address book, the chats it had before it was linked, what people call
 * themselves. Stored a little behind, in one line, and never in the way of a message.
 */
export class Contacts {
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #learned = new LRUCache<string, Fact>({ max: REMEMBERED })
  #waiting: Fact[] = []
  #running: Promise<void> | undefined
  /** The account whose contacts these are is known, and what another one left behind is gone. */
  #isOpened = false

  constructor(table: TenantTable, connectionId: string) {
    this.#table = table
    this.#connectionId = connectionId
  }

  /** Follows what WhatsApp tells of people. @param guard takes care of what fails */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    const learn = (facts: readonly Fact[]) => guard(this.#learn(othersIn(facts, socket)))
    socket.ev.on('messaging-history.set', (history) => learn(factsOfHistory(history)))
    socket.ev.on('contacts.upsert', (contacts) => learn(contacts.flatMap(factOfEntry)))
    socket.ev.on('contacts.update', (changes) => learn(changes.flatMap(factOfName)))
    socket.ev.on('messages.upsert', ({ messages }) => learn(messages.flatMap(factOfMessage)))
  }

  /**
   * The account is open, and from now on facts are stored.
   * @param number the account's own. @returns what became of the lists of another account's groups
   */
  async opened(number: string, now: number): Promise<ListNews[]> {
    const news = await patiently(() => extractFrom(this.#table, this.#connectionId, number, now))
    this.#isOpened = true
    await this.#learn([])
    return news
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => undefined)
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
      // Whatever was not stored may be learned again.
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

/** The account itself is none of the people it knows. */
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
  // Chats come as contacts with their names, and with them everybody of whom the phone knows what they call themselves.
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

/** Who writes in a chat of their own, or is written to in one, is in it. */
function factOfMessage(message: WAMessage): Fact[] {
  const { key } = message
  const person = personOf(key.remoteJid, key.remoteJidAlt)
  if (!person) return factOfAuthor(message)
  const notify = key.fromMe ? undefined : message.pushName
  return [{ ...person, isContact: true, ...(notify && { notify: cleanName(notify) }) }]
}

/** What somebody calls themselves who wrote, in a group perhaps. */
function factOfAuthor({ key, pushName }: WAMessage): Fact[] {
  if (key.fromMe || !pushName) return []
  const person = key.participant
    ? personOf(key.participant, key.participantAlt)
    : personOf(key.remoteJid, key.remoteJidAlt)
  return person ? [{ ...person, notify: cleanName(pushName) }] : []
}
