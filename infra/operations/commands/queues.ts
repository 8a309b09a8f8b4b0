import { type DeploymentCommand, EXIT } from '../command.ts'
import { allQueues, countsOf } from '../queues.ts'

export const queues: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'Lists the queues with their waiting, in-flight and failed messages',
  details: 'SQS counts approximately, and up to a minute late. Empty queues of commands are not shown.',
  options: { all: { type: 'boolean' } },
  optionHelp: { '--all': 'shows empty queues of commands too' },
  async run({ deployment, flags, print }) {
    const counted = await Promise.all(allQueues(deployment).map((queue) => countsOf(deployment, queue)))
    const shown = counted.filter(
      ({ queue, waiting, working, dead }) =>
        flags.has('all') || !queue.startsWith('commands-') || waiting + working + dead > 0,
    )
    print.records(shown, ['queue', 'waiting', 'working', 'dead'], 'There are no queues.')
    return EXIT.done
  },
}
