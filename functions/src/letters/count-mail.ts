import { MAILS_TO_ONE } from '@recado/shared/http/limits'
import { digestOf } from '@recado/shared/queues/queues'
import type { Actor } from '@recado/shared/sessions/session'
import { count, countCall } from '../http/rates.ts'

/**
 * Counts a user's mail to another person, for the recipient (by a digest of the address), the user and the company.
 * @throws DomainError ERR_TOO_MANY_REQUESTS
 */
export async function countMail(actor: Actor, recipient: string): Promise<void> {
  await count(actor.companyId, `mails-to#${digestOf(recipient.trim().toLowerCase())}`, MAILS_TO_ONE)
  await countCall('mails', actor)
}
