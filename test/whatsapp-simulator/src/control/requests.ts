import * as z from 'zod'
import { PHONE_NUMBER } from '../accounts/accounts.ts'
import { MOST_FILE_BYTES } from '../media/files.ts'

export const phoneNumber = z
  .string()
  .regex(PHONE_NUMBER, 'a phone number is 7 to 15 digits, with country code')

export const groupId = z.string().regex(/^\d{5,30}@g\.us$/, 'a group id is digits and @g.us')

/** The other side of a chat: a person or a group. */
export const chat = z.union([groupId, phoneNumber])

export const declarePhone = z.strictObject({
  number: phoneNumber,
  name: z.string().trim().min(1).max(100),
  onWhatsApp: z.boolean().default(true),
})

/** People to save in a phone's address book. */
export const saveContacts = z
  .array(z.strictObject({ number: phoneNumber, name: z.string().trim().min(1).max(100) }))
  .min(1)
  .max(10_000)

export const scan = z.strictObject({ qr: z.string().min(1).max(2000) })

/** The pairing code of the app, with or without a hyphen in the middle. */
export const pairingCode = z.strictObject({
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().length(8)),
})

export const readChat = z.strictObject({ chat })

export const typing = z.strictObject({ chat, state: z.enum(['composing', 'paused']) })

/** Numbers of `hidden` members are never sent to other people's linked devices. */
export const createGroup = z
  .strictObject({
    subject: z.string().trim().min(1).max(100),
    members: z.array(phoneNumber).min(1).max(1024),
    admins: z.array(phoneNumber).default([]),
    addressing: z.enum(['lid', 'pn']).default('lid'),
    hidden: z.array(phoneNumber).default([]),
    community: z.boolean().default(false),
  })
  .refine(({ addressing, hidden }) => addressing === 'lid' || hidden.length === 0, {
    path: ['hidden'],
    error: 'in a group addressed by number, nobody can hide it',
  })

const numbers = z.array(phoneNumber).max(1024).default([])

export const changeMembers = z.strictObject({
  add: numbers,
  remove: numbers,
  promote: numbers,
  demote: numbers,
})

/** `disappearsAfter` in seconds; 0 switches the timer off. */
export const setGroup = z.strictObject({
  subject: z.string().trim().min(1).max(100).optional(),
  onlyAdmins: z.boolean().optional(),
  disappearsAfter: z.int().min(0).max(31_536_000).optional(),
})

const aboutNumber = { number: phoneNumber }
const seconds = z.int().min(1).max(31_536_000)
/** Number of times that a fault happens. Without it, until it is cleared. */
const times = z.int().min(1).max(1000).optional()

/** `ms` in milliseconds. */
export const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['disconnect', 'replace', 'unlink', 'freeze', 'streamEnd']),
    ...aboutNumber,
  }),
  z.strictObject({ kind: z.literal('streamError'), ...aboutNumber, code: z.int().min(400).max(599) }),
  z.strictObject({
    kind: z.literal('refuseLogin'),
    ...aboutNumber,
    reason: z.int().min(400).max(599),
    /** Length of a temporary ban (402), in seconds. */
    expire: z.int().min(1).max(31_536_000).optional(),
  }),
  z.strictObject({ kind: z.literal('loginSilence'), ...aboutNumber }),
  /** `revision`: the last part of a version, such as 1043857760 of 2.3000.1043857760. */
  z.strictObject({ kind: z.literal('oldestClient'), revision: z.int().min(0).max(4_294_967_295) }),
  z.strictObject({
    kind: z.literal('upgrade'),
    /** An HTTP status instead of a websocket, no answer at all, or a cut line. */
    answer: z.union([z.int().min(400).max(599), z.enum(['silence', 'cut'])]),
    times,
  }),
  z.strictObject({
    kind: z.literal('dirtyGroups'),
    ...aboutNumber,
    answer: z.enum(['refused', 'cut']),
    times,
  }),
  z.strictObject({
    kind: z.literal('noUploadHosts'),
    ...aboutNumber,
    code: z.int().min(400).max(599),
    times,
  }),
  /** `bytes`: sent before the line is cut. */
  z.strictObject({ kind: z.literal('cutFiles'), bytes: z.int().min(1).max(MOST_FILE_BYTES), times }),
  z.strictObject({
    kind: z.literal('pairingCut'),
    ...aboutNumber,
    /** `silence`: the line stays open, and nothing more is sent. */
    before: z.enum(['restart', 'login', 'silence']),
  }),
  z.strictObject({
    kind: z.literal('newChatCap'),
    ...aboutNumber,
    status: z.enum(['NONE', 'FIRST_WARNING', 'SECOND_WARNING', 'CAPPED']),
    /** -1 for no quota. */
    quota: z.int().min(-1).max(100_000),
    used: z.int().min(0).max(100_000).default(0),
  }),
  z.strictObject({ kind: z.literal('limitsUnknown'), ...aboutNumber }),
  z.strictObject({ kind: z.literal('nack'), to: chat, code: z.int().min(400).max(599) }),
  z.strictObject({ kind: z.literal('ackDelay'), ms: z.int().min(0).max(3_600_000) }),
  z.strictObject({ kind: z.literal('uploadStatus'), status: z.int().min(400).max(599) }),
  z.strictObject({
    kind: z.literal('reachOutLock'),
    ...aboutNumber,
    /** 0 ends the current lock. */
    seconds: z.int().min(0).max(31_536_000),
    /** The account learns of it by its first refusal. */
    silent: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('coldChatLimit'),
    ...aboutNumber,
    chats: z.int().min(1).max(100_000),
    seconds,
  }),
  z.strictObject({
    kind: z.literal('checkLimit'),
    number: phoneNumber.optional(),
    perMinute: z.int().min(0).max(100_000),
  }),
  z.strictObject({ kind: z.literal('passkey'), ...aboutNumber }),
  z.strictObject({
    kind: z.literal('refuseAddress'),
    to: phoneNumber,
    addressing: z.enum(['pn', 'lid']).default('pn'),
  }),
  z.strictObject({ kind: z.literal('takeColdNumbers') }),
  z.strictObject({ kind: z.literal('noLidChats'), ...aboutNumber }),
  z.strictObject({ kind: z.literal('sealedEdits'), by: z.enum(['lid', 'number']).default('lid') }),
  z.strictObject({ kind: z.enum(['noDevices', 'noKeys', 'noLid', 'noAnswer', 'leftOut']), ...aboutNumber }),
  z.strictObject({
    kind: z.literal('withoutContent'),
    ...aboutNumber,
    type: z.enum(['absent', 'view_once']).default('absent'),
    /** The phone resends requested messages. */
    resends: z.boolean().default(true),
  }),
  z.strictObject({ kind: z.literal('garbled'), ...aboutNumber, copies: z.int().min(1).max(10) }),
  z.strictObject({
    kind: z.literal('goneFiles'),
    /** The phone uploads requested files again. */
    uploads: z.boolean().default(true),
  }),
  z.strictObject({ kind: z.enum(['filesByPath', 'groupedReceipts']) }),
  z.strictObject({ kind: z.literal('tokenRequired'), ...aboutNumber }),
  z.strictObject({ kind: z.literal('tokenSalt'), ...aboutNumber, in: z.enum(['settings', 'nowhere']) }),
  z.strictObject({
    kind: z.literal('missedCall'),
    ...aboutNumber,
    from: phoneNumber,
    video: z.boolean().default(false),
    ends: z.enum(['timeout', 'givenUp', 'answered', 'refused']).default('timeout'),
  }),
  z.strictObject({ kind: z.literal('lateUpload'), ...aboutNumber, message: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal('clear'), only: z.string().optional() }),
])

export const screen = z.strictObject({
  connectionId: z.string().min(1).max(200),
  name: z.string().max(200),
  qr: z.string().max(2000),
})

export const since = z.coerce.number().int().min(0).default(0)
