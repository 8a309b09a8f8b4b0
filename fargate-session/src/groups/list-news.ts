import { listOf } from '@recado/shared/contact-lists/store'
import type { ListNews } from '@recado/shared/group-lists/group-lists'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ServicePorts } from '../ports/ports.ts'

/** Up to this many lists get an event each. Above it, browsers reload all lists. */
const TOLD_ONE_BY_ONE = 10

/** Tells the company's browsers about a changed or deleted list. */
export function tellList(
  { publish }: Pick<ServicePorts, 'publish'>,
  { companyId }: TenantTable,
  news: ListNews,
): Promise<void> {
  const { action } = news
  const body = action === 'delete' ? { id: news.listId } : { record: listOf(news.list) }
  return publish({ companyId, topic: 'contact-list', action, body })
}

/** Tells the company's browsers about changed or deleted lists. */
export async function tellLists(
  ports: Pick<ServicePorts, 'publish'>,
  table: TenantTable,
  news: readonly ListNews[],
): Promise<void> {
  if (news.length > TOLD_ONE_BY_ONE) {
    const { companyId } = table
    return ports.publish({ companyId, topic: 'contact-list', action: 'reload', body: {} })
  }
  for (const each of news) await tellList(ports, table, each)
}
