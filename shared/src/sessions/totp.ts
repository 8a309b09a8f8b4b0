import * as z from 'zod'

/** RFC 6238 as all authenticators support it: SHA-1, six digits, a new code every 30 seconds. */
export const TOTP_STEP_SECONDS = 30
export const TOTP_DIGITS = 6
/** A code is accepted this many steps before and after its time, because clocks differ. */
export const TOTP_TOLERANCE = 1
export const RECOVERY_CODES = 10

const ownPassword = z.string().trim().min(1).max(200)

export const totpCode = z.strictObject({ code: z.string().trim().max(20) })
/** The password too: the holder of an open session could otherwise lock the user out. */
export const totpConfirmation = totpCode.extend({ currentPassword: ownPassword })
export const totpEnd = z.strictObject({ password: ownPassword })

/** For the authenticator: to be read as a QR code, or typed. Base32, and an otpauth: address. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() })

/** Each replaces a code for one sign-in. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
