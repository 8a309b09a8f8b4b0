import { type DeploymentCommand, EXIT, OperationError, UsageError } from '../command.ts'
import { moveBack } from '../move-back.ts'
import { allQueues, countsOf } from '../queues.ts'

export const requeue: DeploymentCommand = {
  takes: '<queue>',
  args: [1, 1],
  summary: 'Moves messages that failed for good back to their queue',
  details:
    'Fix the cause first. Workers expect duplicate messages, and drop void ones (an old tick, a command of an old epoch).',
  options: {},
  optionHelp: {},
  async run({ args, deployment, print, confirm }) {
    const queues = allQueues(deployment)
    const queue = queues.find(({ name }) => name === args[0])
    if (!queue)
      throw new UsageError(
        `There is no queue ${args[0]}. There are ${queues
          .map(({ name }) => name)
          .filter((name) => !name.startsWith('commands-'))
          .join(', ')}, and commands-00 to ${queues.at(-1)?.name}.`,
      )
    const { dead, waiting } = await countsOf(deployment, queue)
    print.note(`${queue.name}: ${dead} failed for good, ${waiting} waiting.`)
    if (dead > 0 && !(await confirm(`Move ${dead} back to ${queue.name}?`))) return EXIT.failed
    const moved = dead > 0 ? await moveBack(deployment, queue, dead) : 0
    const left = (await countsOf(deployment, queue)).dead
    print.records([{ queue: queue.name, moved, left }], ['queue', 'moved', 'left'], '')
    if (moved === 0 && dead > 0)
      throw new OperationError(
        'No message could be moved: another run is moving them. Try again in a minute.',
      )
    return EXIT.done
  },
}
