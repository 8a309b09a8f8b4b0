import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'

/**
 * The address that mails are from. SES sends from it once its owner has followed the link that SES mails there,
 * or, where the identity of its domain is verified already, at once.
 */
export class EmailAddress extends Construct {
  readonly from: string | undefined
  /** What a sender has to be allowed to use; undefined where the deployment sends no mails. */
  readonly arn: string | undefined

  constructor(scope: Construct, id: string, { from }: { from: string | undefined }) {
    super(scope, id)
    this.from = from
    this.arn =
      from && new EmailIdentity(this, 'Identity', { identity: Identity.email(from) }).emailIdentityArn
  }
}
