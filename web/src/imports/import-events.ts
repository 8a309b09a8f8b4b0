import { type ContactImport, contactImport } from '@recado/shared/imports/import'
import * as z from 'zod'
import { listOfItems } from '../contact-lists/items-topic.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { BLOCKS, CONTACTS, type ImportTarget, listTarget } from './target.ts'

/** The change of an import that an event carries. */
export type ImportChange = Partial<ContactImport> & Pick<ContactImport, 'importId' | 'status'>

const told = contactImport.partial().extend({ importId: z.string() })

/** Reads the `importing`, `imported` and `error` events of a list, of the contacts or of the blocked contacts. */
export function importEventOf({
  topic,
  action,
  frame,
}: LiveEvent): { target: ImportTarget; change: ImportChange } | undefined {
  const target = targetOf(topic)
  const event = told.safeParse(frame)
  if (!target || !event.success) return undefined
  const status = statusOf(action, event.data.error)
  return status && { target, change: { ...event.data, status } }
}

function targetOf(topic: string): ImportTarget | undefined {
  if (topic === 'contact-blocks') return BLOCKS
  if (topic === 'contact') return CONTACTS
  const contactListId = listOfItems(topic)
  return contactListId ? listTarget(contactListId) : undefined
}

function statusOf(action: string, error: string | null | undefined): ContactImport['status'] | undefined {
  if (action === 'importing') return 'RUNNING'
  if (action === 'imported') return 'DONE'
  if (action === 'error') return error === 'ERR_IMPORT_CANCELLED' ? 'CANCELLED' : 'FAILED'
  return undefined
}
