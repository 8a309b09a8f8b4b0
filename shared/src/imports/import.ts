import * as z from 'zod'
import { consent, consentInput } from '../contact-lists/consent.ts'

/** A multipart upload up to this size, in bytes; larger files go straight to S3 (part 3 §5). */
export const MULTIPART_MAX_BYTES = 4 * 1024 * 1024
/** The largest spreadsheet that is imported, in bytes and in rows. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024
export const IMPORT_MAX_ROWS = 100_000

/** WAITING: for its turn, since one import at a time fills a list. */
export const importStatus = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'])

/** Form fields come as text, JSON as booleans. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** In a form an object is its JSON. */
const fromForm = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const column = z.number().int().min(0).max(255)

/** In which column of the sheet, from 0, each field is. */
export const columnChoice = z.strictObject({
  number: column,
  name: column.optional(),
  email: column.optional(),
  var1: column.optional(),
  var2: column.optional(),
  var3: column.optional(),
})
export type ColumnChoice = z.infer<typeof columnChoice>

/** Where the contacts of a sheet are. */
export const sheetLayout = z.strictObject({
  columns: columnChoice,
  /** The line of the sheet with the first contact, from 1. */
  firstLine: z.number().int().min(1).max(1_048_576),
})
export type SheetLayout = z.infer<typeof sheetLayout>

/** The file, when it went straight to S3. */
const uploadId = z.string().max(64)

export const importInput = z.strictObject({
  /** true removes duplicates, false keeps them (part 3 §5). */
  importDuplicated: flag.default(true),
  syncSacmais: flag.default(false),
  uploadId: uploadId.optional(),
  /** Without it the columns are found by their titles, or by position. */
  layout: z.preprocess(fromForm, sheetLayout.optional()),
  consent: z.preprocess(fromForm, consentInput.optional()),
})

export const previewInput = z.strictObject({ uploadId: uploadId.optional() })

/** The beginning of a spreadsheet, and how it would be read. */
export const importPreview = z.object({
  /** The first rows of the sheet with their lines; long texts are cut. */
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  columns: columnChoice.partial(),
  firstLine: z.number().int(),
  /** Whether titles or numbers leave no doubt about the columns. */
  clear: z.boolean(),
})
export type ImportPreview = z.infer<typeof importPreview>

/** How far the contacts of an import have been handed to the integrated platform. */
export const handover = z.object({
  /** STOPPED: `error` says why, and those who were handed over stay there. */
  status: z.enum(['WAITING', 'RUNNING', 'DONE', 'STOPPED']),
  synced: z.number().int(),
  /** Whom the platform did not take. */
  failed: z.number().int(),
  error: z.string().nullable(),
})
export type Handover = z.infer<typeof handover>

/** How far an import has come. */
export const contactImport = z.object({
  importId: z.string(),
  /** The list it fills; null where it fills the blocked contacts. */
  contactListId: z.string().nullable(),
  status: importStatus,
  /** Rows of the file; null until it has been looked through. */
  total: z.number().int().nullable(),
  read: z.number().int(),
  imported: z.number().int(),
  duplicated: z.number().int(),
  refused: z.number().int(),
  /** Refused rows by reason, e.g. { NUMBER_INVALID: 3 }. */
  refusedReasons: z.record(z.string(), z.number().int()),
  /** What was said of the people's consent. */
  consent: consent.nullable(),
  /** null: nobody wanted its contacts to be handed to the integrated platform. */
  sync: handover.nullable(),
  /** Why the whole file failed. */
  error: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type ContactImport = z.infer<typeof contactImport>

/** The answer of a call that takes a spreadsheet. */
export const importBegun = z.object({ message: z.string(), importId: z.string() })
