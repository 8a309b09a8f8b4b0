import dns from 'node:dns/promises'
import { senderIdentity } from '../../src/sender-identity.ts'
import type { Settings } from '../../src/settings.ts'
import { isOfDns, recordsOf } from './domain.ts'
import { type Found, missing, ok } from './finding.ts'

/**
 * What the sender's domain asks receivers to do with mails that it has not signed (DMARC, RFC 7489). SES signs mails for a
 * domain's identity only, and its Return-Path is one of its own ("Using a custom MAIL FROM domain" in its developer guide): the
 * signature alone fulfils DMARC.
 */
export async function checkDmarc(settings: Settings, sender: string): Promise<Found> {
  const [, domain = ''] = sender.split('@')
  const isSigned = senderIdentity(settings)?.name.includes('@') === false
  try {
    const policy = await policyOf(domain)
    const refuses = policy === 'reject' || policy === 'quarantine'
    if (refuses && !isSigned)
      return missing(
        `${domain} asks receivers to ${policy} mails that it has not signed, and SES signs none for ${sender} alone`,
        `set emailFrom to an address of a domain whose DNS you keep, and emailIdentity to that domain`,
      )
    if (policy) return ok(`the policy of ${domain} is ${policy}`)
    return ok(
      `${domain} has no DMARC record: some receivers trust its mails less`,
      `_dmarc.${domain} TXT "v=DMARC1; p=none"`,
    )
  } catch (error) {
    if (!isOfDns(error)) throw error
    return {
      state: 'unknown',
      found: `the DNS does not answer for _dmarc.${domain}: ${error.code}`,
      mend: '',
    }
  }
}

/** The policy of a domain. Without one, the policy for subdomains of the nearest domain above; undefined without a record. */
async function policyOf(domain: string): Promise<string | undefined> {
  const labels = domain.split('.')
  for (let above = 0; labels.length - above > 1; above += 1) {
    const texts = await recordsOf(dns.resolveTxt, `_dmarc.${labels.slice(above).join('.')}`)
    const record = texts.map((parts) => parts.join('')).find((text) => /^v=DMARC1(;|$)/.test(text))
    if (record === undefined) continue
    const tags = new Map(
      record.split(';').map((tag) => tag.split('=').map((part) => part.trim()) as [string, string]),
    )
    return (above > 0 ? tags.get('sp') : undefined) ?? tags.get('p') ?? 'none'
  }
  return undefined
}
