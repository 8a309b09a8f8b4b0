import { resume } from '@recado/shared/campaigns/engine/actions'
import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { everyPartition } from '@recado/shared/companies/deletion/every-partition'
import { LED_BY, PARTITIONS } from '@recado/shared/companies/deletion/partitions'
import { getCompany } from '@recado/shared/companies/store'
import { changeConnection } from '@recado/shared/connections/store'
import { clearPartition } from '@recado/shared/table/clear-partition'
import { partition } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { OperationError } from '../command.ts'
import type { Printer } from '../printer.ts'
import { deleteFiles } from './align-files.ts'
import { changeCompany } from './change-company.ts'
import { enterDue, freeEmails } from './index-rows.ts'
import { enginePortsOf } from './ports.ts'
import { arrivalKey, type Move, moveKey } from './record.ts'
import type { Sides } from './side.ts'

/**
 * Undoes a move before its accounts lose their keys: deletes the copy at the target, and lets the company work at the
 * source as before. May be repeated.
 * @throws OperationError when it is too late
 */
export async function abandonMove(sides: Sides, move: Move, print: Printer): Promise<void> {
  const { companyId, source, target } = sides
  if (move.step !== 'stopping' && move.step !== 'copying')
    throw new OperationError(
      'It is too late: accounts are unlinked, or the company works at the target. Run the command without --abandon, which completes the move.',
    )
  await clearTarget(sides)
  print.note(`The copy in ${target.deployment.where} is deleted.`)
  await enterDue(source.table)
  const { status, archived, archivedAt } = move.before
  await changeCompany(source, (read) =>
    read.status === status ? undefined : { ...read, status, archived, archivedAt },
  )
  const ports = enginePortsOf(source.deployment)
  for (const { id: connectionId } of move.connections) {
    const opening = { wanted: 'open', status: 'OPENING', statusReason: null, qrcode: '', retries: 0 } as const
    if (!(await changeConnection(source.table, connectionId, opening))) continue
    await ports.queues.command(
      { kind: 'open', companyId, connectionId },
      `open-${connectionId}-${ports.now()}`,
    )
  }
  for (const id of move.campaigns) {
    const campaign = await getCampaign(source.table, id)
    if (campaign?.pausedAt && campaign.pauseReason === 'logged-out') await resume(ports, companyId, id)
  }
  await wakeChains(ports, companyId)
  await source.platform.delete(moveKey(companyId))
}

/** Deletes what the move has copied. A company that was at the target before is left alone. */
async function clearTarget(sides: Sides): Promise<void> {
  const { companyId, target } = sides
  if (!(await target.platform.get(arrivalKey(companyId)))) return
  if (await getCompany(target.table)) throw new OperationError('The company works at the target.')
  await freeEmails(sides)
  await clearRows(target.table)
  await deleteFiles(target.deployment, companyId)
  await target.platform.delete(arrivalKey(companyId))
}

/** Partitions that are cleared at the same time. */
const AT_ONCE = 40

/** Partitions named by an id first: the others lead to them, so a repeated call finds the rest. */
async function clearRows(table: TenantTable): Promise<void> {
  const fixed = [...Object.values(PARTITIONS).flat(), ...LED_BY]
  const named: string[] = []
  for await (const name of everyPartition(table)) if (!fixed.includes(name)) named.push(name)
  // Backwards: a conversation comes before its messages.
  for (const name of named.reverse()) await clearPartition(table, partition(name))
  for (let from = 0; from < fixed.length; from += AT_ONCE) {
    const some = fixed.slice(from, from + AT_ONCE)
    await Promise.all(some.map((name) => clearPartition(table, partition(name))))
  }
}
