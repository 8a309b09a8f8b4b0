import type { QueryClient } from '@tanstack/react-query'
import { contactBlockKeys } from '../contact-blocks/keys.ts'
import { contactListKeys } from '../contact-lists/keys.ts'
import type { ImportTarget } from './target.ts'

/** After an import has begun or ended: what it fills is asked for anew. */
export function refreshImported(client: QueryClient, target: ImportTarget): void {
  if (target.kind === 'blocks') {
    client.invalidateQueries({ queryKey: contactBlockKeys.lists })
    return
  }
  client.invalidateQueries({ queryKey: contactListKeys.items(target.contactListId) })
  client.invalidateQueries({ queryKey: contactListKeys.one(target.contactListId) })
  client.invalidateQueries({ queryKey: contactListKeys.lists })
  client.invalidateQueries({ queryKey: contactListKeys.choices })
}
