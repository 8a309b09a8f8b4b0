import * as z from 'zod'
import { consent, consentInput } from '../contact-lists/consent.ts'
import { id } from '../ids.ts'
import { parsedJson } from '../json.ts'
import { LIMITS } from '../spreadsheets/limits.ts'

/** A multipart upload up to this size, in bytes; larger files go straight to S3 (part 3 §5). */
export const MULTIPART_MAX_BYTES = 4 * 1024 * 1024
/** The largest importable spreadsheet, in bytes and in rows. */
export const IMPORT_MAX_BYTES = LIMITS.fileBytes
export const IMPORT_MAX_ROWS = LIMITS.rows - 1

/** WAITING: for its turn, because only one import at a time fills a list. */
export const importStatus = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'])

/** Form fields come as text, JSON as booleans. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** A form sends an object as JSON. */
const fromForm = (value: unknown): unknown =>
  typeof value === 'string' ? (parsedJson(value) ?? value) : value

const column = z.number().int().min(0).max(255)

/** The column of each field in the sheet, from 0. A name or a number may have a part of it in a column of its own. */
export const columnChoice = z.strictObject({
  name: column.optional(),
  /** Added after the name. */
  surname: column.optional(),
  number: column,
  /** The Brazilian area code (DDD) of numbers without one. */
  areaCode: column.optional(),
  email: column.optional(),
  var1: column.optional(),
  var2: column.optional(),
  var3: column.optional(),
})
export type ColumnChoice = z.infer<typeof columnChoice>
export type ColumnRole = keyof ColumnChoice
export const COLUMN_ROLES = columnChoice.keyof().options

/** The position of the contacts in a sheet. */
export const sheetLayout = z.strictObject({
  columns: columnChoice,
  /** The line of the sheet with the first contact, from 1. */
  firstLine: z.number().int().min(1).max(1_048_576),
})
export type SheetLayout = z.infer<typeof sheetLayout>

/** The file's upload, if it went straight to S3. */
const uploadId = z.string().max(64)

export const importInput = z.strictObject({
  /** true removes duplicates, false keeps them (part 3 §5). */
  importDuplicated: flag.default(true),
  syncSacmais: flag.default(false),
  uploadId: uploadId.optional(),
  /** Without it, the titles or the positions determine the columns. */
  layout: z.preprocess(fromForm, sheetLayout.optional()),
  consent: z.preprocess(fromForm, consentInput.optional()),
})

/** Where contacts come from: a list, or a spreadsheet that was uploaded. */
export const intoContactsInput = z
  .strictObject({
    contactListId: id.optional(),
    uploadId: uploadId.optional(),
    layout: sheetLayout.optional(),
  })
  .refine(({ contactListId, uploadId: upload }) => (contactListId === undefined) !== (upload === undefined), {
    path: ['contactListId'],
    message: 'list_or_upload',
  })
  .refine(({ contactListId, layout }) => !contactListId || !layout, {
    path: ['layout'],
    message: 'of_uploads_only',
  })
export type IntoContactsInput = z.infer<typeof intoContactsInput>

export const previewInput = z.strictObject({ uploadId: uploadId.optional() })

/** The most rows of a preview. One with fewer shows the whole sheet. */
export const PREVIEW_ROWS = 10

/** The first rows of a spreadsheet, and how an import would read them. */
export const importPreview = z.object({
  /** The first rows of the sheet with their line numbers; long texts are cut. */
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  columns: columnChoice.partial(),
  firstLine: z.number().int(),
  /** Whether titles or numbers determine the columns without doubt. */
  clear: z.boolean(),
})
export type ImportPreview = z.infer<typeof importPreview>

/** Progress of the handover of an import's contacts to the integrated platform. */
export const handover = z.object({
  /** STOPPED: `error` says why; contacts already handed over stay there. */
  status: z.enum(['WAITING', 'RUNNING', 'DONE', 'STOPPED']),
  synced: z.number().int(),
  /** Contacts that the platform refused. */
  failed: z.number().int(),
  error: z.string().nullable(),
})
export type Handover = z.infer<typeof handover>

/** Progress of an import. */
export const contactImport = z.object({
  importId: z.string(),
  /** The list it fills; null for the contacts and the blocked contacts. */
  contactListId: z.string().nullable(),
  status: importStatus,
  /** Rows of the file; null until they are counted. */
  total: z.number().int().nullable(),
  read: z.number().int(),
  imported: z.number().int(),
  duplicated: z.number().int(),
  refused: z.number().int(),
  /** Refused rows by reason, e.g. { NUMBER_INVALID: 3 }. */
  refusedReasons: z.record(z.string(), z.number().int()),
  /** Rows read, refused ones aside, whose name or another text was too long for its field and was cut. */
  shortened: z.number().int(),
  /** The declared consent of the people. */
  consent: consent.nullable(),
  /** null: no handover of its contacts to the integrated platform was requested. */
  sync: handover.nullable(),
  /** Why the import failed: the code of an error. */
  error: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type ContactImport = z.infer<typeof contactImport>

/** The response of a call that accepts a spreadsheet. */
export const importBegun = z.object({ message: z.string(), importId: z.string() })
