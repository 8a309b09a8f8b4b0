import * as z from 'zod'
import { PHONE_NUMBER } from '../accounts/accounts.ts'

export const phoneNumber = z
  .string()
  .regex(PHONE_NUMBER, 'a phone number is 7 to 15 digits, with country code')

export const declarePhone = z.strictObject({
  number: phoneNumber,
  name: z.string().trim().min(1).max(100),
  onWhatsApp: z.boolean().default(true),
})

export const scan = z.strictObject({ qr: z.string().min(1).max(2000) })

/** The eight characters that the app shows, with or without a hyphen in the middle. */
export const pairingCode = z.strictObject({
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().length(8)),
})

export const writeMessage = z.strictObject({ to: phoneNumber, text: z.string().min(1).max(65_536) })

export const readChat = z.strictObject({ chat: phoneNumber })

/** `ms` in milliseconds. */
export const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['disconnect', 'replace', 'unlink', 'freeze']), number: phoneNumber }),
  z.strictObject({ kind: z.literal('nack'), to: phoneNumber, code: z.int().min(400).max(599) }),
  z.strictObject({ kind: z.literal('ackDelay'), ms: z.int().min(0).max(3_600_000) }),
  z.strictObject({ kind: z.literal('clear') }),
])

export const screen = z.strictObject({
  connectionId: z.string().min(1).max(200),
  name: z.string().max(200),
  qr: z.string().max(2000),
})

export const since = z.coerce.number().int().min(0).default(0)
