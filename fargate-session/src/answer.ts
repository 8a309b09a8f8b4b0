import { answerAsk, type Reply } from '@recado/shared/connections/asks'
import { TenantTable } from '@recado/shared/table/tenant'
import { failure } from './log.ts'
import type { ServicePorts } from './ports.ts'

/** Answers a question in time, or not at all: whoever asked has gone by then. */
export async function answer(
  ports: ServicePorts,
  {
    companyId,
    connectionId,
    askId,
    until,
  }: { companyId: string; connectionId: string; askId: string; until: number },
  find: () => Promise<Reply>,
): Promise<void> {
  if (ports.now() > until) return
  const reply = await find().catch((error: unknown): Reply => {
    ports.log.warn({ connectionId, error: failure(error) }, 'question not answered')
    return { failed: true }
  })
  await answerAsk(new TenantTable(ports.table, companyId), askId, reply)
}
