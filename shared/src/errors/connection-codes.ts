import type { CodeKinds } from './code-kinds.ts'

/** Codes of WhatsApp connections, queues and the multi-attendance platform. */
export const CONNECTION_CODES = {
  /** The company has no connection with this id, or no linked one. Choose or link a connection. */
  ERR_NO_WAPP_FOUND: ['not-found'],
  /** The company has no default connection. Name a connection, or make one the default. */
  ERR_NO_DEF_WAPP_FOUND: ['not-found'],
  /** The company's connections need a default one. Make another connection the default first. */
  ERR_NO_OTHER_WHATSAPP: ['conflict'],
  /**
   * The connection is not open (409), or its WhatsApp session does not answer (424). Open or link it, and try again.
   * Also ends a reading of the account's groups.
   */
  ERR_WAPP_NOT_INITIALIZED: ['dependency-failed', 'conflict'],
  /** A campaign that is still to send uses this connection. Cancel the campaign or change its connection. */
  ERR_WAPP_IN_USE: ['conflict'],
  /** This is no phone number. 422 for the number of a test message, else 400. Correct the number. */
  ERR_WAPP_INVALID_CONTACT: ['invalid', 'unprocessable'],
  /** A connection with several queues needs a greeting that asks for one. Write a greeting. */
  ERR_WAPP_GREETING_REQUIRED: ['invalid'],
  /** No other number waits for a decision: a user decided already, or the phone was unlinked. Reload the connection. */
  ERR_WAPP_NO_OTHER_NUMBER: ['conflict'],
  /** The connection has another number, so it gets no pairing code. Link the other number by QR code. */
  ERR_WAPP_OTHER_NUMBER: ['conflict'],
  /** WhatsApp has banned the account until `bannedUntil`. Try again after it: a login before may make the ban longer. */
  ERR_WAPP_BANNED: ['conflict'],
  /** Access for support cannot link accounts. Ask an admin of the company. */
  ERR_SUPPORT_NO_LINKING: ['forbidden'],
  /** The company has no queue with this id. Choose another queue. */
  ERR_NO_QUEUE_FOUND: ['not-found'],
  /** Another queue has this color. Choose another color. */
  ERR_QUEUE_COLOR_ALREADY_EXISTS: ['conflict'],
  /** This deployment has no such multi-attendance platform. */
  ERR_INTEGRATION_UNCONFIGURED: ['unprocessable'],
  /** The company is not connected to the multi-attendance platform. Connect it first. */
  ERR_INTEGRATION_DISABLED: ['unprocessable'],
  /** The multi-attendance platform refuses the token. Connect with another token. */
  ERR_INTEGRATION_TOKEN: ['unprocessable'],
  /** The multi-attendance platform does not answer, or not in time. Try again in a few minutes. */
  ERR_INTEGRATION_UNAVAILABLE: ['dependency-failed'],
} as const satisfies CodeKinds
