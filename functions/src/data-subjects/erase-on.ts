import { erase } from '@recado/shared/data-subjects/erase'
import { getErasure } from '@recado/shared/data-subjects/store'
import { ports, publish, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'
import { publishErasure } from './shown-erasure.ts'

/** One run of an erasure. */
export async function eraseOn(companyId: string, id: string): Promise<void> {
  const table = tableOf(companyId)
  const later = await erase(
    {
      now: ports.now,
      forgetFile: (key) => filesOf(companyId).delete(key),
      endLostImport: async (lost) => {
        // Loaded with the first lost import.
        const { endLost } = await import('@recado/shared/imports/ending')
        return endLost({ ...ports, publish, files: filesOf(companyId) }, table, lost)
      },
      wentOn: (erasure) => publishErasure(companyId, erasure),
    },
    table,
    id,
  )
  if (later !== undefined) {
    await ports.queues.send('cleanup', { companyId, kind: 'data-subject', id }, later)
    return
  }
  const done = await getErasure(table, id)
  if (done) await publishErasure(companyId, done)
  await publish({ companyId, topic: 'contact-list', action: 'reload', body: {} })
  await publish({ companyId, topic: 'contact-blocks', action: 'reload', body: {} })
}
