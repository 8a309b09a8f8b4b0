import { notFound } from '@recado/shared/errors/errors'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import { stageIds } from '@recado/shared/tags/store'
import { type KanbanQuery, type ListedTicket, NO_STAGE } from '@recado/shared/tickets/contract/ticket'
import { pageOfStage } from '@recado/shared/tickets/store/kanban'
import { tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { listed, planOf } from './lists.ts'
import { attendantOf } from './seen-ticket.ts'

/** @throws DomainError ERR_NO_TAG_FOUND for a tag that is no column */
export async function page(
  actor: Actor,
  { stage, cursor, ...filters }: KanbanQuery,
): Promise<{ records: ListedTicket[]; count: number; hasMore: boolean; nextCursor: string | null }> {
  const table = tableOf(actor.companyId)
  const [stages, plan] = await Promise.all([stageIds(table), planOf(actor, false)])
  if (stage !== NO_STAGE && !stages.includes(stage)) throw notFound('ERR_NO_TAG_FOUND')
  const column = { tagId: stage === NO_STAGE ? null : stage, stageIds: stages }
  let count = 0
  const name = [actor.companyId, actor.userId, 'kanban', stage, JSON.stringify(filters)]
  const { rows, ...end } = await pageOf(
    name,
    { cursor },
    async (after, limit) => {
      const { count: all, ...found } = await pageOfStage(
        table,
        column,
        filters,
        attendantOf(actor),
        plan,
        after,
        limit,
      )
      count = all
      return found
    },
    PAGE_SIZE,
  )
  return { records: await listed(actor, rows), count, ...end }
}
