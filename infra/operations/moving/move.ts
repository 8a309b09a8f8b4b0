import { setTimeout as pause } from 'node:timers/promises'
import { ConditionFailed } from '@recado/shared/table/table'
import { OperationError } from '../command.ts'
import type { Printer } from '../printer.ts'
import { alignFiles } from './align-files.ts'
import { alignRows, type Compared } from './align-rows.ts'
import { reserveEmails, takeOutDue } from './index-rows.ts'
import { openTarget } from './open-target.ts'
import { arrivalKey, type Move, recordMove } from './record.ts'
import { RowTranslation } from './row-translation.ts'
import { settle } from './settle.ts'
import type { Sides } from './side.ts'
import { isStopped, stopSource } from './stop-source.ts'
import { unlinkAccounts } from './unlink-accounts.ts'

/** The most looks until both sides are equal. Each writes what the one before it did not see. */
const MOST_LOOKS = 20
/** The pause between two looks, in milliseconds. The source ends its open writes meanwhile. */
const LOOK_AGAIN_MS = 1000

/** Goes on with a move from its step to its end. Each step may be repeated. @returns the last comparison */
export async function goOn(sides: Sides, begun: Move, print: Printer): Promise<Compared[]> {
  const { companyId, source, target } = sides
  let move = begun
  const mustStop = move.step === 'stopping' || (move.step !== 'opening' && !(await isStopped(source, move)))
  if (mustStop) move = await stopSource(source, move, print)
  if (move.step === 'copying') {
    const { startedAt } = move
    await target.platform.put({
      companyId,
      from: source.deployment.origin,
      startedAt,
      ...arrivalKey(companyId),
    })
    await reserved(sides)
    await settle(source, print)
    await aligned(sides, move, print)
    move = await recordMove(source.platform, move, { step: 'unlinking' })
  }
  let compared: Compared[] = []
  if (move.step === 'unlinking') {
    await unlinkAccounts(source, move, print)
    print.note('The accounts are unlinked at the source, and their keys deleted.')
    // The messages that waited for the accounts.
    await settle(source, print)
    compared = await aligned(sides, move, print)
    move = await recordMove(source.platform, move, { step: 'opening' })
  }
  await openTarget(sides, move)
  await recordMove(source.platform, move, { step: 'moved' })
  return compared
}

async function reserved(sides: Sides): Promise<void> {
  try {
    await reserveEmails(sides)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    throw new OperationError(
      'Another user at the target has taken an e-mail meanwhile. Run it again to see whose.',
    )
  }
}

/** Copies until a look finds both sides equal. */
async function aligned(sides: Sides, move: Move, print: Printer): Promise<Compared[]> {
  const { companyId, source, target } = sides
  const translation = new RowTranslation(companyId, source.deployment.secrets, target.deployment.secrets)
  for (let look = 1; look <= MOST_LOOKS; look++) {
    if (!(await isStopped(source, move)))
      throw new OperationError(
        `An operator has changed the company in ${source.deployment.where}. Run this again, which stops it once more.`,
      )
    await takeOutDue(source.table)
    const files = await alignFiles(source.deployment, target.deployment, companyId)
    const rows = await alignRows(sides, translation, source.deployment.now())
    const changed = rows.reduce((sum, each) => sum + each.changed, 0)
    if (changed + files.changed === 0) {
      print.note(`Both sides are equal: ${sumOf(rows)} rows, ${files.source} files.`)
      return rows
    }
    print.note(`Copied ${changed} of ${sumOf(rows)} rows, and ${files.changed} of ${files.source} files.`)
    await pause(LOOK_AGAIN_MS)
  }
  throw new OperationError(
    'The company’s rows keep changing at the source: `ops queues` shows what is still working. Then run it again.',
  )
}

const sumOf = (rows: readonly Compared[]): number => rows.reduce((sum, { source }) => sum + source, 0)
