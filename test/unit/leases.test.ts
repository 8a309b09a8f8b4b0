import { fairShare } from '@recado/fargate-session/leases/fair-share'
import { LEASE_MS, Leases } from '@recado/fargate-session/leases/leases'
import { drainTask, leasedShards, raiseFences, socketTasks } from '@recado/shared/connections/holding'
import { endDeadOwner, type LeaseState, readLeases, setOwner } from '@recado/shared/connections/leases'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { taskIndex } from '@recado/shared/table/indexes'
import { beforeEach, describe, expect, test } from 'vitest'
import { EventfulTable } from '../support/eventful-table.ts'

let now = 1_790_000_000_000
let table: EventfulTable
beforeEach(() => {
  table = new EventfulTable()
})
const task = (id: string, release = 'one') => new Leases(table, DEFAULT_SHARDS, { id, release }, () => now)
const shardsOf = (leases: Leases) => [...leases.held.keys()].sort((a, b) => a - b)
/** Releases the shards, as the task does after its work is finished. */
const giveAway = async (leases: Leases) => {
  for (const shard of leases.surplus) await leases.release(shard)
}
const fenceOf = (leases: Leases, shard: number) => leases.held.get(shard)?.fence ?? 0
/** Makes another process the owner of a shard, as after a restore of an older table. */
const giveTo = async (taskId: string, shard: number, fence: number) => {
  const row = (await readLeases(table)).leases.get(shard)
  expect(await setOwner(table, shard, row, { taskId, fence })).toBe(true)
}

describe('the leases of shards', () => {
  test('one task gets all shards; a second gets half, and no shard has two owners', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    expect(shardsOf(one)).toHaveLength(DEFAULT_SHARDS)
    for (let turn = 0; turn < 3; turn++) {
      now += 1000
      await two.turn()
      await one.turn()
      await giveAway(one)
    }
    expect([shardsOf(one).length, shardsOf(two).length]).toEqual([DEFAULT_SHARDS / 2, DEFAULT_SHARDS / 2])
    expect([...shardsOf(one), ...shardsOf(two)].sort((a, b) => a - b)).toEqual([
      ...Array(DEFAULT_SHARDS).keys(),
    ])
  })

  test('are shared out evenly among any number of tasks, and none is left over', () => {
    for (let count = 1; count <= DEFAULT_SHARDS + 1; count++) {
      const ids = Array.from({ length: count }, (_, at) => `task-${at}`)
      const shares = ids.map((id) => fairShare(DEFAULT_SHARDS, ids, id))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(DEFAULT_SHARDS)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }
    expect(fairShare(DEFAULT_SHARDS, ['one'], 'unknown')).toBe(0)
  })

  test('above a task’s share stay with it until its work is finished', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    for (let turn = 0; turn < 10; turn++) {
      now += 3000
      await two.turn()
      await one.turn()
    }
    expect([one.surplus.length, one.held.size, two.held.size]).toEqual([
      DEFAULT_SHARDS / 2,
      DEFAULT_SHARDS,
      0,
    ])
    const [shard = 0] = one.surplus
    expect(one.owns(shard, fenceOf(one, shard))).toBe(true)
    await one.release(shard)
    await two.turn()
    expect(shardsOf(two)).toEqual([shard])
  })

  test('expire by their owner’s own clock before another task may take them', async () => {
    const [sleeper, other] = [task('sleeper'), task('other')]
    await sleeper.turn()
    const fence = fenceOf(sleeper, 0)
    expect(sleeper.owns(0, fence)).toBe(true)
    let endedAt = 0
    let takenAt = 0
    for (const begun = now; takenAt === 0 && now < begun + 2 * LEASE_MS; now += 500) {
      if (endedAt === 0 && !sleeper.owns(0, fence)) endedAt = now
      await other.turn()
      if (other.held.size > 0) takenAt = now
    }
    expect(endedAt).toBeGreaterThan(0)
    expect(takenAt).toBeGreaterThanOrEqual(endedAt + 1000)
    // It wakes. It owns none of its former shards, before and after it reads the table.
    for (const [shard, held] of sleeper.held) expect(sleeper.owns(shard, held.fence)).toBe(false)
    await sleeper.turn()
    for (const shard of shardsOf(other)) expect(sleeper.owns(shard, fence)).toBe(false)
  })

  test('that expired are not renewed, even if no other task took them', async () => {
    const sleeper = task('sleeper')
    await sleeper.turn()
    const fence = fenceOf(sleeper, 0)
    now += LEASE_MS - 1
    expect(sleeper.owns(0, fence)).toBe(false)
    await sleeper.turn()
    expect(fenceOf(sleeper, 0)).toBe(fence + 1)
    expect([sleeper.owns(0, fence), sleeper.owns(0, fence + 1)]).toEqual([false, true])
    expect(shardsOf(sleeper)).toHaveLength(DEFAULT_SHARDS)
  })

  test('that expired during a renewal are not renewed', async () => {
    const sleeper = task('sleeper')
    await sleeper.turn()
    const fence = fenceOf(sleeper, 0)
    now += LEASE_MS - 2500
    expect(sleeper.owns(0, fence)).toBe(true)
    table.afterUpdate = () => {
      now += 1000
      table.afterUpdate = () => undefined
    }
    await sleeper.turn()
    expect(sleeper.owns(0, fence)).toBe(false)
    expect(fenceOf(sleeper, 0)).toBe(fence + 1)
  })

  test('get a higher fence for each owner, also if the same task takes a shard again', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    const first = fenceOf(one, 3)
    now += LEASE_MS + 1
    await two.turn()
    expect(fenceOf(two, 3)).toBeGreaterThan(first)
    await two.leave()
    now += 1
    await one.turn()
    expect(fenceOf(one, 3)).toBeGreaterThan(first + 1)
    expect(one.owns(3, first)).toBe(false)
  })

  test('that are released are taken at once', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    await one.leave()
    expect(one.held.size).toBe(0)
    now += 1
    await two.turn()
    expect(two.held.size).toBe(DEFAULT_SHARDS)
  })

  test('are kept while they are renewed', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    const fence = fenceOf(one, 0)
    for (let turn = 0; turn < 10; turn++) {
      now += 3000
      await one.turn()
    }
    expect(one.owns(0, fence)).toBe(true)
    expect(two.held.size).toBe(0)
  })
})

describe('the task row', () => {
  test('renews all leases by one write', async () => {
    const one = task('one')
    await one.turn()
    let updates = 0
    table.afterUpdate = () => {
      updates++
    }
    for (let turn = 0; turn < 10; turn++) {
      now += 3000
      await one.turn()
    }
    expect([updates, one.held.size]).toEqual([10, DEFAULT_SHARDS])
  })

  test('is not renewed by a task that slept, or whose clock is slow, once another task has taken a shard', async () => {
    let lag = 0
    const slow = new Leases(table, DEFAULT_SHARDS, { id: 'slow', release: 'one' }, () => now - lag)
    const other = task('other')
    await slow.turn()
    const fences = [...slow.held.values()].map(({ fence }) => fence)
    now += LEASE_MS + 1
    lag = LEASE_MS
    await other.turn()
    expect(shardsOf(other)).toHaveLength(DEFAULT_SHARDS)
    await slow.turn()
    // By its own clock hardly a moment has passed, so only the table can tell it.
    expect(shardsOf(slow)).toEqual([])
    for (const [shard, fence] of fences.entries()) expect(slow.owns(shard, fence)).toBe(false)
    expect(await leasedShards(table, now)).toHaveLength(DEFAULT_SHARDS)
  })

  test.for([
    ['ended', (seen: LeaseState) => endDeadOwner(table, seen, 'slow', now + LEASE_MS + 1)],
    ['deleted', () => table.delete(taskIndex.key('slow'))],
  ] as const)('that is %s while its task still counts on it loses all leases', async ([, end]) => {
    const slow = task('slow')
    await slow.turn()
    const fence = fenceOf(slow, 0)
    const seen = await readLeases(table)
    await end(seen)
    await slow.turn()
    // The other task decided by what it read before.
    const isGiven = await setOwner(table, 0, seen.leases.get(0), { taskId: 'other', fence: fence + 1 })
    expect([isGiven, slow.owns(0, fence), slow.owns(0, fence + 1)]).toEqual([false, false, true])
  })

  test('that another task has ended keeps the shards that were not taken, with higher fences', async () => {
    const [sleeper, other] = [task('sleeper'), task('other')]
    await sleeper.turn()
    const fence = fenceOf(sleeper, 0)
    now += LEASE_MS + 1
    let left = DEFAULT_SHARDS / 4
    // The other task's time to take shards is over after some of them.
    table.afterUpdate = () => {
      if (--left === 0) now += 3000
    }
    await other.turn()
    table.afterUpdate = () => undefined
    const taken = shardsOf(other)
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.length).toBeLessThan(DEFAULT_SHARDS / 2)
    for (const leases of [sleeper, other, sleeper, other]) await leases.turn()
    expect(shardsOf(other)).toEqual(expect.arrayContaining(taken))
    expect([...shardsOf(sleeper), ...shardsOf(other)].sort((a, b) => a - b)).toEqual([
      ...Array(DEFAULT_SHARDS).keys(),
    ])
    for (const shard of shardsOf(sleeper)) {
      expect(fenceOf(sleeper, shard)).toBeGreaterThan(fence)
      expect(sleeper.owns(shard, fence)).toBe(false)
    }
  })

  test('that is renewed while another task looks at it keeps all its leases', async () => {
    const [late, other] = [task('late'), task('other')]
    await late.turn()
    const fence = fenceOf(late, 0)
    now += LEASE_MS - 2001
    const seen = await readLeases(table)
    await late.turn()
    const later = now + 2002
    expect(await endDeadOwner(table, seen, 'late', later)).toBe(false)
    await other.turn()
    await late.turn()
    expect([late.owns(0, fence), shardsOf(other).length]).toEqual([true, 0])
  })

  test('of a dead task goes by itself after a day', async () => {
    await task('one').turn()
    const [row] = (await table.query({ pk: taskIndex.pk })).rows
    expect(row?.expiresAt).toBe(Math.floor(now / 1000) + 86_400)
  })
})

describe('a shard whose row names a task that does not hold it', () => {
  test('is taken by it with a higher fence, as after a lost answer', async () => {
    const one = task('one')
    await one.turn()
    await one.release(7)
    await giveTo('one', 7, 5)
    await one.turn()
    expect(fenceOf(one, 7)).toBe(6)
  })

  test('is given back at once if it is above the task’s share', async () => {
    const [one, two] = [task('one'), task('two')]
    for (const leases of [one, two, one, two]) {
      await leases.turn()
      await giveAway(leases)
    }
    const [shard = 0] = shardsOf(two)
    await two.release(shard)
    await giveTo('one', shard, 5)
    await one.turn()
    expect(one.held.has(shard)).toBe(false)
    await two.turn()
    expect(fenceOf(two, shard)).toBe(6)
  })

  test('is forgotten if a restored table names another owner or another fence', async () => {
    const [one, two] = [task('one'), task('two')]
    for (const leases of [one, two, one, two]) {
      await leases.turn()
      await giveAway(leases)
    }
    const [first = 0, second = 0] = shardsOf(one)
    const fences = [fenceOf(one, first), fenceOf(one, second)] as const
    await giveTo('two', first, 9)
    await giveTo('one', second, 9)
    await one.turn()
    expect([one.owns(first, fences[0]), one.owns(second, fences[1])]).toEqual([false, false])
    expect([one.held.has(first), fenceOf(one, second)]).toEqual([false, 10])
  })
})

describe('taking shards', () => {
  test('ends when the leases are due for renewal, so that a slow table does not cost those already taken', async () => {
    const one = task('one')
    table.afterUpdate = () => {
      now += 1000
    }
    for (let turn = 0; turn < DEFAULT_SHARDS && one.held.size < DEFAULT_SHARDS; turn++) {
      const before = [...one.held.values()]
      await one.turn()
      for (const { shard, fence } of before) expect(one.owns(shard, fence)).toBe(true)
    }
    expect(one.held.size).toBe(DEFAULT_SHARDS)
  })
})

describe('a task that an operator drains', () => {
  test('keeps its shards until it releases them, takes no others, and leaves all to the other tasks', async () => {
    const [one, two] = [task('one'), task('two')]
    for (const leases of [one, two, one, two]) {
      await leases.turn()
      await giveAway(leases)
    }
    expect(one.surplus).toEqual([])
    expect(await drainTask(table, 'one', true, now)).toBe(true)
    now += 1000
    await one.turn()
    expect(one.surplus).toHaveLength(DEFAULT_SHARDS / 2)
    // Work under way finishes first. Until then no other task may take the shards.
    expect(shardsOf(one)).toHaveLength(DEFAULT_SHARDS / 2)
    await giveAway(one)
    now += 1000
    await one.turn()
    expect(shardsOf(one)).toEqual([])
    await two.turn()
    expect([shardsOf(one).length, shardsOf(two).length]).toEqual([0, DEFAULT_SHARDS])
    const [drained, other] = await socketTasks(table, now)
    expect(drained).toMatchObject({ taskId: 'one', shards: [], drainingSince: expect.any(String) })
    expect(other).toMatchObject({ taskId: 'two', drainingSince: null })
    expect(other?.shards).toHaveLength(DEFAULT_SHARDS)
  })

  test('takes its share again after an undo', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    await drainTask(table, 'one', true, now)
    await one.turn()
    await giveAway(one)
    await two.turn()
    expect(await drainTask(table, 'one', false, now)).toBe(true)
    for (let turn = 0; turn < 3; turn++) {
      now += 1000
      await one.turn()
      await two.turn()
      await giveAway(two)
    }
    expect([shardsOf(one).length, shardsOf(two).length]).toEqual([DEFAULT_SHARDS / 2, DEFAULT_SHARDS / 2])
  })

  test('must be alive: draining a dead or unknown task creates no row', async () => {
    await task('one').turn()
    now += LEASE_MS + 1
    expect(await drainTask(table, 'one', true, now)).toBe(false)
    expect(await drainTask(table, 'nobody', true, now)).toBe(false)
    expect(await socketTasks(table, now)).toEqual([])
  })
})

describe('a task of an earlier release', () => {
  test('detects a task of a later release, and the later task does not treat it as later', async () => {
    const old = task('old', '1')
    await old.turn()
    expect(old.isReplaced).toBe(false)
    now += 1000
    const [same, young] = [task('same', '1'), task('young', '2')]
    await same.turn()
    await old.turn()
    expect(old.isReplaced).toBe(false)
    await young.turn()
    await old.turn()
    await young.turn()
    expect([old.isReplaced, young.isReplaced]).toEqual([true, false])
  })
})

describe('a raised number of shards', () => {
  test('is shared out among the tasks as any other', async () => {
    const [one, two] = ['one', 'two'].map((id) => new Leases(table, 48, { id, release: 'one' }, () => now))
    if (!one || !two) throw new Error('There are two')
    for (const leases of [one, two, one, two]) {
      await leases.turn()
      await giveAway(leases)
    }
    expect([...shardsOf(one), ...shardsOf(two)].sort((a, b) => a - b)).toEqual([...Array(48).keys()])
    expect([one.held.size, two.held.size]).toEqual([24, 24])
  })

  test('gives each shard a higher fence than all earlier ones, so that a moved connection writes its keys', async () => {
    const before = task('before')
    await before.turn()
    const fences = [...before.held.values()].map(({ fence }) => fence)
    await before.leave()
    expect(await leasedShards(table, now)).toEqual([])
    now += 1
    expect(await raiseFences(table, 48, now)).toEqual([])
    // An interrupted command is repeated at once.
    expect(await raiseFences(table, 48, now)).toEqual([])
    const after = new Leases(table, 48, { id: 'after', release: 'two' }, () => now)
    now += 1
    await after.turn()
    expect(await leasedShards(table, now)).toEqual([...Array(48).keys()])
    for (const { fence } of after.held.values()) expect(fence).toBeGreaterThan(Math.max(...fences))
  })
})

describe('the fences after a restore', () => {
  test('are higher than all earlier ones, once no task holds a shard', async () => {
    const one = task('one')
    await one.turn()
    expect(await raiseFences(table, DEFAULT_SHARDS, now)).toHaveLength(DEFAULT_SHARDS)
    expect(one.owns(0, fenceOf(one, 0))).toBe(true)
    await one.leave()
    now += 1
    expect(await raiseFences(table, DEFAULT_SHARDS, now)).toEqual([])
    const two = task('two')
    now += 1
    await two.turn()
    for (const shard of shardsOf(two)) expect(fenceOf(two, shard)).toBe(Math.floor(now / 1000) + 1)
    expect(shardsOf(two)).toHaveLength(DEFAULT_SHARDS)
  })
})
