import { setTimeout as wait } from 'node:timers/promises'
import { type Call, type DeploymentCommand, EXIT, OperationError } from '../command.ts'
import type { Consumers } from '../consumers.ts'
import type { Deployment } from '../deployment.ts'
import { allQueues, countsOf } from '../queues.ts'

/** Longer than the longest function runs, in milliseconds. */
const STOPPED_WITHIN_MS = 20 * 60_000
const LOOK_EVERY_MS = 2000

export const pause: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'Stops everything that takes work from the queues, and waits until it has stopped',
  details:
    'Switches off the event sources of the workers and the minute rule, and sets the socket service to no tasks. Queues\n' +
    'keep their messages. The app stays open: people can read, and what they change waits in the queues. `ops resume`\n' +
    'starts everything as it was. A second call continues the first one.',
  options: {},
  optionHelp: {},
  async run(call) {
    const { deployment, print, confirm } = call
    const consumers = consumersOf(deployment)
    if (!(await confirm(`Stop all processing of ${deployment.where}? All connections close.`)))
      return EXIT.failed
    await consumers.stop()
    await untilStopped(call, consumers)
    print.note(`${deployment.where} is paused. \`ops resume\` starts it again.`)
    return EXIT.done
  },
}

/** @throws OperationError for the local system */
export function consumersOf({ consumers, where }: Deployment): Consumers {
  if (!consumers)
    throw new OperationError(`${where} has no consumers to pause: stop \`npm start\` to stop all of it.`)
  return consumers
}

async function untilStopped({ deployment, print }: Call, consumers: Consumers): Promise<void> {
  const until = deployment.now() + STOPPED_WITHIN_MS
  for (;;) {
    const left = [...(await consumers.running()), ...(await workIn(deployment))]
    if (left.length === 0) return
    if (deployment.now() > until)
      throw new OperationError(
        `These still run: ${left.join(', ')}. Run \`ops pause\` again to wait for them.`,
      )
    print.note(`Waiting for ${left.length}: ${left.join(', ')}`)
    await wait(LOOK_EVERY_MS)
  }
}

/** Queues with messages that a function still works on. */
async function workIn(deployment: Deployment): Promise<string[]> {
  const counts = await Promise.all(allQueues(deployment).map((queue) => countsOf(deployment, queue)))
  return counts.filter(({ working }) => working > 0).map(({ queue, working }) => `${working} of ${queue}`)
}
