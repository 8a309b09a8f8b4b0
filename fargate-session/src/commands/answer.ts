import { answerAsk, type Reply } from '@recado/shared/connections/asks'
import { TenantTable } from '@recado/shared/table/tenant'
import type { ServicePorts } from '../ports/ports.ts'

/** Answers a question before its deadline, or not at all: after it, the caller no longer waits. */
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
    ports.log.warn('question not answered', { connectionId, error })
    return { failed: true }
  })
  await answerAsk(new TenantTable(ports.table, companyId), askId, reply)
}
