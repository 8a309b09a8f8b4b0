import type { QueryClient } from '@tanstack/react-query'
import { contactBlockKeys } from '../contact-blocks/keys.ts'
import { contactListKeys } from '../contact-lists/keys.ts'
import { contactKeys } from '../contacts/keys.ts'
import type { ImportTarget } from './target.ts'

/** Fetches the records that an import fills, after its start or end. */
export function refreshImported(client: QueryClient, target: ImportTarget): void {
  if (target.kind === 'blocks') {
    client.invalidateQueries({ queryKey: contactBlockKeys.lists })
    return
  }
  if (target.kind === 'contacts') {
    client.invalidateQueries({ queryKey: contactKeys.all })
    return
  }
  client.invalidateQueries({ queryKey: contactListKeys.items(target.contactListId) })
  client.invalidateQueries({ queryKey: contactListKeys.one(target.contactListId) })
  client.invalidateQueries({ queryKey: contactListKeys.lists })
  client.invalidateQueries({ queryKey: contactListKeys.choices })
}
