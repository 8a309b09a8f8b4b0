import dns from 'node:dns/promises'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { edgeStackName } from '../../src/edge-stack-name.ts'
import type { Settings } from '../../src/settings.ts'
import { findStack } from '../find-stack.ts'
import { type Found, missing, ok } from './finding.ts'

/**
 * The two records that a deployment with its own domain needs in the DNS: the one that ACM checks before it issues the
 * certificate, and the one that leads browsers to CloudFront. The second one can only be made after the deployment.
 */
export async function checkDomain({ name, region }: Settings, domain: string): Promise<Found> {
  const stack = await findStack(new CloudFormationClient({ region }), name)
  const address = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'CloudFrontAddress')?.OutputValue
  const mend =
    `while ${edgeStackName(name, domain)} waits, add the record that this shows: ${certificateRecord(domain)}; after the deployment: ` +
    `${domain} CNAME ${address ?? '<the output CloudFrontAddress>'}`
  if (!address) return ok(`${domain} needs two records in its DNS, one of them during the deployment`, mend)
  return whereItLeads(domain, address, mend)
}

/** Prints the record of the certificate that waits. An issued certificate needs its record too, to be renewed. */
const certificateRecord = (domain: string): string =>
  "aws acm describe-certificate --region us-east-1 --query 'Certificate.DomainValidationOptions[].ResourceRecord' " +
  '--certificate-arn $(aws acm list-certificates --region us-east-1 --certificate-statuses PENDING_VALIDATION ' +
  `--query "CertificateSummaryList[?DomainName=='${domain}'].CertificateArn" --output text)`

/** A CNAME names its target. An alias record of the DNS provider answers with CloudFront's addresses. */
async function whereItLeads(domain: string, address: string, mend: string): Promise<Found> {
  try {
    const [target] = await recordsOf(dns.resolveCname, domain)
    if (target === address) return ok(`${domain} leads to ${address}`)
    if (target !== undefined) return missing(`${domain} leads to ${target}, not to ${address}`, mend)
    const addresses = [...(await recordsOf(dns.resolve4, domain)), ...(await recordsOf(dns.resolve6, domain))]
    return addresses.length > 0
      ? ok(`${domain} has addresses: ${addresses.join(', ')}`)
      : missing(`${domain} leads nowhere`, mend)
  } catch (error) {
    if (!isOfDns(error)) throw error
    return { state: 'unknown', found: `the DNS does not answer for ${domain}: ${error.code}`, mend }
  }
}

/** The records of a name; none if the name does not exist. */
export async function recordsOf<T>(resolve: (name: string) => Promise<T[]>, name: string): Promise<T[]> {
  try {
    return await resolve(name)
  } catch (error) {
    if (isOfDns(error) && (error.code === 'ENODATA' || error.code === 'ENOTFOUND')) return []
    throw error
  }
}

/** Whether the DNS gave no answer. */
export const isOfDns = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('query') && 'code' in error
