import * as z from 'zod'

/** A multipart upload up to this size, in bytes; larger files go straight to S3 (part 3 §5). */
export const MULTIPART_MAX_BYTES = 4 * 1024 * 1024
/** The largest spreadsheet that is imported, in bytes and in rows. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024
export const IMPORT_MAX_ROWS = 100_000

export const importStatus = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED'])

/** Form fields come as text, JSON as booleans. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

export const importInput = z.strictObject({
  /** true removes duplicates, false keeps them (part 3 §5). */
  importDuplicated: flag.default(true),
  syncSacmais: flag.default(false),
  /** The file, when it went straight to S3. */
  uploadId: z.string().max(64).optional(),
})

/** How far an import has come. */
export const contactImport = z.object({
  importId: z.string(),
  contactListId: z.string(),
  status: importStatus,
  read: z.number().int(),
  imported: z.number().int(),
  duplicated: z.number().int(),
  refused: z.number().int(),
  /** Refused rows by reason, e.g. { NUMBER_INVALID: 3 }. */
  refusedReasons: z.record(z.string(), z.number().int()),
  /** Why the whole file failed. */
  error: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type ContactImport = z.infer<typeof contactImport>
