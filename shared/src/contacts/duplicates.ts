import { personKey } from '../phone-numbers/canonical-key.ts'
import { numbersOfLids } from '../phone-numbers/lids.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { DuplicateReason } from './contact.ts'
import type { ContactLine } from './contact-cards.ts'
import { linesWith } from './store.ts'

/** Two contacts that may be one person. */
export interface LikelyPair {
  reason: DuplicateReason
  ids: [string, string]
}

type Compared = Pick<ContactLine, 'id' | 'number' | 'lid' | 'email'>

/**
 * Pairs of contacts that may be one person (part 4 §11): with the same number in two spellings, with one LID or a
 * LID that has the other's number, or with one e-mail. The surest reason comes first, and each pair comes once. Of several
 * equal contacts each is paired with the first.
 * @param numberOfLid the numbers of LIDs, as far as they are known
 */
export function likelyPairs(
  contacts: readonly Compared[],
  numberOfLid: ReadonlyMap<string, string>,
): LikelyPair[] {
  const named = new Map<string, LikelyPair>()
  const pair = (reason: DuplicateReason, keyOf: (contact: Compared) => string | undefined) => {
    const first = new Map<string, string>()
    for (const contact of contacts) {
      const key = keyOf(contact)
      if (!key) continue
      const known = first.get(key)
      if (known === undefined) first.set(key, contact.id)
      else if (known !== contact.id) {
        const ids: [string, string] = known < contact.id ? [known, contact.id] : [contact.id, known]
        const name = ids.join(' ')
        if (!named.has(name)) named.set(name, { reason, ids })
      }
    }
  }
  pair('ninthDigit', ({ number }) => number && personKey(number))
  pair('lid', ({ lid }) => lid)
  pair('lid', ({ number, lid }) => personKey(number || (numberOfLid.get(lid) ?? '')))
  pair('email', ({ email }) => email)
  return [...named.values()]
}

/** The contacts of a company that may be one person. Reads all cards. */
export async function findDuplicates(table: TenantTable): Promise<LikelyPair[]> {
  const lines = (await linesWith(table)).filter(({ mergedInto }) => mergedInto === '')
  const lids = lines.flatMap(({ number, lid }) => (lid && !number ? [lid] : []))
  return likelyPairs(lines, await numbersOfLids(table, lids))
}
