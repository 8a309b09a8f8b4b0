import type { Ports } from '../campaigns/engine/ports.ts'
import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import type { LiveEvent } from '../realtime/events.ts'
import type { Write } from '../table/table.ts'
import type { StoredImport } from './store.ts'

export interface ImportPorts extends Ports {
  publish(event: LiveEvent): Promise<void>
  files: { get(key: string): Promise<Uint8Array | undefined>; delete(key: string): Promise<void> }
}

/** Where the contacts of a spreadsheet go. */
export interface ImportTarget {
  /** The channel on which browsers hear of it. */
  readonly topic: string
  /** Contacts of one commit, at most. */
  readonly atOnce: number
  /** What brings these contacts in, as things are now; it fails where they have changed meanwhile. */
  bring(contacts: readonly ContactFields[], state: StoredImport): Promise<Brought>
  /** Tells browsers that an import has begun to fill it, or has ended, however that was. */
  tell(): Promise<void>
}

export interface Brought {
  writes: Write[]
  imported: number
  duplicated: number
}
