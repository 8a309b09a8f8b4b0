import * as z from 'zod'

/** The platforms that a deployment can be set up for. */
export const integrationKind = z.enum(['sacmais', 'chatwoot'])
export type IntegrationKind = z.infer<typeof integrationKind>
