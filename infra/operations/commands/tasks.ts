import { socketTasks } from '@recado/shared/connections/holding'
import { type Command, EXIT } from '../command.ts'

export const tasks: Command = {
  takes: '',
  args: [0, 0],
  summary: 'Lists the tasks of the socket service that are alive, with the shards they hold',
  details:
    'The host is the name of the machine, by which `aws ecs describe-tasks` tells which task of the service it is:\n' +
    'ip-10-0-1-23 is the private address 10.0.1.23.',
  options: {},
  optionHelp: {},
  async run({ deployment, print }) {
    const alive = await socketTasks(deployment.table, deployment.now())
    const columns = ['taskId', 'host', 'drainingSince', 'shards'] as const
    print.records(alive, columns, 'No task is alive: connections are closed until one starts.')
    return EXIT.done
  },
}
