import * as z from 'zod'
import { integrationKind } from './kind.ts'

/** PENDING: its token is being checked. PAUSED: the platform refuses a token that it accepted before. */
export const integrationStatus = z.enum(['DISABLED', 'PENDING', 'PAUSED', 'ENABLED'])
export type IntegrationStatus = z.infer<typeof integrationStatus>

/** A company's link to the multi-attendance platform, as the API shows it. */
export const integration = z.object({
  status: integrationStatus,
  updatedAt: z.string().nullable(),
  /** Since when it has been connected. */
  connectedAt: z.string().nullable(),
  /** The platform of this deployment; null where it offers none. */
  kind: integrationKind.nullable(),
  /** Dots and the token's last four characters. */
  token: z.string().nullable(),
})
export type Integration = z.infer<typeof integration>

/** A token must be printable, so that it fits into a header. */
const token = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/)

export const integrationChange = z.strictObject({
  type: integrationKind,
  /** Needed to connect. Other clients send an empty field as null. */
  token: token.nullish(),
  status: z.enum(['ENABLED', 'DISABLED']),
})
export type IntegrationChange = z.infer<typeof integrationChange>

/** A tag of the platform. */
export const platformTag = z.object({
  id: z.string(),
  name: z.string(),
  /** `#1f9d55`, if the platform sends it. */
  color: z.string().nullable(),
  /** null if the platform does not send it. */
  contactsCount: z.number().int().nullable(),
})
export type PlatformTag = z.infer<typeof platformTag>

/** A queue of the platform. */
export const platformQueue = z.object({ id: z.string(), name: z.string(), color: z.string().nullable() })
export type PlatformQueue = z.infer<typeof platformQueue>
