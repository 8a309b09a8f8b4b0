import type { PlatformQueue, PlatformTag } from './integration.ts'

/** Somebody as the platform knows them. */
export interface PlatformContact {
  name: string
  /** As the platform writes it. */
  number: string
  email: string
}

/** What became of a contact that was handed over; `refused` is about this one alone. */
export type Handed = 'saved' | 'refused'

/**
 * A multi-attendance platform, whichever it is. All of it throws DomainError: ERR_INTEGRATION_TOKEN where the
 * platform refuses the token, ERR_INTEGRATION_UNAVAILABLE for anything else that goes wrong.
 */
export interface IntegratedPlatform {
  /** That this token opens it. */
  check(token: string): Promise<void>
  tags(token: string): Promise<PlatformTag[]>
  /** Everybody who has the tag, in pages as they come; of an unknown tag nobody. */
  contactsOfTag(token: string, tagId: string): AsyncIterable<PlatformContact[]>
  queues(token: string): Promise<PlatformQueue[]>
  /** One that is there already counts as saved. */
  saveContact(token: string, contact: PlatformContact): Promise<Handed>
}
