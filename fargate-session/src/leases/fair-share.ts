/**
 * The number of shards for one task. The shards are shared out evenly; the first tasks by id have one more while they do not
 * divide evenly, so that all of them together take every shard, and no two differ by more than one.
 * @param tasks ids of all tasks that take shards
 */
export function fairShare(shards: number, tasks: readonly string[], taskId: string): number {
  const place = tasks.toSorted().indexOf(taskId)
  if (place < 0) return 0
  return Math.floor(shards / tasks.length) + (place < shards % tasks.length ? 1 : 0)
}
