import type { Clock } from '../calendar/local-date.ts'
import type { StoredMessage } from '../conversations/message.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { DataSubject } from './person.ts'

/** A file among a person's data. */
export interface KeptFile {
  /** Its key in the bucket, and its path in the package. */
  key: string
  path: string
}

/** A row of the spreadsheet: the place of the data, its name, the time, the kind, the content, and its file. */
export type Fact = [where: string, name: string, at: string, what: string, says: string, file?: string]

/** The tools for collecting a dossier. */
export interface Search {
  table: TenantTable
  subject: DataSubject
  connectionIds: string[]
  nameOf: (connectionId: string) => string
  /** The names of ticket queues and users, by their ids. */
  names: ReadonlyMap<string, string>
  clock: Clock
  /** Registers a file. @returns its path in the package */
  keep(message: StoredMessage): string
}
