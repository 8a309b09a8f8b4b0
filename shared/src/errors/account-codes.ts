import type { CodeKinds } from './code-kinds.ts'

/** Codes of signing in, passwords, users and invitations. */
export const ACCOUNT_CODES = {
  /** The e-mail or the password is wrong. Try again. */
  ERR_INVALID_CREDENTIALS: ['unauthenticated'],
  /** The password is right, but the user's company is switched off. Contact the platform's operator. */
  ERR_COMPANY_INACTIVE: ['unauthenticated'],
  /** Too many attempts to sign in, or to guess a password or code. Wait for the seconds in `Retry-After`. */
  ERR_TOO_MANY_ATTEMPTS: ['too-many-requests'],
  /** The user has two-step sign-in. Repeat the call with `code`, from the authenticator or a recovery code. */
  ERR_TOTP_REQUIRED: ['unauthenticated'],
  /** The code of the second step is wrong. 401 when signing in, 422 when switching it on. Enter the next code. */
  ERR_TOTP_INVALID: ['unauthenticated', 'unprocessable'],
  /** Two-step sign-in is on already. Switch it off first. */
  ERR_TOTP_ON: ['conflict'],
  /** The handover from another instance is unknown, expired or used. Sign in with e-mail and password. */
  ERR_HANDOVER_INVALID: ['unauthenticated'],
  /** The instance that issued the handover does not answer. Try again in a few minutes. */
  ERR_INSTANCE_AWAY: ['dependency-failed'],
  /** The link to choose a password was used, has expired or was replaced. Ask for another link. */
  ERR_LINK_EXPIRED: ['forbidden'],
  /** The password is one of the most common ones. Choose another. */
  ERR_PASSWORD_COMMON: ['unprocessable'],
  /** The current password is wrong. Enter it again. */
  ERR_WRONG_PASSWORD: ['unprocessable'],
  /** An operator cannot set the password of another company's user. Send the user a link. */
  ERR_PASSWORD_BY_LINK: ['forbidden'],
  /** The invitation was used, has expired or was revoked. Ask for another invitation. */
  ERR_USER_CREATION_DISABLED: ['forbidden'],
  /** The company has no invitation with this id. Reload the list. */
  ERR_NO_INVITATION_FOUND: ['not-found'],
  /** The company has no user with this id, or no admin to send a link to. Reload the list. */
  ERR_NO_USER_FOUND: ['not-found'],
  /** A user of the platform has this e-mail. Choose another e-mail. */
  ERR_DUPLICATED_EMAIL: ['conflict'],
  /** The change would leave the company without an admin. Make another user an admin first. */
  ERR_LAST_ADMIN: ['conflict'],
  /** Users cannot delete their own account. Ask another admin. */
  ERR_OWN_ACCOUNT: ['conflict'],
} as const satisfies CodeKinds
