import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { contactBlockKeys } from '../contact-blocks/keys.ts'
import { contactListKeys } from '../contact-lists/keys.ts'
import { contactKeys } from '../contacts/keys.ts'
import type { ImportTarget } from './target.ts'

/** Beginnings of the keys of the records that an import fills. */
export function importedKeys(target: ImportTarget): QueryKey[] {
  if (target.kind === 'blocks') return [contactBlockKeys.lists]
  if (target.kind === 'contacts') return [contactKeys.all]
  const { items, one, lists, choices } = contactListKeys
  return [items(target.contactListId), one(target.contactListId), lists, choices]
}

/** Fetches the records that an import fills, after its start or end. */
export function refreshImported(client: QueryClient, target: ImportTarget): void {
  for (const queryKey of importedKeys(target)) client.invalidateQueries({ queryKey })
}
