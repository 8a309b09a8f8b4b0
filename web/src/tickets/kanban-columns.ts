import type { RequestOf } from '@recado/shared/http/contract'
import { ticketRoutes } from '@recado/shared/tickets/contract/routes'
import { type KanbanColumn, NO_STAGE } from '@recado/shared/tickets/contract/ticket'
import { call } from '../api/call.ts'

type Filters = Omit<RequestOf<typeof ticketRoutes.listKanban>, 'stages' | 'cursor'>

/** Columns that are asked for together. */
interface Batch {
  stages: string[]
  answer: Promise<KanbanColumn[]>
}

/** A query takes 50 ids. */
const AT_ONCE = 50

/** By their filters. A full batch gives way to the next one. */
const open = new Map<string, Batch>()

/**
 * The first page of a column. Columns with the same filters that are asked for in the same turn of the event loop are one
 * call: the server reads all live tickets, whether it is asked for one column or for all.
 */
export async function firstPageOf(stage: string | null, filters: Filters): Promise<KanbanColumn> {
  const key = JSON.stringify(filters)
  const begun = open.get(key)
  const batch = begun && begun.stages.length < AT_ONCE ? begun : newBatch(key, filters)
  const name = stage ?? NO_STAGE
  batch.stages.push(name)
  return columnIn(await batch.answer, name)
}

/** A later page of a column. */
export async function nextPageOf(
  stage: string | null,
  filters: Filters,
  cursor: string,
  signal: AbortSignal,
): Promise<KanbanColumn> {
  const name = stage ?? NO_STAGE
  const { columns } = await call(ticketRoutes.listKanban, { ...filters, stages: name, cursor }, { signal })
  return columnIn(columns, name)
}

function newBatch(key: string, filters: Filters): Batch {
  const stages: string[] = []
  const answer = nextTurn().then(async () => {
    if (open.get(key)?.stages === stages) open.delete(key)
    const { columns } = await call(ticketRoutes.listKanban, { ...filters, stages: stages.join(',') })
    return columns
  })
  const batch = { stages, answer }
  open.set(key, batch)
  return batch
}

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** @throws Error if the column's tag was deleted meanwhile */
function columnIn(columns: readonly KanbanColumn[], name: string): KanbanColumn {
  const column = columns.find(({ stage }) => stage === name)
  if (!column) throw new Error('The kanban has no such column any more')
  return column
}
