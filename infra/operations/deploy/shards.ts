import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import * as z from 'zod'

/** The numbers that this check needs of a deployment's file. An earlier release may have had others too. */
const numbers = z.looseObject({
  socketService: z
    .looseObject({
      shards: z.int().default(DEFAULT_SHARDS),
      tasks: z.int().optional(),
      mostTasks: z.int().optional(),
    })
    .prefault({}),
})

/**
 * Compares the numbers of shards and of tasks of two files. A lower number of shards would delete queues with the
 * commands in them, and a higher one needs a standstill of the socket service. Other numbers of tasks would start tasks
 * in a standstill, and `ops resume` would then set the earlier numbers again.
 * @param isPaused whether `ops pause` has stopped the deployment
 * @returns why the second file may not be deployed over the first one; undefined if it may
 */
export async function shardsProblem(
  before: object,
  after: object,
  isPaused: () => Promise<boolean>,
): Promise<string | undefined> {
  const [old, now] = [before, after].map((file) => numbers.parse(file).socketService)
  if (!old || !now) return undefined
  const hasOtherTasks = now.tasks !== old.tasks || now.mostTasks !== old.mostTasks
  if (now.shards === old.shards)
    return hasOtherTasks && (await isPaused())
      ? 'socketService: tasks and mostTasks may not change while the deployment is paused. Run `npm run ops -- resume` first.'
      : undefined
  const change = `socketService.shards: ${old.shards} → ${now.shards}:`
  if (now.shards < old.shards)
    return `${change} it cannot be lowered. The queues of the last shards would vanish with the commands in them.`
  if (hasOtherTasks) return `${change} change tasks and mostTasks in a later deployment.`
  if (!(await isPaused()))
    return `${change} run \`npm run ops -- pause\` first. docs/operations.md, "Raise the number of shards", has the steps.`
  return undefined
}
