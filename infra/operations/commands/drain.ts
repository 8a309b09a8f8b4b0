import { setTimeout as pause } from 'node:timers/promises'
import { drainTask, type SocketTask, socketTasks } from '@recado/shared/connections/holding'
import { type Call, type Command, EXIT, type Exit, OperationError } from '../command.ts'

/** A task finishes what it is carrying out, which takes half a minute at most. */
const DRAINED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 1000

export const drain: Command = {
  takes: '<task>',
  args: [1, 1],
  summary: 'Has a task of the socket service give its shards to the others and take none',
  details:
    'It finishes what it is sending, closes its sockets, and stays alive with nothing to do until it is ended; the\n' +
    'other tasks open the connections within seconds, without a new QR code. `ops tasks` names the tasks.',
  options: { undo: { type: 'boolean' }, force: { type: 'boolean' } },
  optionHelp: {
    '--undo': 'lets it take its share again',
    '--force': 'also where no other task is there to take over: its connections stay closed until one starts',
  },
  async run(call) {
    const { args, flags, deployment, print, confirm } = call
    const [taskId = ''] = args
    const all = await socketTasks(deployment.table, deployment.now())
    const task = all.find((one) => one.taskId === taskId)
    if (!task) throw new OperationError(`No task ${taskId} is alive. \`ops tasks\` names those that are.`)
    if (flags.has('undo')) {
      await set(call, task, false)
      print.note(`${taskId} takes its share again.`)
      return EXIT.done
    }
    const others = all.filter((one) => one !== task && one.drainingSince === null)
    if (others.length === 0 && !flags.has('force'))
      throw new OperationError('No other task would take its connections. Start one first, or say --force.')
    const question = `${task.shards.length} shards of ${taskId} go to ${others.length} other tasks. Go on?`
    if (!(await confirm(question))) return EXIT.failed
    await set(call, task, true)
    return untilEmpty(call, taskId)
  },
}

async function set({ deployment }: Call, { taskId }: SocketTask, isDraining: boolean): Promise<void> {
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
      throw new OperationError(`${taskId} still holds ${left} shards. \`ops tasks\` tells how it goes on.`)
    await pause(LOOK_EVERY_MS)
  }
}
