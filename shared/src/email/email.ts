/** A mail as it goes out: the same said twice, for readers with and without HTML. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends mails: SES where the system is deployed, a mailbox on the local machine. */
export interface EmailSender {
  /** @throws where the mail was not taken */
  send(email: Email): Promise<void>
}
