/** An outgoing mail, with the same content as HTML and as text. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends mails: SES when deployed, a mailbox on the local machine. */
export interface EmailSender {
  /** @throws if the mail was not accepted */
  send(email: Email): Promise<void>
}
