import type { CompanyEmail } from '@recado/shared/email/email'
import { noteMailed, wasMailed } from '@recado/shared/email/sent-mails'
import { giveUpMail } from '@recado/shared/notices/store'
import { type EmailJob, emailJob } from '@recado/shared/queues/jobs'
import { environment, log, ports, tableOf } from '../context.ts'
import { companyOfEmail, forgottenPasswordLink, passwordLink } from '../credentials/password-links.ts'
import { work } from '../http/worker.ts'
import { mailedNotice } from '../notices/mailed-notice.ts'
import { tellCause } from '../notices/tell-cause.ts'
import { mailedDeed } from '../users/mailed-deed.ts'
import { mailedInvitation } from '../users/mailed-invitation.ts'
import { sesSender } from './ses.ts'

const { EMAIL_FROM: from, CONFIGURATION_SET: configurationSet } = environment
const sender = from ? sesSender({ from, configurationSet }) : undefined

/**
 * Writes and sends mails, and writes notices that may be mailed too. Tokens are created here, so that no queue and no log
 * contains them. A delivery of a job whose mail was sent does nothing: its link would void the sent one.
 */
export const handler = work('emails', emailJob, async (job, messageId) => {
  if (job.kind === 'cause') return tellCause(job)
  if (!sender) {
    log.error('no mail sent: this deployment has no address to send from', { kind: job.kind })
    return
  }
  const companyId = await companyOf(job)
  if (companyId === undefined || (await wasMailed(tableOf(companyId), messageId))) return
  const email = await letterFor(job, messageId)
  // Undefined if the subject of the mail was deleted meanwhile, or never existed.
  if (!email) return
  try {
    await sender.send(email)
  } catch (error) {
    if (job.kind === 'notice') await giveUpMail(tableOf(job.companyId), job.userId, job.noticeId)
    throw error
  }
  await remember(email.companyId, messageId)
})

type MailJob = Exclude<EmailJob, { kind: 'cause' }>

/** Undefined if no user has the e-mail. */
const companyOf = async (job: MailJob): Promise<string | undefined> =>
  job.kind === 'forgotten-password' ? await companyOfEmail(job.email) : job.companyId

/** A mail that is sent stays sent if this fails: the job is not repeated for it. */
async function remember(companyId: string, messageId: string): Promise<void> {
  try {
    await noteMailed(tableOf(companyId), messageId, ports.now())
  } catch (error) {
    log.warn('a sent mail is not noted', { companyId, messageId, error: String(error) })
  }
}

function letterFor(job: MailJob, messageId: string): Promise<CompanyEmail | undefined> {
  switch (job.kind) {
    case 'invitation':
      return mailedInvitation(job)
    case 'password-link':
      return passwordLink(job)
    case 'forgotten-password':
      return forgottenPasswordLink(job)
    case 'operator-deed':
      return mailedDeed(job)
    case 'notice':
      return mailedNotice(job, messageId)
  }
}
