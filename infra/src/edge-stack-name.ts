import { cutText } from '@recado/shared/text'

/** A stack's name has 128 characters at most ("CreateStack", CloudFormation API reference), a deployment's has 20. */
const DOMAIN_MOST = 100

/**
 * Name of the stack in us-east-1 with the certificate of a domain. Another domain gets another stack. In one stack the
 * new certificate could not take the place of the old one, which CloudFront still uses, and the CDK would hand the old
 * certificate over: it writes only names that are new (`core/cross-region-ssm-writer-handler` of aws-cdk-lib).
 */
export const edgeStackName = (name: string, domain: string): string =>
  `${name}-edge-${cutText(domain.replaceAll('.', '-'), DOMAIN_MOST)}`
