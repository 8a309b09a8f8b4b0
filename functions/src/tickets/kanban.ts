import { notFound } from '@recado/shared/errors/errors'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import { stageIds } from '@recado/shared/tags/store'
import {
  COUNTED_UP_TO,
  type KanbanColumn,
  type KanbanQuery,
  NO_STAGE,
} from '@recado/shared/tickets/contract/ticket'
import { pageOfStage, readStages, type Stage } from '@recado/shared/tickets/store/kanban'
import type { DeskCard } from '@recado/shared/tickets/store/ticket-lists'
import { tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'
import { pageOf } from '../http/pages.ts'
import { listed, planOf } from './lists.ts'

/** @throws DomainError ERR_NO_TAG_FOUND if none of the tags is a column */
export async function columns(
  actor: Actor,
  { stages: wanted, cursor, ...filters }: KanbanQuery,
): Promise<{ columns: KanbanColumn[] }> {
  const table = tableOf(actor.companyId)
  const [tagIds, plan] = await Promise.all([stageIds(table), planOf(actor, false)])
  const stages = wanted.filter((stage) => stage === NO_STAGE || tagIds.includes(stage)).map(stageNamed)
  if (stages.length === 0) throw notFound('ERR_NO_TAG_FOUND')
  const cards = await readStages(table, stages, tagIds, filters, attendantOf(actor), plan)
  const pages = await Promise.all(
    [...cards].map(async ([stage, ofStage]) => ({
      stage: nameOf(stage),
      count: Math.min(ofStage.length, COUNTED_UP_TO + 1),
      ...(await pageOfColumn(actor, nameOf(stage), ofStage, { cursor, filters })),
    })),
  )
  const tickets = await listed(
    actor,
    pages.flatMap(({ rows }) => rows),
  )
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  return {
    columns: pages.map(({ rows, ...page }) => ({
      ...page,
      records: rows.flatMap(({ id }) => byId.get(id) ?? []),
    })),
  }
}

const stageNamed = (name: string): Stage => (name === NO_STAGE ? null : name)
const nameOf = (stage: Stage): string => stage ?? NO_STAGE

function pageOfColumn(
  actor: Actor,
  name: string,
  cards: readonly DeskCard[],
  { cursor, filters }: { cursor: string | undefined; filters: object },
) {
  const list = [actor.companyId, actor.userId, 'kanban', name, JSON.stringify(filters)]
  return pageOf(list, { cursor }, async (after, limit) => pageOfStage(cards, after, limit), PAGE_SIZE)
}
