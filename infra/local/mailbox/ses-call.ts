import type { CompanyEmail } from '@recado/shared/email/email'
import { parsedJson } from '@recado/shared/json'
import * as z from 'zod'

/** A mail that was given to SES. */
export type SentMail = CompanyEmail & { from: string }

/** The path of a call that sends a mail. */
export const SENDING_PATH = '/v2/email/outbound-emails'

const part = z.object({ Data: z.string() })

const call = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.tuple([z.string()]) }),
  Content: z.object({
    Simple: z.object({
      Subject: part,
      Body: z.object({ Text: part, Html: part }),
      Headers: z.array(z.object({ Name: z.string(), Value: z.string() })),
    }),
  }),
  EmailTags: z.tuple([z.object({ Name: z.string(), Value: z.string() })]),
})

/**
 * Parses a call of SES's API: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 * @returns undefined for any other call
 */
export function mailOf(body: string): SentMail | undefined {
  const { data } = call.safeParse(parsedJson(body))
  if (!data) return undefined
  const { Subject, Body, Headers } = data.Content.Simple
  return {
    from: data.FromEmailAddress,
    to: data.Destination.ToAddresses[0],
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
    companyId: data.EmailTags[0].Value,
  }
}
