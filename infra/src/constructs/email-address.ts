import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'

/**
 * The sender's address of mails. SES sends from it after its owner has followed the link that SES mails there. If
 * the domain's identity is verified already, it sends at once.
 */
export class EmailAddress extends Construct {
  readonly from: string | undefined
  /** Resource that a sender needs rights to; undefined if the deployment sends no mails. */
  readonly arn: string | undefined

  constructor(scope: Construct, id: string, { from }: { from: string | undefined }) {
    super(scope, id)
    this.from = from
    this.arn =
      from && new EmailIdentity(this, 'Identity', { identity: Identity.email(from) }).emailIdentityArn
  }
}
