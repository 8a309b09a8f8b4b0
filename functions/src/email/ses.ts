import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { givesUp } from '@recado/shared/aws-requests'
import type { EmailSender } from '@recado/shared/email/email'

const CHARSET = 'UTF-8'
/** Inboxes show it in place of the address. The right to send names the address alone (`ses:FromAddress`, "Sending policy examples"). */
const SENDER = 'Recado'

/** Sends mails with SES, from the deployment's own address. */
export function sesSender(from: string, client = new SESClient({ requestHandler: givesUp() })): EmailSender {
  return {
    async send({ to, subject, text, html }) {
      await client.send(
        new SendEmailCommand({
          Source: `${SENDER} <${from}>`,
          Destination: { ToAddresses: [to] },
          Message: {
            Subject: { Data: subject, Charset: CHARSET },
            Body: { Text: { Data: text, Charset: CHARSET }, Html: { Data: html, Charset: CHARSET } },
          },
        }),
      )
    },
  }
}
