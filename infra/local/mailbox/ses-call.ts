import type { Email } from '@recado/shared/email/email'

/** A mail that was given to SES. */
export type SentMail = Email & { from: string }

/**
 * Parses a call of the SES query API: https://docs.aws.amazon.com/ses/latest/APIReference/API_SendEmail.html
 * @returns undefined for any other call
 */
export function mailOf(body: string): SentMail | undefined {
  const fields = new URLSearchParams(body)
  const to = fields.get('Destination.ToAddresses.member.1')
  if (fields.get('Action') !== 'SendEmail' || !to) return undefined
  const text = (name: string) => fields.get(name) ?? ''
  return {
    from: text('Source'),
    to,
    subject: text('Message.Subject.Data'),
    text: text('Message.Body.Text.Data'),
    html: text('Message.Body.Html.Data'),
  }
}

/** SES's answer to an accepted mail. */
export const answerTo = (messageId: string): string =>
  [
    '<SendEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/">',
    `<SendEmailResult><MessageId>${messageId}</MessageId></SendEmailResult>`,
    `<ResponseMetadata><RequestId>${messageId}</RequestId></ResponseMetadata>`,
    '</SendEmailResponse>',
  ].join('')
