import { getCompany } from '@recado/shared/companies/store'
import { COMPANY_TAG } from '@recado/shared/email/email'
import type { MailProblem } from '@recado/shared/email/mail-problem'
import { noteReached, noteUnreached } from '@recado/shared/email/unreached'
import * as z from 'zod'
import { log, tableOf } from '../context.ts'

const report = z.object({ timestamp: z.string() })

/**
 * SES's report of what became of a mail: "Examples of event data that Amazon SES publishes" in its developer guide.
 * A mail has one recipient.
 */
const mailEvent = z.object({
  detail: z
    .object({
      mail: z.object({
        destination: z.array(z.string()).length(1),
        tags: z.object({ [COMPANY_TAG]: z.array(z.string()).length(1) }),
      }),
    })
    .and(
      z.discriminatedUnion('eventType', [
        z.object({ eventType: z.literal('Bounce'), bounce: report.extend({ bounceType: z.string() }) }),
        z.object({
          eventType: z.literal('Complaint'),
          complaint: report.extend({ complaintFeedbackType: z.string().nullish() }),
        }),
        z.object({ eventType: z.literal('Delivery'), delivery: report }),
      ]),
    ),
})
type Detail = z.infer<typeof mailEvent>['detail']

/** Notes which addresses mails do not reach, so that their company sees it. */
export async function handler(event: unknown): Promise<void> {
  const { detail } = mailEvent.parse(event)
  const [email = ''] = detail.mail.destination
  const [companyId = ''] = detail.mail.tags[COMPANY_TAG]
  const table = tableOf(companyId)
  // Deleted meanwhile.
  if (!(await getCompany(table))) return
  if (detail.eventType === 'Delivery') {
    await noteReached(table, email, detail.delivery.timestamp)
    return
  }
  const found = problemOf(detail)
  if (!found) return
  log.warn('mails do not reach an address', { companyId, problem: found.problem })
  await noteUnreached(table, { email, ...found })
}

/**
 * @returns undefined for a full mailbox or the like, after which SES goes on sending, and for a report that a mail is
 * no spam
 */
function problemOf(
  detail: Exclude<Detail, { eventType: 'Delivery' }>,
): { problem: MailProblem; at: string } | undefined {
  if (detail.eventType === 'Bounce') {
    const { bounceType, timestamp: at } = detail.bounce
    return bounceType === 'Permanent' ? { problem: 'bounce', at } : undefined
  }
  const { complaintFeedbackType, timestamp: at } = detail.complaint
  return complaintFeedbackType === 'not-spam' ? undefined : { problem: 'complaint', at }
}
