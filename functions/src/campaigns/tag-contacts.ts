import { NAME_MAX_LENGTH, TAG_CONTACTS_MAX } from '@recado/shared/campaigns/contract/parts'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { DomainError } from '@recado/shared/errors/errors'
import type { PlatformContact } from '@recado/shared/integration/platform'
import { personKey } from '@recado/shared/phone-numbers/canonical-key'
import { cleanName, cutText } from '@recado/shared/text'
import * as z from 'zod'
import { readNumber } from '../contacts/typed-number.ts'
import { ports } from '../context.ts'
import { asking } from '../integration/platform.ts'

/** Limit of reading a tag within a request, in milliseconds. */
const READ_WITHIN_MS = 15_000

const address = z.email().max(254)

/**
 * The contacts with a tag of the integrated platform that have a valid number, each person once: parts of the campaign do not
 * know each other's recipients.
 * @throws DomainError ERR_TAG_TOO_LARGE; ERR_INTEGRATION_UNAVAILABLE and other errors of the platform
 */
export function contactsOfTag(companyId: string, tagId: string): Promise<ContactFields[]> {
  const until = ports.now() + READ_WITHIN_MS
  return asking(companyId, async (platform, token) => {
    const found = new Map<string, ContactFields>()
    for await (const page of platform.contactsOfTag(token, tagId)) {
      for (const contact of (await Promise.all(page.map(fieldsOf))).flat())
        if (!found.has(personKey(contact.number))) found.set(personKey(contact.number), contact)
      if (found.size > TAG_CONTACTS_MAX) throw tagTooLarge()
      if (ports.now() > until)
        throw new DomainError('dependency-failed', 'ERR_INTEGRATION_UNAVAILABLE', 'The platform is too slow')
    }
    return [...found.values()]
  })
}

export const tagTooLarge = () =>
  new DomainError('too-large', 'ERR_TAG_TOO_LARGE', 'Too many contacts have this tag')

/** Like a contact from a spreadsheet: without a name, its number is the name. */
async function fieldsOf({ name, number: written, email }: PlatformContact): Promise<ContactFields[]> {
  const read = await readNumber(written)
  if (!read.ok) return []
  const { number } = read
  const none = { var1: '', var2: '', var3: '' }
  const known = address.safeParse(email.trim()).data ?? ''
  return [
    {
      name: cutText(cleanName(name).trim(), NAME_MAX_LENGTH).trimEnd() || number,
      number,
      email: known,
      ...none,
    },
  ]
}
