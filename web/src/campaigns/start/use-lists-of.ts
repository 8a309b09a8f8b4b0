import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { useQuery } from '@tanstack/react-query'
import { contactListChoicesQuery, contactListQuery } from '../../contact-lists/queries.ts'

/** The lists of a campaign; undefined while they are loading. */
export function useListsOf({
  type,
  contactListId,
}: Pick<Campaign, 'type' | 'contactListId'>): ContactList[] | undefined {
  const ids = [contactListId].flat()
  const [first = ''] = ids
  const one = useQuery({ ...contactListQuery(first), enabled: ids.length === 1 })
  const all = useQuery({ ...contactListChoicesQuery(type), enabled: ids.length > 1 })
  if (ids.length === 0) return []
  if (ids.length === 1) return one.data && [one.data]
  return all.data?.filter(({ id }) => ids.includes(id))
}
