import type { CompanyEmail } from '@recado/shared/email/email'
import { giveUpMail } from '@recado/shared/notices/store'
import { type EmailJob, emailJob } from '@recado/shared/queues/jobs'
import { environment, log, tableOf } from '../context.ts'
import { forgottenPasswordLink, passwordLink } from '../credentials/password-links.ts'
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
 * contains them.
 */
export const handler = work('emails', emailJob, async (job) => {
  if (job.kind === 'cause') return tellCause(job)
  if (!sender) {
    log.error('no mail sent: this deployment has no address to send from', { kind: job.kind })
    return
  }
  const email = await letterFor(job)
  // Undefined if the subject of the mail was deleted meanwhile, or never existed.
  if (!email) return
  try {
    await sender.send(email)
  } catch (error) {
    if (job.kind === 'notice') await giveUpMail(tableOf(job.companyId), job.userId, job.noticeId)
    throw error
  }
})

function letterFor(job: Exclude<EmailJob, { kind: 'cause' }>): Promise<CompanyEmail | undefined> {
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
      return mailedNotice(job)
  }
}
