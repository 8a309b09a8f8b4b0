import * as z from 'zod'
import { blockOrigin, endedOptOut } from '../contact-blocks/contact-block.ts'
import { id } from '../ids.ts'
import { nameText } from '../name.ts'

/** The longest name of a contact, in code points; the limits of the other fields. */
export const CONTACT_NAME_MAX = 50
export const EXTRA_INFO_MAX = 20
export const CONTACT_TAGS_MAX = 20
export const CONTACT_NOTE_MAX = 2000
const EXTRA_VALUE_MAX = 500
const VARIABLE_MAX = 1000

/** Where a name comes from: a user typed it, the phone's address book has it, or the person chose it in WhatsApp. */
export const nameSource = z.enum(['user', 'phone', 'whatsapp'])
export type NameSource = z.infer<typeof nameSource>

export const extraInfo = z.strictObject({
  name: nameText(1, CONTACT_NAME_MAX),
  value: z.string().trim().max(EXTRA_VALUE_MAX),
})
export type ExtraInfo = z.infer<typeof extraInfo>

const email = z.union([z.literal(''), z.email().max(254)])
const variable = z.string().trim().max(VARIABLE_MAX)
const number = z.string().trim().min(8).max(50)

/** Forms send an empty field as null (part 2 §5). */
const orNull = <T extends z.ZodType<string>>(text: T) =>
  text.nullish().transform((given) => (given === null ? '' : given))

const optionalFields = {
  email: orNull(email),
  var1: orNull(variable),
  var2: orNull(variable),
  var3: orNull(variable),
  extraInfo: z.array(extraInfo).max(EXTRA_INFO_MAX).optional(),
  tagIds: z
    .array(id)
    .max(CONTACT_TAGS_MAX)
    .transform((ids) => [...new Set(ids)])
    .optional(),
  /** Automatic texts leave this person alone: their tickets go to the default queue at once (part 4 §16). */
  botDisabled: z.boolean().optional(),
}

export const contactInput = z.strictObject({
  name: nameText(1, CONTACT_NAME_MAX),
  number,
  ...optionalFields,
})
export type ContactInput = z.infer<typeof contactInput>

/** A field that is left out keeps its value. Only a contact with a LID may have no number. */
export const contactChange = z.strictObject({
  name: nameText(1, CONTACT_NAME_MAX),
  number: number.nullish(),
  ...optionalFields,
})
export type ContactChange = z.infer<typeof contactChange>

/** A contact in lists and live events. Moments are ISO 8601. */
export const contact = z.object({
  id: z.string(),
  /** '' while no name is known. */
  name: z.string(),
  nameFrom: nameSource,
  /** Digits with country code, canonical; null while only the LID is known. */
  number: z.string().nullable(),
  /** WhatsApp's own id of the person. */
  lid: z.string().nullable(),
  email: z.string(),
  tagIds: z.array(z.string()),
  botDisabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Contact = z.infer<typeof contact>

/** A note of the company about a contact. */
export const contactNote = z.object({
  id: z.string(),
  text: z.string(),
  userId: z.string(),
  at: z.string(),
})
export type ContactNote = z.infer<typeof contactNote>

export const contactNoteInput = z.strictObject({ text: z.string().trim().min(1).max(CONTACT_NOTE_MAX) })

/** A contact that was merged into another one. */
export const mergedContact = z.object({
  mergeId: z.string(),
  contact,
  at: z.string(),
  /** Who merged them; null if WhatsApp told that they are one person. */
  userId: z.string().nullable(),
  /** Until then the merge can be undone. */
  undoUntil: z.string(),
})
export type MergedContact = z.infer<typeof mergedContact>

/** All about one contact. */
export const contactDetails = contact.extend({
  var1: z.string(),
  var2: z.string(),
  var3: z.string(),
  extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  /** How and since when the person gets no campaigns and automatic texts; null if they are not blocked. */
  blocked: z.object({ origin: blockOrigin, since: z.string() }).nullable(),
  /** The person's opt-outs that ended, newest first. */
  endedOptOuts: z.array(endedOptOut).default([]),
  /** Newest first. */
  notes: z.array(contactNote),
  /** The contacts that were merged into this one, newest merge first. */
  mergedFrom: z.array(mergedContact),
})
export type ContactDetails = z.infer<typeof contactDetails>

/** Why two contacts may be one person. */
export const duplicateReason = z.enum(['ninthDigit', 'lid', 'email'])
export type DuplicateReason = z.infer<typeof duplicateReason>

export const duplicatePair = z.object({ reason: duplicateReason, contacts: z.tuple([contact, contact]) })
export type DuplicatePair = z.infer<typeof duplicatePair>
