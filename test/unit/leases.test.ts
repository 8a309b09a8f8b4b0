import { fairShare } from '@recado/fargate-session/leases/fair-share'
import { LEASE_MS, Leases } from '@recado/fargate-session/leases/leases'
import { drainTask, leasedShards, raiseFences, socketTasks } from '@recado/shared/connections/holding'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { beforeEach, describe, expect, test } from 'vitest'
import { EventfulTable } from '../support/eventful-table.ts'
import { fenceOf, giveAway, shardsOf, shareOut } from '../support/leases.ts'

let now = 1_790_000_000_000
let table: EventfulTable
beforeEach(() => {
  table = new EventfulTable()
})
const task = (id: string, release = 'one') => new Leases(table, DEFAULT_SHARDS, { id, release }, () => now)

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

  test('of a dead task are taken by others, which report one death; a task that leaves has not died', async () => {
    let lost = 0
    const other = (id: string) =>
      new Leases(
        table,
        DEFAULT_SHARDS,
        { id, release: 'one' },
        () => now,
        () => {
          lost++
        },
      )
    const [dead, heir, late] = [other('dead'), other('heir'), other('late')]
    await dead.turn()
    now += LEASE_MS + 1
    await heir.turn()
    await late.turn()
    expect([heir.held.size, lost]).toEqual([DEFAULT_SHARDS, 1])
    await heir.leave()
    now += 1
    await late.turn()
    expect([late.held.size, lost]).toEqual([DEFAULT_SHARDS, 1])
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

describe('a task that an operator drains', () => {
  test('keeps its shards until it releases them, takes no others, and leaves all to the other tasks', async () => {
    const [one, two] = [task('one'), task('two')]
    await shareOut(one, two)
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
    await shareOut(one, two)
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
