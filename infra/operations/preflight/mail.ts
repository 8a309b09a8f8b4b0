import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2'
import * as z from 'zod'
import { senderIdentity, senderOf } from '../../src/sender-identity.ts'
import type { Settings } from '../../src/settings.ts'
import { deployedSettings } from '../deploy/deployed-settings.ts'
import { type Found, missing, ok } from './finding.ts'

/** Without a sender and an operator, nobody could sign in after the deployment. */
export function checkOperator({ name, emailFrom, operatorEmail }: Settings): Found {
  const unset = [...(emailFrom ? [] : ['emailFrom']), ...(operatorEmail ? [] : ['operatorEmail'])]
  if (unset.length === 0) return ok(`${operatorEmail} gets the first mail, from ${emailFrom}`)
  return missing(
    `no ${unset.join(' and no ')}: nobody could sign in`,
    `set ${unset.join(' and ')} in deployments/${name}.json`,
  )
}

/** In the sandbox SES sends only to verified addresses: "Request production access" in its developer guide. */
export async function checkProduction({ region }: Settings): Promise<Found> {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus, SendQuota } = await accountOf(region)
  const state = EnforcementStatus ?? 'HEALTHY'
  if (ProductionAccessEnabled && (SendingEnabled === false || state !== 'HEALTHY'))
    return missing(
      SendingEnabled === false ? 'AWS has paused the sending of mails' : `AWS reviews the account: ${state}`,
      `answer AWS under "Reputation metrics" of the SES console in ${region}, which names the reason`,
    )
  const quota = SendQuota ? `, ${SendQuota.Max24HourSend} mails a day, ${SendQuota.MaxSendRate} a second` : ''
  if (ProductionAccessEnabled) return ok(`production access${quota}`)
  return missing(
    `in the sandbox: mails go to verified addresses only${quota}`,
    `aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url https://<address> --region ${region}`,
  )
}

/** The identity that mails are sent from: given, or created by the stack. */
export async function checkSender(settings: Settings): Promise<Found> {
  const identity = senderIdentity(settings)
  if (!identity) return missing('no sender', `set emailFrom in deployments/${settings.name}.json`)
  const state = await stateOf(settings.region, identity.name)
  if (state === 'verified' && identity.isGiven) return ok(`${identity.name} is verified`)
  if (identity.isGiven)
    return missing(
      `${identity.name} is ${state === 'absent' ? 'no identity of SES' : 'not verified yet'}`,
      state === 'absent' ? create(identity.name, settings.region) : verify(identity.name),
    )
  if (await isMadeByStack(settings, identity.name))
    return state === 'verified'
      ? ok(`${identity.name} is verified`)
      : missing(`${identity.name} is not verified yet`, verify(identity.name))
  if (state !== 'absent')
    return missing(
      `${identity.name} is an identity of SES already, and the stack would create it again`,
      `set "emailIdentity": "${identity.name}" in deployments/${settings.name}.json`,
    )
  return ok(
    `the deployment creates ${identity.name}, which then waits for its verification`,
    `${verify(identity.name)}, then: npm run ops -- invite-operator <email>`,
  )
}

/** The settings of the deployed stack, which may be of an earlier release. */
const deployedSender = z.looseObject({
  domain: z.string().optional(),
  emailFrom: z.string().optional(),
  emailIdentity: z.string().optional(),
})

/** Whether the deployed stack has this identity. One that an earlier sender had stays in the account, outside of the stack. */
async function isMadeByStack(settings: Settings, name: string): Promise<boolean> {
  const deployed = await deployedSettings(settings)
  if (!deployed) return false
  const { domain, emailFrom, emailIdentity } = deployedSender.parse(deployed)
  const own = senderIdentity({ domain, emailFrom: senderOf({ domain, emailFrom }), emailIdentity })
  return own?.name === name && !own.isGiven
}

/** In the sandbox the operator must be verified too. */
export async function checkRecipient({ region, operatorEmail }: Settings): Promise<Found> {
  if (!operatorEmail || (await isProduction(region))) return ok('mails may go to any address')
  const [, domain = ''] = operatorEmail.split('@')
  for (const identity of [operatorEmail, domain])
    if ((await stateOf(region, identity)) === 'verified') return ok(`${identity} is verified`)
  return missing(`${operatorEmail} is not verified, and SES is in its sandbox`, create(operatorEmail, region))
}

const accountOf = (region: string) => new SESv2Client({ region }).send(new GetAccountCommand({}))

const isProduction = async (region: string): Promise<boolean> =>
  (await accountOf(region)).ProductionAccessEnabled === true

async function stateOf(region: string, EmailIdentity: string): Promise<'verified' | 'waiting' | 'absent'> {
  try {
    const client = new SESv2Client({ region })
    const { VerifiedForSendingStatus } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }))
    return VerifiedForSendingStatus ? 'verified' : 'waiting'
  } catch (error) {
    if (error instanceof NotFoundException) return 'absent'
    throw error
  }
}

const create = (identity: string, region: string) =>
  `aws sesv2 create-email-identity --email-identity ${identity} --region ${region}, then ${verify(identity)}`
const verify = (identity: string) =>
  identity.includes('@')
    ? `follow the link that SES mails to ${identity}`
    : `add the DKIM records of ${identity} to its DNS`
