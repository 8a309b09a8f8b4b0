import type { CodeKinds } from './code-kinds.ts'

/** Codes of calls of any domain. `http/codes-of.ts` assigns them to routes. */
export const GENERAL_CODES = {
  /** An internal error. Try again. If it fails again, report the request id. */
  ERR_INTERNAL: [],
  /** There is no call with this method and path. Check the address against the OpenAPI document. */
  ERR_NO_ROUTE: ['not-found'],
  /** The request did not come through this deployment's own address. Use that address. */
  ERR_ORIGIN: ['forbidden'],
  /** The path, the query or the body is malformed. Correct the fields that `details` names. */
  ERR_VALIDATION: ['invalid'],
  /** The JSON body is too large. Send less in one call. */
  ERR_BODY_TOO_LARGE: ['too-large'],
  /** The body is not JSON, nor a form where the call takes a file. Send `Content-Type: application/json`. */
  ERR_CONTENT_TYPE: ['unsupported-media-type'],
  /** The form is larger than 4 MB. Upload the file through `POST /uploads` and send its `uploadId`. */
  ERR_UPLOAD_TOO_LARGE: ['too-large'],
  /**
   * 401: there is no session, or it has ended: sign in. 403: the access token has expired: refresh it once and repeat
   * the call.
   */
  ERR_SESSION_EXPIRED: ['unauthenticated', 'forbidden'],
  /** The user signed in elsewhere, which ends every earlier session. Sign in again. */
  ERR_SESSION_REPLACED: ['unauthenticated'],
  /** The company was changed after the session began, which ends the session. Sign in again. */
  ERR_COMPANY_UPDATED: ['unauthenticated'],
  /**
   * The user now works in another company than the one in `X-Company`, or the company changed during the write.
   * Reload and decide again.
   */
  ERR_COMPANY_CHANGED: ['conflict'],
  /** The user's profile or company does not allow this call. A new token does not help; ask an admin. */
  ERR_NO_PERMISSION: ['forbidden'],
  /** The user is in the company for support, with read access only. Ask an operator for access that may change data. */
  ERR_SUPPORT_READ_ONLY: ['forbidden'],
  /** The user is in the company for support, which never changes accounts. Ask an admin of the company. */
  ERR_SUPPORT_NO_USERS: ['forbidden'],
  /** The company's payment is overdue, so it cannot send. Record the payment. */
  ERR_COMPANY_OVERDUE: ['payment-required'],
  /** Other writers changed the same data at every attempt. Nothing was changed. Repeat the call. */
  ERR_BUSY: ['conflict'],
  /** Too many calls of this kind. Wait for the seconds in `Retry-After`. */
  ERR_TOO_MANY_REQUESTS: ['too-many-requests'],
  /** The `Idempotency-Key` was used for another request. Send a new key. */
  ERR_IDEMPOTENCY_KEY_REUSED: ['unprocessable'],
  /** The first request with this `Idempotency-Key` is still running. Wait and repeat the call. */
  ERR_IN_PROGRESS: ['conflict'],
} as const satisfies CodeKinds
