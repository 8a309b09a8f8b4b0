import type { AuditQuery } from '../audit/store.ts'
import type { ImportRef } from '../imports/store.ts'
import type { Language } from '../language.ts'
import { allRows, committed, type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { ExportState } from './routes.ts'

/** The content of an exported spreadsheet, and the language of the page that asked for it: Portuguese without one. */
export type WantedSheet = { language?: Language } & (
  | { kind: 'contact-list'; contactListId: string }
  | { kind: 'contacts' }
  | ({ kind: 'refused' } & ImportRef)
  | { kind: 'extracted-contacts'; whatsappId: string }
  | { kind: 'campaign'; campaignId: string }
  | ({ kind: 'audit' } & AuditQuery)
)

/** All data of one person by their canonical number or, while that is '', by their LID; or a spreadsheet. */
export type WantedFile = WantedSheet | { kind: 'data-subject'; number: string; lid?: string }

/** A stored export: a spreadsheet written in the background. */
export interface StoredExport {
  exportId: string
  status: ExportState['status']
  wanted: WantedFile
  /** The user who requested it. */
  by?: string
  /** Its S3 key, once it is done. */
  source?: string
  /** The company has no data of the person whose data was wanted. */
  isEmpty?: boolean
  createdAt: string
}

/** Kept as long as its file: a week, in seconds. */
const KEPT_SECONDS = 7 * 24 * 3600
/** An export without an end after this many milliseconds has failed: five attempts of five minutes, and a margin. */
const GIVEN_UP_MS = 30 * 60_000

const exportKey = (exportId: string): Key<StoredExport> => keyIn('EXPORTS', exportId)

export const getExport = (table: TenantTable, exportId: string) => table.get(exportKey(exportId))

export const putExport = (table: TenantTable, begun: StoredExport): Promise<void> =>
  table.put({
    ...begun,
    ...exportKey(begun.exportId),
    expiresAt: Math.floor(Date.parse(begun.createdAt) / 1000) + KEPT_SECONDS,
  })

/** @returns false if it is not running any more */
export const endExport = (
  table: TenantTable,
  exportId: string,
  end: Pick<StoredExport, 'status' | 'source' | 'isEmpty'>,
): Promise<boolean> => committed(table.update(exportKey(exportId), { set: end }, { status: 'RUNNING' }))

/** The status of an export at `now`, in milliseconds since 1970. */
export function statusOf({ status, createdAt }: StoredExport, now: number): ExportState['status'] {
  return status === 'RUNNING' && now - Date.parse(createdAt) > GIVEN_UP_MS ? 'FAILED' : status
}

/**
 * Deletes exports with their files. A running export finds its row deleted and deletes its file.
 * @param isMeant selects the exports
 * @param forgetFile deletes a file from the bucket by its key
 */
export async function forgetExports(
  table: TenantTable,
  isMeant: (wanted: WantedFile) => boolean,
  forgetFile: (key: string) => Promise<void>,
): Promise<void> {
  for await (const { exportId, wanted, source } of allRows(table, { pk: exportKey('').pk })) {
    if (!isMeant(wanted)) continue
    if (source) await forgetFile(source)
    await table.delete(exportKey(exportId))
  }
}
