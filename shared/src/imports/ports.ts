import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import type { Ports } from '../ports/ports.ts'
import type { LiveEvent } from '../realtime/events.ts'
import type { Write } from '../table/table.ts'
import type { StoredImport } from './store.ts'

export interface ImportPorts extends Ports {
  publish(event: LiveEvent): Promise<void>
  files: {
    get(key: string): Promise<Uint8Array | undefined>
    /** Stores a temporary file. */
    put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
    delete(key: string): Promise<void>
  }
}

/** The target of a spreadsheet's contacts. */
export interface ImportTarget {
  /** The topic of its live events. */
  readonly topic: string
  /** The most contacts of one commit. */
  readonly atOnce: number
  /** Prepares the writes that add these contacts now; they fail if the target changes meanwhile. */
  bring(contacts: readonly ContactFields[], state: StoredImport): Promise<Brought>
  /** Sends a live event when an import begins or ends, for whatever reason. */
  publishChange(): Promise<void>
}

/** What a target makes of some contacts: its writes, and how many it adds and how many it has already. */
export interface Brought {
  writes: Write[]
  imported: number
  duplicated: number
}
