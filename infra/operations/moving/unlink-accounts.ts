import { setTimeout as pause } from 'node:timers/promises'
import { allConnections, changeConnection, getConnection } from '@recado/shared/connections/store'
import { OperationError } from '../command.ts'
import type { Printer } from '../printer.ts'
import { enginePortsOf } from './ports.ts'
import type { Move } from './record.ts'
import type { Side } from './side.ts'
import { holdsWithin } from './until.ts'

/** Limit of the wait for an account that was connected before the move, in milliseconds. */
const OPENED_WITHIN_MS = 30_000
/** WhatsApp delivers what waited for an account within this time of its opening, in milliseconds (assumed). */
const DELIVERED_MS = 3000
/** A task of the socket service unlinks an account within this time, in milliseconds. */
const UNLINKED_WITHIN_MS = 60_000

/**
 * Unlinks the accounts at the source and deletes their keys: they need a new QR code from then on. Before it, accounts
 * that were connected are opened once more for the messages that customers sent since the connections were closed.
 * Nothing of the company sends meanwhile, except answers that were already waiting. May be repeated.
 */
export async function unlinkAccounts(source: Side, move: Move, print: Printer): Promise<void> {
  const { table, deployment } = source
  const { companyId } = move
  const { queues, now } = enginePortsOf(deployment)
  const linked = async () =>
    (await allConnections(table)).filter(({ number, pendingNumber }) => (number ?? pendingNumber) !== null)
  await receiveWaiting(source, move, print)
  for (const { id } of await linked()) {
    await changeConnection(table, id, {
      wanted: 'closed',
      status: 'DISCONNECTED',
      statusReason: 'DISCONNECTED_BY_USER',
      pendingNumber: null,
      qrcode: '',
    })
    await queues.command({ kind: 'unlink', companyId, connectionId: id }, `unlink-${id}-${now()}`)
  }
  if (!(await holdsWithin(UNLINKED_WITHIN_MS, async () => (await linked()).length === 0)))
    throw new OperationError(
      'The socket service has not unlinked every account: `ops tasks` shows whether a task is alive. Then run this again.',
    )
}

async function receiveWaiting({ table, deployment }: Side, move: Move, print: Printer): Promise<void> {
  const { companyId } = move
  const { queues, now } = enginePortsOf(deployment)
  const opened: string[] = []
  for (const { id, status } of move.connections) {
    const connection = await getConnection(table, id)
    // An earlier run may have unlinked it.
    if (status !== 'CONNECTED' || !connection?.number) continue
    await changeConnection(table, id, { wanted: 'open', status: 'OPENING', statusReason: null })
    await queues.command({ kind: 'open', companyId, connectionId: id }, `receive-${id}-${now()}`)
    opened.push(id)
  }
  if (opened.length === 0) return
  const areOpen = async () => {
    for (const id of opened) if ((await getConnection(table, id))?.status !== 'CONNECTED') return false
    return true
  }
  if (!(await holdsWithin(OPENED_WITHIN_MS, areOpen)))
    print.note(
      'Some accounts did not connect: their phones keep what waits for them at WhatsApp, and give it to the new link.',
    )
  await pause(DELIVERED_MS)
}
