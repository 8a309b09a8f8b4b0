import { conversationKey } from '../../conversations/conversation.ts'
import { isLasting } from '../../errors/lasting-errors.ts'
import type { InboundEvent, KnownChat, Person } from '../../messages/inbound.ts'
import { personKey } from '../../phone-numbers/canonical-key.ts'
import { numbersOfLids } from '../../phone-numbers/lids.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type SettlingPorts, settlePerson } from './settle-person.ts'

type History = Extract<InboundEvent, { kind: 'history' }>

/** Chats recorded side by side. Each takes several requests, one after another. */
const SIDE_BY_SIDE = 10

/**
 * Records the chats that an account had before it was linked: people who wrote then are no first contacts now.
 * @throws after all other chats are recorded, if one could not be: a lasting error only if no retry can help any chat
 */
export async function recordHistory(
  table: TenantTable,
  ports: SettlingPorts,
  { connectionId, chats }: History,
): Promise<void> {
  const errors: unknown[] = []
  for (const wave of inWaves(chats, await numbersIn(table, chats))) {
    const ended = await Promise.allSettled(wave.map((chat) => recordChat(table, ports, connectionId, chat)))
    for (const end of ended) if (end.status === 'rejected') errors.push(end.reason)
  }
  // The queue retries a message after a passing error, and sets it aside after a lasting one.
  if (errors.length > 0) throw errors.find((error) => !isLasting(error)) ?? errors[0]
}

async function recordChat(
  table: TenantTable,
  ports: SettlingPorts,
  connectionId: string,
  { person, name, wroteAt }: KnownChat,
): Promise<void> {
  const chat = await settlePerson(table, ports, connectionId, person)
  const set = {
    connectionId,
    chat,
    ...(name && { name }),
    ...(person.lid && { lid: person.lid }),
    ...(wroteAt !== undefined && { wroteAt: wroteAt * 1000 }),
  }
  // A stored value is newer than the history.
  await committed(table.update(conversationKey(connectionId, chat), { set }, { wroteAt: { exists: false } }))
}

/** The number of each LID: as this history says, else as stored. */
async function numbersIn(table: TenantTable, chats: readonly KnownChat[]): Promise<Map<string, string>> {
  const numbers = await numbersOfLids(table, [...new Set(chats.flatMap(({ person }) => person.lid ?? []))])
  for (const { person } of chats) if (person.lid && person.number) numbers.set(person.lid, person.number)
  return numbers
}

/** Two chats of one person are in different waves, in their order: both may move the person's conversation. */
function inWaves(chats: readonly KnownChat[], numbers: ReadonlyMap<string, string>): KnownChat[][] {
  const waves: KnownChat[][] = []
  let wave: KnownChat[] = []
  let people = new Set<string>()
  for (const chat of chats) {
    const names = namesOf(chat.person, numbers)
    if (wave.length === 0 || wave.length === SIDE_BY_SIDE || names.some((name) => people.has(name))) {
      wave = []
      people = new Set()
      waves.push(wave)
    }
    wave.push(chat)
    for (const name of names) people.add(name)
  }
  return waves
}

function namesOf({ number, lid }: Person, numbers: ReadonlyMap<string, string>): string[] {
  const known = lid && numbers.get(lid)
  return [
    ...(number ? [`number ${personKey(number)}`] : []),
    ...(known ? [`number ${personKey(known)}`] : []),
    ...(lid ? [`lid ${lid}`] : []),
  ]
}
