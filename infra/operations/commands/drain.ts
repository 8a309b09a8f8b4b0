import { setTimeout as pause } from 'node:timers/promises'
import { drainTask, type SocketTask, socketTasks } from '@recado/shared/connections/holding'
import { type Call, type DeploymentCommand, EXIT, type Exit, OperationError } from '../command.ts'

/** Limit of the wait, in milliseconds. A task finishes its work within half a minute. */
const DRAINED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 1000

export const drain: DeploymentCommand = {
  takes: '<task>',
  args: [1, 1],
  summary: 'Moves the shards of a task of the socket service to the other tasks',
  details:
    'The task finishes its sends, closes its sockets, takes no shards, and stays alive until you stop it. The other\n' +
    'tasks open the connections within seconds, without a new QR code. `ops tasks` lists the tasks.',
  options: { undo: { type: 'boolean' }, force: { type: 'boolean' } },
  optionHelp: {
    '--undo': 'lets the task take its share again',
    '--force': 'drains the only task too: its connections stay closed until another task starts',
  },
  async run(call) {
    const { args, flags, deployment, print, confirm } = call
    const [taskId = ''] = args
    const all = await socketTasks(deployment.table, deployment.now())
    const task = all.find((one) => one.taskId === taskId)
    if (!task) throw new OperationError(`No task ${taskId} is alive. \`ops tasks\` lists the tasks.`)
    if (flags.has('undo')) {
      await setDraining(call, task, false)
      print.note(`${taskId} takes its share again.`)
      return EXIT.done
    }
    const others = all.filter((one) => one !== task && one.drainingSince === null)
    if (others.length === 0 && !flags.has('force'))
      throw new OperationError('No other task can take its connections. Start one first, or pass --force.')
    const question = `${task.shards.length} shards of ${taskId} go to ${others.length} other tasks. Go on?`
    if (!(await confirm(question))) return EXIT.failed
    await setDraining(call, task, true)
    return untilEmpty(call, taskId)
  },
}

async function setDraining({ deployment }: Call, { taskId }: SocketTask, isDraining: boolean): Promise<void> {
  const { table, now } = deployment
  if (!(await drainTask(table, taskId, isDraining, now()))) throw new OperationError(`${taskId} has ended.`)
}

async function untilEmpty({ deployment, print }: Call, taskId: string): Promise<Exit> {
  const until = deployment.now() + DRAINED_WITHIN_MS
  for (;;) {
    const all = await socketTasks(deployment.table, deployment.now())
    const left = all.find((one) => one.taskId === taskId)?.shards.length ?? 0
    if (left === 0) {
      print.note(`${taskId} holds nothing any more and may be ended.`)
      return EXIT.done
    }
    if (deployment.now() > until)
      throw new OperationError(`${taskId} still holds ${left} shards. \`ops tasks\` shows its progress.`)
    await pause(LOOK_EVERY_MS)
  }
}
