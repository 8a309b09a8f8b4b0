import { CONNECTION_STATUSES } from '@recado/shared/connections/connection'
import { heldConnections } from '@recado/shared/connections/holding'
import { type DeploymentCommand, EXIT, UsageError } from '../command.ts'

export const connections: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'Lists connections with their task, their status and its start',
  details:
    'Names and numbers are not shown: they belong to the company. A connection with the task `-` has no lease owner; a\n' +
    'running task leases its shard within seconds.',
  options: { company: { type: 'string' }, status: { type: 'string' }, task: { type: 'string' } },
  optionHelp: {
    '--company <id>': 'connections of one company',
    '--status <status>': `connections in one status: ${CONNECTION_STATUSES.join(', ')}`,
    '--task <task>': 'connections of one task; `ops tasks` lists the tasks',
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
    for await (const connection of heldConnections(deployment.table, deployment.shards, deployment.now())) {
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
