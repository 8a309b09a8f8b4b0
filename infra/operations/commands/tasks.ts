import { socketTasks } from '@recado/shared/connections/holding'
import { type DeploymentCommand, EXIT } from '../command.ts'

export const tasks: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'Lists the running tasks of the socket service with their shards',
  details:
    'The host identifies the ECS task: ip-10-0-1-23 has the private address 10.0.1.23 in `aws ecs describe-tasks`.',
  options: {},
  optionHelp: {},
  async run({ deployment, print }) {
    const alive = await socketTasks(deployment.table, deployment.now())
    const columns = ['taskId', 'host', 'drainingSince', 'shards'] as const
    print.records(alive, columns, 'No task is alive: connections are closed until one starts.')
    return EXIT.done
  },
}
