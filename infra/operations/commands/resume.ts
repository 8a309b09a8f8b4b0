import { misplacedConnections } from '@recado/shared/connections/reshard'
import { type DeploymentCommand, EXIT, OperationError } from '../command.ts'
import type { Deployment } from '../deployment.ts'
import { consumersOf } from './pause.ts'

export const resume: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'Starts everything that `ops pause` stopped, as it was before',
  details: 'The event sources of the workers, the minute rule, and the tasks of the socket service.',
  options: {},
  optionHelp: {},
  async run({ deployment, print, confirm }) {
    const consumers = consumersOf(deployment)
    await refuseMisplaced(deployment)
    if (!(await confirm(`Start the processing of ${deployment.where} again?`))) return EXIT.failed
    if (!(await consumers.start())) throw new OperationError(`${deployment.where} is not paused.`)
    print.note(`${deployment.where} processes again. \`ops tasks\` shows the socket service's tasks.`)
    return EXIT.done
  },
}

/**
 * A task would not find a connection in a shard of another number of shards.
 * @throws OperationError if there is one
 */
async function refuseMisplaced({ table, shards, where }: Deployment): Promise<void> {
  for await (const _ of misplacedConnections(table, shards))
    throw new OperationError(
      `${where} has ${shards} shards now, and connections in shards of another number: run \`ops reshard\` first.`,
    )
}
