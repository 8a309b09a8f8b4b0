/** An outgoing mail, with the same content as HTML and as text. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** Headers by their name, beyond those of every mail. */
  headers?: Readonly<Record<string, string>>
}

/** A mail to a user of a company, or to somebody who is invited to it. */
export interface CompanyEmail extends Email {
  companyId: string
}

/** The tag of each mail that names its company in SES's reports. */
export const COMPANY_TAG = 'company'

/** Sends mails: SES when deployed, a mailbox on the local machine. */
export interface EmailSender {
  /** @throws if the mail was not accepted */
  send(email: CompanyEmail): Promise<void>
}
