import { type ContactImport, handover } from '@recado/shared/imports/import'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { listOfItems } from '../contact-lists/items-topic.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { type ImportChange, importEventOf } from './import-events.ts'
import { isRunning } from './is-running.ts'
import { importedKeys, refreshImported } from './refresh.ts'
import { importKeys, listTarget } from './target.ts'

/** Applies the progress of an import. After its end the imported records are fetched. */
export function applyImportEvent(client: QueryClient, event: LiveEvent): QueryKey[] {
  const handedOver = applyHandover(client, event)
  const told = importEventOf(event)
  if (!told) return handedOver
  const { target, change } = told
  const key = importKeys.one(target, change.importId)
  const known = client.getQueryData<ContactImport>(key)
  const runs = change.status === 'RUNNING'
  if (runs && known && isLate(change, known)) return []
  if (known) client.setQueryData<ContactImport>(key, { ...known, ...change })
  if (target.kind === 'blocks') client.setQueryData(importKeys.intoBlocks, runs ? change.importId : null)
  const changeable = target.kind === 'blocks' ? [key, importKeys.intoBlocks] : [key]
  if (runs) return changeable
  // An answer that is still on its way may be from before the end.
  client.invalidateQueries({ queryKey: key })
  refreshImported(client, target)
  return [...changeable, ...importedKeys(target)]
}

/** Applies the progress of the handover to the integrated platform. */
function applyHandover(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  const contactListId = listOfItems(topic)
  const told = action === 'synced' ? handoverTold.safeParse(frame).data : undefined
  if (!told || !contactListId) return []
  const key = importKeys.one(listTarget(contactListId), told.importId)
  client.setQueryData<ContactImport>(key, (known) => known && { ...known, sync: told.sync })
  return [key]
}

const handoverTold = z.object({ importId: z.string(), sync: handover })

/** Whether an event was overtaken: the progress of an import never goes back. */
const isLate = ({ read = 0 }: ImportChange, known: ContactImport): boolean =>
  !isRunning(known) || read < known.read
