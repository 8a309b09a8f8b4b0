import type { Erasure } from '@recado/shared/data-subjects/erasure'
import { type StoredErasure, shownErasures } from '@recado/shared/data-subjects/store'
import { ports, publish, tableOf } from '../context.ts'

/** Tells the admins' browsers of an erasure. */
export async function publishErasure(companyId: string, erasure: StoredErasure): Promise<void> {
  const record = await shownErasure(companyId, erasure)
  await publish({
    companyId,
    topic: 'data-subject',
    action: 'update',
    body: {},
    confidential: { needs: 'drawer-admin-items:view', body: { record } },
  })
}

/** An erasure as the register shows it. */
export async function shownErasure(companyId: string, stored: StoredErasure): Promise<Erasure> {
  const [erasure] = await shownErasures(tableOf(companyId), [stored], ports.now())
  if (!erasure) throw new Error('The erasure has no row to show')
  return erasure
}
