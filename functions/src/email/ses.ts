import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { givesUp } from '@recado/shared/aws-requests'
import { COMPANY_TAG, type EmailSender } from '@recado/shared/email/email'

const CHARSET = 'UTF-8'
/**
 * Inboxes show it in place of the address. The right to send names the address alone (`ses:FromAddress`, "Sending
 * policy examples").
 */
const SENDER = 'Recado'

/**
 * A program wrote the mail, so no program should answer it: RFC 3834, and for Exchange `X-Auto-Response-Suppress` of
 * [MS-OXCMAIL]. Its value `All` would also suppress reports of non-delivery.
 */
const WRITTEN_BY_A_PROGRAM = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}

interface Sending {
  from: string
  /** The name of the configuration set that reports what becomes of a mail. */
  configurationSet?: string | undefined
}

/** Sends mails with SES, from the deployment's own address. */
export function sesSender(
  { from, configurationSet }: Sending,
  client = new SESv2Client({ requestHandler: givesUp() }),
): EmailSender {
  return {
    async send({ to, subject, text, html, headers, companyId }) {
      const part = (Data: string) => ({ Data, Charset: CHARSET })
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: `${SENDER} <${from}>`,
          Destination: { ToAddresses: [to] },
          Content: {
            Simple: {
              Subject: part(subject),
              Body: { Text: part(text), Html: part(html) },
              Headers: Object.entries({ ...WRITTEN_BY_A_PROGRAM, ...headers }).map(([Name, Value]) => ({
                Name,
                Value,
              })),
            },
          },
          ConfigurationSetName: configurationSet,
          EmailTags: [{ Name: COMPANY_TAG, Value: companyId }],
        }),
      )
    },
  }
}
