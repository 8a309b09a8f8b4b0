import { CONNECTION_STATUSES } from '@recado/shared/connections/connection'
import { heldConnections } from '@recado/shared/connections/holding'
import { type Command, EXIT, UsageError } from '../command.ts'

export const connections: Command = {
  takes: '',
  args: [0, 0],
  summary: 'Lists connections: which task holds each, how it stands and since when',
  details:
    'Ids alone: what a connection is called and which number it has are its company’s. A connection whose task is\n' +
    '`-` is held by nobody; a running task takes its shard within seconds.',
  options: { company: { type: 'string' }, status: { type: 'string' }, task: { type: 'string' } },
  optionHelp: {
    '--company <id>': 'those of one company',
    '--status <status>': `those in one state: ${CONNECTION_STATUSES.join(', ')}`,
    '--task <task>': 'those that one task holds, as `ops tasks` names it',
  },
  async run({ deployment, values, print }) {
    const wanted = {
      companyId: values.get('company'),
      status: values.get('status'),
      taskId: values.get('task'),
    }
    if (wanted.status && !CONNECTION_STATUSES.some((status) => status === wanted.status))
      throw new UsageError(`--status is one of ${CONNECTION_STATUSES.join(', ')}, not ${wanted.status}.`)
    const found = []
    for await (const connection of heldConnections(deployment.table, deployment.now())) {
      const { companyId, status, taskId } = connection
      if (wanted.companyId && wanted.companyId !== companyId) continue
      if (wanted.status && wanted.status !== status) continue
      if (wanted.taskId && wanted.taskId !== taskId) continue
      found.push(connection)
    }
    print.records(
      found,
      ['connectionId', 'companyId', 'shard', 'taskId', 'status', 'statusReason', 'since'],
      'There are no such connections.',
    )
    return EXIT.done
  },
}
