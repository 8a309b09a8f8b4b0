import type { Email } from '@recado/shared/email/email'
import { type EmailJob, emailJob } from '@recado/shared/queues/jobs'
import { environment, log } from '../context.ts'
import { forgottenPasswordLink, passwordLink } from '../credentials/password-links.ts'
import { work } from '../http/worker.ts'
import { mailedDeed } from '../users/mailed-deed.ts'
import { mailedInvitation } from '../users/mailed-invitation.ts'
import { sesSender } from './ses.ts'

const sender = environment.EMAIL_FROM ? sesSender(environment.EMAIL_FROM) : undefined

/** Writes and sends mails. Their tokens are created here, so that no queue and no log contains them. */
export const handler = work('emails', emailJob, async (job) => {
  if (!sender) {
    log.error('no mail sent: this deployment has no address to send from', { kind: job.kind })
    return
  }
  const email = await letterFor(job)
  // Undefined if the subject of the mail was deleted meanwhile, or never existed.
  if (email) await sender.send(email)
})

function letterFor(job: EmailJob): Promise<Email | undefined> {
  switch (job.kind) {
    case 'invitation':
      return mailedInvitation(job)
    case 'password-link':
      return passwordLink(job)
    case 'forgotten-password':
      return forgottenPasswordLink(job)
    case 'operator-deed':
      return mailedDeed(job)
  }
}
