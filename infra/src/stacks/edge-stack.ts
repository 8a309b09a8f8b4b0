import { Stack, type StackProps } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { OwnDomain } from '../constructs/web-app.ts'

/** Requests per address in five minutes. A call centre behind one address stays below it. */
const REQUESTS_PER_ADDRESS = 10_000

/** Resources that CloudFront accepts only from us-east-1: our domain's certificate, and the web ACL. */
export class EdgeStack extends Stack {
  readonly domain: OwnDomain

  constructor(scope: Construct, id: string, { domain, ...props }: StackProps & { domain: string }) {
    super(scope, id, { terminationProtection: true, ...props })
    const certificate = new Certificate(this, 'Certificate', {
      domainName: domain,
      // The deployment waits until the domain's owner has added the record that ACM asks for: README.md, "Deploy", has
      // the command that shows it.
      validation: CertificateValidation.fromDns(),
    })
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics('web-acl'),
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: REQUESTS_PER_ADDRESS } },
          visibilityConfig: metrics('rate'),
        },
      ],
    })
    this.domain = { name: domain, certificate, webAclArn: webAcl.attrArn }
  }
}

const metrics = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
})
