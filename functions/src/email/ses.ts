import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { givesUp } from '@recado/shared/aws-requests'
import type { EmailSender } from '@recado/shared/email/email'

const CHARSET = 'UTF-8'

/** Sends mails with SES, from the deployment's own address. */
export function sesSender(from: string, client = new SESClient({ requestHandler: givesUp() })): EmailSender {
  return {
    async send({ to, subject, text, html }) {
      await client.send(
        new SendEmailCommand({
          Source: from,
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
