import { canonicalKey } from '../contacts/canonical-key.ts'
import { numbersOfLids } from '../conversations/identity.ts'
import { allRows, type Key, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A person as one account knows them. */
export interface KnownContact {
  /** Digits with country code, canonical; null where WhatsApp shows this account their LID alone. */
  number: string | null
  lid: string | null
  /** In the phone's address book. */
  name?: string
  /** Of a business, as WhatsApp verified it. */
  verifiedName?: string
  /** What they call themselves. */
  notify?: string
  /** In the address book or in a chat, and not just somebody who writes in the same groups. */
  isContact?: true
}

/** Something an account has come to know of a person, named by number (digits), LID or both. */
export type Fact = Partial<Omit<KnownContact, 'number' | 'lid'>> & { number?: string; lid?: string }

/** The best name that is known of a person; '' where there is none. */
export const shownName = ({ name, verifiedName, notify }: Omit<KnownContact, 'number' | 'lid'>): string =>
  name ?? verifiedName ?? notify ?? ''

const partitionOf = (connectionId: string) => `KNOWN-CONTACTS#${connectionId}`
const keyOf = (connectionId: string, who: string): Key => ({ pk: partitionOf(connectionId), sk: who })
const nameOfLid = (lid: string) => `lid-${lid}`

/**
 * Stores what an account has come to know, at most a few hundred facts at a time. Number and LID known together
 * make one person of two. For one writer at a time.
 */
export async function learnContacts(
  table: TenantTable,
  connectionId: string,
  facts: readonly Fact[],
): Promise<void> {
  const people = await gathered(table, facts)
  const places = [...people].flatMap(([who, { lid }]) => (lid ? [who, nameOfLid(lid)] : [who]))
  const stored = await table.getMany<KnownContact>(places.map((who) => keyOf(connectionId, who)))
  const known = new Map(stored.map((row) => [row.sk, row]))
  const changed: Row[] = []
  const moved = new Map<string, Key>()
  for (const [who, fact] of people) {
    const byLid = fact.number && fact.lid ? known.get(nameOfLid(fact.lid)) : undefined
    const before = known.get(who)
    if (!before && !byLid && !saysSomething(fact)) continue
    const { number = null, lid = null, ...news } = fact
    const after = { ...byLid, ...before, ...news, number, lid: lid ?? before?.lid ?? null }
    const row = { ...after, ...keyOf(connectionId, who) }
    if (!before || !isSame(before, row)) changed.push(row)
    if (byLid) moved.set(byLid.sk, keyOf(connectionId, byLid.sk))
  }
  await table.putMany(changed)
  await table.deleteMany([...moved.values()])
}

/** Everybody an account knows, numbers that were learned since filled in, each person once. */
export async function knownContacts(table: TenantTable, connectionId: string): Promise<KnownContact[]> {
  const people = new Map<string, KnownContact>()
  const unknown: KnownContact[] = []
  for await (const { pk: _, sk, ...person } of allRows<KnownContact>(table, {
    pk: partitionOf(connectionId),
  })) {
    if (person.number === null) unknown.push(person)
    else people.set(sk, person)
  }
  const learned = await numbersOfLids(
    table,
    unknown.flatMap(({ lid }) => lid ?? []),
  )
  for (const person of unknown) {
    const number = learned.get(person.lid ?? '') ?? null
    const who = number ?? nameOfLid(person.lid ?? '')
    people.set(who, { ...person, ...people.get(who), number })
  }
  return [...people.values()]
}

/** Those of these people whom an account knows, by number and by `lid-…`. */
export async function contactsNamed(
  table: TenantTable,
  connectionId: string,
  people: readonly { number: string | null; lid: string | null }[],
): Promise<Map<string, KnownContact>> {
  const places = people.flatMap(placesOf)
  if (places.length === 0) return new Map()
  const rows = await table.getMany<KnownContact>(places.map((who) => keyOf(connectionId, who)))
  return new Map(rows.map((row) => [row.sk, row]))
}

/** Where something about a person may stand, the better place first. */
export const placesOf = ({ number, lid }: { number: string | null; lid: string | null }): string[] => [
  ...(number === null ? [] : [canonicalKey(number)]),
  ...(lid === null ? [] : [nameOfLid(lid)]),
]

/** Forgets one person. */
export const forgetContact = (
  table: TenantTable,
  connectionId: string,
  person: { number: string | null; lid: string | null },
): Promise<void> => table.deleteMany(placesOf(person).map((who) => keyOf(connectionId, who)))

export async function forgetContacts(table: TenantTable, connectionId: string): Promise<void> {
  const keys: Key[] = []
  for await (const { pk, sk } of allRows(table, { pk: partitionOf(connectionId) })) keys.push({ pk, sk })
  await table.deleteMany(keys)
}

/** The facts of each person together, under the best name that is known of them. */
async function gathered(table: TenantTable, facts: readonly Fact[]): Promise<Map<string, Fact>> {
  const unnumbered = facts.flatMap(({ number, lid }) => (number || !lid ? [] : [lid]))
  const numbers = await numbersOfLids(table, [...new Set(unnumbered)])
  for (const { number, lid } of facts) if (number && lid) numbers.set(lid, number)
  const people = new Map<string, Fact>()
  for (const fact of facts) {
    const known = fact.number ?? numbers.get(fact.lid ?? '')
    const number = known === undefined ? undefined : canonicalKey(known)
    const who = number ?? (fact.lid && nameOfLid(fact.lid))
    if (who) people.set(who, { ...people.get(who), ...fact, ...(number !== undefined && { number }) })
  }
  return people
}

const saysSomething = (fact: Fact): boolean => fact.isContact === true || shownName(fact) !== ''

const isSame = (one: Row<KnownContact>, other: KnownContact): boolean =>
  (['number', 'lid', 'name', 'verifiedName', 'notify', 'isContact'] as const).every(
    (name) => one[name] === other[name],
  )
