import * as z from 'zod'
import type { Key } from '../table/table.ts'
import { allRows, committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { ExportState } from './routes.ts'

/** What a spreadsheet is made of. */
export const wantedSheet = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact-list'), contactListId: z.string() }),
  z.object({ kind: z.literal('refused'), contactListId: z.string().nullable(), importId: z.string() }),
  z.object({ kind: z.literal('extracted-contacts'), whatsappId: z.string() }),
  z.object({ kind: z.literal('campaign'), campaignId: z.string() }),
  z.object({
    kind: z.literal('audit'),
    userId: z.string().optional(),
    domain: z.string().optional(),
    from: z.number().optional(),
    before: z.number().optional(),
  }),
])
export type WantedSheet = z.infer<typeof wantedSheet>

/** Everything of one person, by their canonical number; or a spreadsheet. */
export type WantedFile = WantedSheet | { kind: 'data-subject'; number: string }

/** What is stored of a spreadsheet that is made in the background. */
export interface StoredExport {
  exportId: string
  status: ExportState['status']
  wanted: WantedFile
  /** The user who asked for it. */
  by?: string
  /** Its S3 key, once it is done. */
  source?: string
  createdAt: string
}

/** Kept as long as its file: a week, in seconds. */
const KEPT_SECONDS = 7 * 24 * 3600
/** One that was not finished by then never will be, in milliseconds: three attempts of five minutes, and a bit. */
const GIVEN_UP_MS = 20 * 60_000

const exportKey = (exportId: string): Key => ({ pk: 'EXPORTS', sk: exportId })

export const getExport = (table: TenantTable, exportId: string) =>
  table.get<StoredExport>(exportKey(exportId))

export const putExport = (table: TenantTable, begun: StoredExport): Promise<void> =>
  table.put({
    ...begun,
    ...exportKey(begun.exportId),
    expiresAt: Math.floor(Date.parse(begun.createdAt) / 1000) + KEPT_SECONDS,
  })

/** @returns false where it is not running any more */
export const endExport = (
  table: TenantTable,
  exportId: string,
  end: Pick<StoredExport, 'status' | 'source'>,
): Promise<boolean> => committed(table.update(exportKey(exportId), { set: end }, { status: 'RUNNING' }))

/** How an export stands at a moment, in milliseconds since 1970. */
export function statusOf({ status, createdAt }: StoredExport, now: number): ExportState['status'] {
  return status === 'RUNNING' && now - Date.parse(createdAt) > GIVEN_UP_MS ? 'FAILED' : status
}

/**
 * Forgets exports, files and all. One that is being written finds its row gone and deletes its file.
 * @param isMeant which ones
 * @param forgetFile takes a file out of the bucket, by its key
 */
export async function forgetExports(
  table: TenantTable,
  isMeant: (wanted: WantedFile) => boolean,
  forgetFile: (key: string) => Promise<void>,
): Promise<void> {
  for await (const { exportId, wanted, source } of allRows<StoredExport>(table, { pk: exportKey('').pk })) {
    if (!isMeant(wanted)) continue
    if (source) await forgetFile(source)
    await table.delete(exportKey(exportId))
  }
}
