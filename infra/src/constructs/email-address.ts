import { CfnOutput, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { senderIdentity } from '../sender-identity.ts'
import type { Settings } from '../settings.ts'
import { acknowledgeWildcard } from './wildcards.ts'

type EmailAddressProps = Pick<Settings, 'domain' | 'emailFrom' | 'emailIdentity'>

/**
 * The sender's address of mails, and the identity that SES sends it from. A domain's identity is verified by DKIM
 * records that the stack's outputs name, an address by the link that SES mails there
 * (docs/adr/0047-mails-come-from-one-address.md).
 */
export class EmailAddress extends Construct {
  readonly from: string | undefined
  readonly #sending: string[]

  constructor(scope: Construct, id: string, settings: EmailAddressProps) {
    super(scope, id)
    this.from = settings.emailFrom
    const stack = Stack.of(this)
    const all = (resource: string) => stack.formatArn({ service: 'ses', resource, resourceName: '*' })
    const [identities, configurations] = [all('identity'), all('configuration-set')]
    this.#sending = [identities, configurations]
    const identity = senderIdentity(settings)
    if (!identity) return
    acknowledgeWildcard(
      stack,
      identities,
      'In the sandbox SES asks for rights to the recipient’s identity too. The sender’s address is a condition.',
    )
    acknowledgeWildcard(
      stack,
      configurations,
      'SES asks for rights to the configuration set that an identity has as its default, whose name we do not know.',
    )
    if (!identity.isGiven) this.#create(identity.name)
  }

  /** Rights to send; none if the deployment sends no mails. */
  get permissions(): PolicyStatement[] {
    if (!this.from) return []
    return [
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: this.#sending,
        conditions: { StringEquals: { 'ses:FromAddress': this.from } },
      }),
    ]
  }

  #create(name: string): void {
    const isDomain = !name.includes('@')
    const identity = new EmailIdentity(this, 'Identity', {
      identity: isDomain ? Identity.domain(name) : Identity.email(name),
    })
    if (!isDomain) return
    for (const [index, { name: record, value }] of identity.dkimRecords.entries())
      new CfnOutput(this, `Dkim${index + 1}`, {
        value: `${record} CNAME ${value}`,
        description: `Add this record to the DNS of ${name}, so that SES may send its mails`,
      }).overrideLogicalId(`DkimRecord${index + 1}`)
  }
}
