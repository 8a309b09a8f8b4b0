import { leasedShards, raiseFences } from '@recado/shared/connections/holding'
import { reshardConnections } from '@recado/shared/connections/reshard'
import { type DeploymentCommand, EXIT, OperationError } from '../command.ts'

export const reshard: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'After a deployment with more shards: moves the connections to their new shards',
  details:
    'A connection’s shard follows from its id and the number of shards. This command moves the connections that another\n' +
    'number had put elsewhere, and raises the fences, so that a connection’s new shard may write its WhatsApp keys. Run it\n' +
    'between `ops pause` and `ops resume`. It may be interrupted and run again.',
  options: {},
  optionHelp: {},
  async run({ deployment, print, confirm }) {
    const { table, shards, where, now } = deployment
    refuseHeld(await leasedShards(table, now()))
    if (!(await confirm(`Move the connections of ${where} to ${shards} shards?`))) return EXIT.failed
    // First, so that no connection is in a shard that may not write its keys.
    refuseHeld(await raiseFences(table, shards, now()))
    const moved = await reshardConnections(table, shards)
    // A task that started meanwhile has read its shards too early.
    refuseHeld(await leasedShards(table, now()))
    print.records([{ shards, moved }], ['shards', 'moved'], '')
    return EXIT.done
  },
}

/** @throws OperationError while a task leases a shard */
function refuseHeld(shards: readonly number[]): void {
  if (shards.length > 0)
    throw new OperationError(
      `Tasks hold the shards ${shards.join(' ')}: run \`ops pause\`, wait 15 seconds, and run this again.`,
    )
}
