import type { PlatformQueue, PlatformTag } from './integration.ts'

/** A contact of the platform. */
export interface PlatformContact {
  name: string
  /** In the platform's own format. */
  number: string
  email: string
}

/** Result of the handover of a contact; `refused` concerns only this contact. */
export type Handed = 'saved' | 'refused'

/**
 * A multi-attendance platform of any kind. All methods throw DomainError: ERR_INTEGRATION_TOKEN if the platform refuses
 * the token, ERR_INTEGRATION_UNAVAILABLE for any other failure.
 */
export interface IntegratedPlatform {
  /** Checks that the platform accepts this token. */
  check(token: string): Promise<void>
  tags(token: string): Promise<PlatformTag[]>
  /** All contacts with the tag, page by page; none for an unknown tag. */
  contactsOfTag(token: string, tagId: string): AsyncIterable<PlatformContact[]>
  queues(token: string): Promise<PlatformQueue[]>
  /** An existing contact counts as saved. */
  saveContact(token: string, contact: PlatformContact): Promise<Handed>
}
