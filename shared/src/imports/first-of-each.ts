import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'

/**
 * The contacts with a number that the target of an import lacks, in their order; of several with one number the first.
 * @param taken the target's numbers, canonical
 */
export function firstOfEach(contacts: readonly ContactFields[], taken: Iterable<string>): ContactFields[] {
  const seen = new Set(taken)
  return contacts.filter(({ number }) => {
    const key = canonicalKey(number)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
