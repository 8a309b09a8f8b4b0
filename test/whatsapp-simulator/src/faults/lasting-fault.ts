import * as z from 'zod'

/** A fault that lasts. Times are milliseconds since 1970. */
export type LastingFault = z.infer<typeof lastingFault>

export const lastingFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nack'), to: z.string(), code: z.number() }),
  z.object({ kind: z.literal('ackDelay'), ms: z.number() }),
  z.object({ kind: z.literal('uploadStatus'), status: z.number() }),
  z.object({ kind: z.literal('reachOutLock'), number: z.string(), until: z.number() }),
  z.object({
    kind: z.literal('coldChatLimit'),
    number: z.string(),
    chats: z.number(),
    seconds: z.number(),
    used: z.number(),
    lockedUntil: z.number().optional(),
  }),
  z.object({ kind: z.literal('checkLimit'), number: z.string().optional(), perMinute: z.number() }),
  z.object({ kind: z.literal('passkey'), number: z.string() }),
  z.object({ kind: z.literal('refuseAddress'), to: z.string(), addressing: z.enum(['pn', 'lid']) }),
  z.object({ kind: z.literal('takeColdNumbers') }),
  z.object({ kind: z.literal('noDevices'), number: z.string() }),
  z.object({ kind: z.literal('noKeys'), number: z.string() }),
  z.object({ kind: z.literal('noLid'), number: z.string() }),
  z.object({ kind: z.literal('noAnswer'), number: z.string() }),
  z.object({
    kind: z.literal('withoutContent'),
    number: z.string(),
    type: z.enum(['absent', 'view_once']),
    resends: z.boolean(),
  }),
  z.object({ kind: z.literal('garbled'), number: z.string(), copies: z.number() }),
  z.object({ kind: z.literal('goneFiles'), uploads: z.boolean() }),
  z.object({ kind: z.literal('filesByPath') }),
  z.object({ kind: z.literal('groupedReceipts') }),
  z.object({ kind: z.literal('tokenRequired'), number: z.string() }),
  z.object({ kind: z.literal('tokenSalt'), number: z.string(), in: z.enum(['settings', 'nowhere']) }),
  z.object({
    kind: z.literal('refuseLogin'),
    number: z.string(),
    reason: z.number(),
    expire: z.number().optional(),
  }),
  z.object({ kind: z.literal('loginSilence'), number: z.string() }),
  z.object({ kind: z.literal('oldestClient'), revision: z.number() }),
  z.object({
    kind: z.literal('upgrade'),
    answer: z.union([z.number(), z.enum(['silence', 'cut'])]),
    times: z.number().optional(),
  }),
  z.object({
    kind: z.literal('pairingCut'),
    number: z.string(),
    before: z.enum(['restart', 'login', 'silence']),
  }),
  z.object({
    kind: z.literal('newChatCap'),
    number: z.string(),
    status: z.string(),
    quota: z.number(),
    used: z.number(),
  }),
  z.object({ kind: z.literal('limitsUnknown'), number: z.string() }),
  z.object({ kind: z.literal('leftOut'), number: z.string() }),
  z.object({ kind: z.literal('cutFiles'), bytes: z.number(), times: z.number().optional() }),
  z.object({
    kind: z.literal('noUploadHosts'),
    number: z.string(),
    code: z.number(),
    times: z.number().optional(),
  }),
  z.object({
    kind: z.literal('dirtyGroups'),
    number: z.string(),
    answer: z.enum(['refused', 'cut']),
    times: z.number().optional(),
  }),
])
