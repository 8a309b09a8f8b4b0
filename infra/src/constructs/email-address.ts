import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { senderIdentity } from '../sender-identity.ts'
import type { Settings } from '../settings.ts'
import { acknowledgeWildcard } from './wildcards.ts'

type EmailAddressProps = Pick<Settings, 'domain' | 'emailFrom' | 'emailIdentity'>

/**
 * The sender's address of mails, and the identity that SES sends it from. A domain's identity is verified by DKIM
 * records that the stack's outputs name, an address by the link that SES mails there
 * (docs/adr/0047-mails-come-from-one-address.md). What becomes of each mail is reported to EventBridge.
 */
export class EmailAddress extends Construct {
  readonly from: string | undefined
  /** The name of the configuration set of all mails. */
  readonly configurationSet: string | undefined

  constructor(scope: Construct, id: string, settings: EmailAddressProps) {
    super(scope, id)
    this.from = settings.emailFrom
    const stack = Stack.of(this)
    const identity = senderIdentity(settings)
    if (!identity) return
    acknowledgeWildcard(
      stack,
      this.#arn('identity', '*'),
      'In the sandbox SES asks for rights to the recipient’s identity too. The sender’s address is a condition.',
    )
    this.configurationSet = this.#reporting()
    if (!identity.isGiven) this.#create(identity.name)
  }

  /** Rights to send; none if the deployment sends no mails. */
  get permissions(): PolicyStatement[] {
    if (!this.from || !this.configurationSet) return []
    return [
      new PolicyStatement({
        // A mail with headers of its own may count as a raw one (assumed: the guide names no right for it).
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        resources: [this.#arn('identity', '*'), this.#arn('configuration-set', this.configurationSet)],
        conditions: { StringEquals: { 'ses:FromAddress': this.from } },
      }),
    ]
  }

  #arn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName })
  }

  /** SES sends no more mails to addresses that refused one for good or reported one as spam. @returns the set's name */
  #reporting(): string {
    const set = new ConfigurationSet(this, 'Mails', {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    set.addEventDestination('Reports', {
      // SES supports no other bus.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.DELIVERY],
    })
    return set.configurationSetName
  }

  #create(name: string): void {
    const isDomain = !name.includes('@')
    const identity = new EmailIdentity(this, 'Identity', {
      identity: isDomain ? Identity.domain(name) : Identity.email(name),
    })
    // Another sender keeps it, with its verification: `emailIdentity` may name it from then on.
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE)
    if (!isDomain) return
    for (const [index, { name: record, value }] of identity.dkimRecords.entries())
      new CfnOutput(this, `Dkim${index + 1}`, {
        value: `${record} CNAME ${value}`,
        description: `Add this record to the DNS of ${name}, so that SES may send its mails`,
      }).overrideLogicalId(`DkimRecord${index + 1}`)
  }
}
