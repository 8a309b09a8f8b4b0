import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { numbersOfLids } from '../phone-numbers/lids.ts'
import { allRows, type Key, partition, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A person that one account knows. */
export interface KnownContact {
  /** Digits with country code, canonical; null if WhatsApp shows this account only the LID. */
  number: string | null
  lid: string | null
  /** The name in the phone's address book. */
  name?: string
  /** The name of a business, verified by WhatsApp. */
  verifiedName?: string
  /** The person's own name for themselves. */
  notify?: string
  /** In the address book or in a chat, and not only a member of the same groups. */
  isContact?: true
}

/** New data of an account about a person, identified by number (digits), LID or both. */
export type Fact = Partial<Omit<KnownContact, 'number' | 'lid'>> & { number?: string; lid?: string }

/** The best known name of a person; '' if none is known. */
export const shownName = ({ name, verifiedName, notify }: Omit<KnownContact, 'number' | 'lid'>): string =>
  name ?? verifiedName ?? notify ?? ''

const partitionOf = (connectionId: string) => partition<KnownContact>(`KNOWN-CONTACTS#${connectionId}`)
const keyOf = (connectionId: string, who: string): Key<KnownContact> => ({
  pk: partitionOf(connectionId),
  sk: who,
})
const nameOfLid = (lid: string) => `lid-${lid}`

/**
 * Stores new data about people, at most a few hundred facts at a time. If number and LID become known together, two
 * persons become one. Only for one writer at a time.
 */
export async function learnContacts(
  table: TenantTable,
  connectionId: string,
  facts: readonly Fact[],
): Promise<void> {
  const people = await gathered(table, facts)
  const places = [...people].flatMap(([who, { lid }]) => (lid ? [who, nameOfLid(lid)] : [who]))
  const stored = await table.getMany(places.map((who) => keyOf(connectionId, who)))
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

/** All people that an account knows, each once, with the numbers learned since. */
export async function knownContacts(table: TenantTable, connectionId: string): Promise<KnownContact[]> {
  const people = new Map<string, KnownContact>()
  const unknown: KnownContact[] = []
  for await (const { pk: _, sk, ...person } of allRows(table, {
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

/** The people among these that an account knows, by number and by `lid-…`. */
export async function contactsNamed(
  table: TenantTable,
  connectionId: string,
  people: readonly { number: string | null; lid: string | null }[],
): Promise<Map<string, KnownContact>> {
  const places = people.flatMap(placesOf)
  if (places.length === 0) return new Map()
  const rows = await table.getMany(places.map((who) => keyOf(connectionId, who)))
  return new Map(rows.map((row) => [row.sk, row]))
}

/** The possible keys of a person's row, the better key first. */
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

/** The facts grouped by person, under the best known key. */
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
