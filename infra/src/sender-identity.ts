import type { Settings } from './settings.ts'

/** The identity of SES that mails are sent from. */
export interface SenderIdentity {
  /** A domain or an address. */
  name: string
  /** Whether the account has it already, so that the stack creates none. */
  isGiven: boolean
}

/** The sender of mails: the given one, or `no-reply@` the domain. Without both, no mails are sent. */
export const senderOf = ({
  domain,
  emailFrom,
}: {
  domain?: string | undefined
  emailFrom?: string | undefined
}): string | undefined => emailFrom ?? (domain && `no-reply@${domain}`)

/**
 * The identity for a deployment's sender; undefined without a sender. The deployment's own domain if the sender is in
 * it, because DKIM signs for a domain; otherwise the sender's address.
 */
export function senderIdentity({
  domain,
  emailFrom,
  emailIdentity,
}: Pick<Settings, 'domain' | 'emailFrom' | 'emailIdentity'>): SenderIdentity | undefined {
  if (!emailFrom) return undefined
  if (emailIdentity) return { name: emailIdentity, isGiven: true }
  return { name: domain && covers(domain, emailFrom) ? domain : emailFrom, isGiven: false }
}

/**
 * Whether an identity covers a sender: its own address, its domain, or a subdomain of it. Source: "Verified identities
 * in Amazon SES" in its developer guide.
 */
export function covers(identity: string, sender: string): boolean {
  const [, domain = ''] = sender.split('@')
  return identity === sender || identity === domain || domain.endsWith(`.${identity}`)
}
