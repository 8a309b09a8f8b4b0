import { type ContactImport, contactImport } from '@recado/shared/contact-lists/import'
import * as z from 'zod'

const ITEM_TOPIC = 'ContactListItem-'

/** The list whose contacts a topic is about. */
export const listOfItems = (topic: string): string | undefined =>
  topic.startsWith(ITEM_TOPIC) ? topic.slice(ITEM_TOPIC.length) : undefined

/** What an event says about an import. */
export type ImportChange = Partial<ContactImport> & Pick<ContactImport, 'importId' | 'status'>

const counts = contactImport.pick({
  importId: true,
  read: true,
  imported: true,
  duplicated: true,
  refused: true,
})
const finished = counts.extend({ refusedReasons: contactImport.shape.refusedReasons })
const failed = z.object({ importId: z.string(), error: z.string() })

/** Reads the `importing`, `imported` and `error` events; undefined for any other. */
export function importChangeOf(action: string, frame: unknown): ImportChange | undefined {
  if (action === 'importing') {
    const event = counts.safeParse(frame)
    return event.success ? { ...event.data, status: 'RUNNING' } : undefined
  }
  if (action === 'imported') {
    const event = finished.safeParse(frame)
    return event.success ? { ...event.data, status: 'DONE' } : undefined
  }
  if (action === 'error') {
    const event = failed.safeParse(frame)
    return event.success ? { ...event.data, status: 'FAILED' } : undefined
  }
  return undefined
}
