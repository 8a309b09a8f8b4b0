import { type ContactImport, handover } from '@recado/shared/imports/import'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import type { LiveEvent } from '../realtime/frame.ts'
import { type ImportChange, importEventOf, listOfItems } from './import-events.ts'
import { isRunning } from './is-running.ts'
import { refreshImported } from './refresh.ts'
import { importKeys, listTarget } from './target.ts'

/** Puts how far an import has come where it is shown; once it has ended, what it filled is asked for anew. */
export function applyImportEvent(client: QueryClient, event: LiveEvent): void {
  applyHandover(client, event)
  const told = importEventOf(event)
  if (!told) return
  const { target, change } = told
  const key = importKeys.one(target, change.importId)
  const known = client.getQueryData<ContactImport>(key)
  const runs = change.status === 'RUNNING'
  if (runs && known && isLate(change, known)) return
  if (known) client.setQueryData<ContactImport>(key, { ...known, ...change })
  if (target.kind === 'blocks') client.setQueryData(importKeys.intoBlocks, runs ? change.importId : null)
  if (runs) return
  // An answer that is still under way may be from before the end.
  client.invalidateQueries({ queryKey: key })
  refreshImported(client, target)
}

/** How far its contacts have been handed to the integrated platform. */
function applyHandover(client: QueryClient, { topic, action, frame }: LiveEvent): void {
  const contactListId = listOfItems(topic)
  const told = action === 'synced' ? handoverTold.safeParse(frame).data : undefined
  if (!told || !contactListId) return
  const key = importKeys.one(listTarget(contactListId), told.importId)
  client.setQueryData<ContactImport>(key, (known) => known && { ...known, sync: told.sync })
}

const handoverTold = z.object({ importId: z.string(), sync: handover })

/** Events may overtake one another: what an import has done it does not undo. */
const isLate = ({ read = 0 }: ImportChange, known: ContactImport): boolean =>
  !isRunning(known) || read < known.read
