import * as z from 'zod'

/**
 * Why mails do not reach an address: its server refused one for good, or its owner reported one as spam. SES sends such an
 * address no more mails.
 */
const mailProblem = z.enum(['bounce', 'complaint'])
export type MailProblem = z.infer<typeof mailProblem>

/** null: mails reach the address, as far as is known. */
export const mailProblemOrNone = mailProblem.nullable()
