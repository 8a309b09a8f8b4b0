import { LEASE_MS, Leases } from '@recado/fargate-session/leases'
import { drainTask, raiseFences, socketTasks } from '@recado/shared/connections/holding'
import { SHARDS } from '@recado/shared/queues/queues'
import { beforeEach, describe, expect, test } from 'vitest'
import { EventfulTable } from '../support/eventful-table.ts'

let now = 1_790_000_000_000
let table: EventfulTable
beforeEach(() => {
  table = new EventfulTable()
})
const task = (id: string, release = 'one') => new Leases(table, { id, release }, () => now)
const shardsOf = (leases: Leases) => [...leases.held.keys()].sort((a, b) => a - b)
/** As whoever works on them does, when that is finished. */
const giveAway = async (leases: Leases) => {
  for (const shard of leases.surplus) await leases.release(shard)
}
const fenceOf = (leases: Leases, shard: number) => leases.held.get(shard)?.fence ?? 0

describe('the leases of shards', () => {
  test('one task has all of them; a second gets its half, and nobody has one twice', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    expect(shardsOf(one)).toHaveLength(SHARDS)
    for (let turn = 0; turn < 3; turn++) {
      now += 1000
      await two.turn()
      await one.turn()
      await giveAway(one)
    }
    expect([shardsOf(one).length, shardsOf(two).length]).toEqual([SHARDS / 2, SHARDS / 2])
    expect([...shardsOf(one), ...shardsOf(two)].sort((a, b) => a - b)).toEqual([...Array(SHARDS).keys()])
  })

  test('that are over the share stay with their owner until it has finished what it does for them', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    for (let turn = 0; turn < 10; turn++) {
      now += 3000
      await two.turn()
      await one.turn()
    }
    expect([one.surplus.length, one.held.size, two.held.size]).toEqual([SHARDS / 2, SHARDS, 0])
    const [shard = 0] = one.surplus
    expect(one.owns(shard, fenceOf(one, shard))).toBe(true)
    await one.release(shard)
    await two.turn()
    expect(shardsOf(two)).toEqual([shard])
  })

  test('end by their owner’s own clock, before anybody else may take them', async () => {
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
    // It wakes: whatever it still believes to hold, it does not own, before and after it has looked.
    for (const [shard, held] of sleeper.held) expect(sleeper.owns(shard, held.fence)).toBe(false)
    await sleeper.turn()
    for (const shard of shardsOf(other)) expect(sleeper.owns(shard, fence)).toBe(false)
  })

  test('that ran out are not its own again as they were, though nobody took them meanwhile', async () => {
    const sleeper = task('sleeper')
    await sleeper.turn()
    const fence = fenceOf(sleeper, 0)
    now += LEASE_MS - 1
    expect(sleeper.owns(0, fence)).toBe(false)
    await sleeper.turn()
    expect(fenceOf(sleeper, 0)).toBe(fence + 1)
    expect([sleeper.owns(0, fence), sleeper.owns(0, fence + 1)]).toEqual([false, true])
    expect(shardsOf(sleeper)).toHaveLength(SHARDS)
  })

  test('that ran out while they were being renewed are not its own as they were either', async () => {
    const sleeper = task('sleeper')
    await sleeper.turn()
    const fence = fenceOf(sleeper, 0)
    now += 3000
    table.afterUpdate = () => {
      now += LEASE_MS
    }
    await sleeper.turn()
    expect(sleeper.owns(0, fence)).toBe(false)
    table.afterUpdate = () => undefined
    await sleeper.turn()
    expect(fenceOf(sleeper, 0)).toBeGreaterThan(fence)
  })

  test('have a higher number for each owner, also where the same task takes one again', async () => {
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

  test('that are given back are taken at once', async () => {
    const [one, two] = [task('one'), task('two')]
    await one.turn()
    await one.leave()
    expect(one.held.size).toBe(0)
    now += 1
    await two.turn()
    expect(two.held.size).toBe(SHARDS)
  })

  test('are kept for as long as they are renewed', async () => {
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
  test('keeps what it holds until it is released, takes nothing, and leaves all of it to the others', async () => {
    const [one, two] = [task('one'), task('two')]
    for (const leases of [one, two, one, two]) {
      await leases.turn()
      await giveAway(leases)
    }
    expect(one.surplus).toEqual([])
    expect(await drainTask(table, 'one', true, now)).toBe(true)
    now += 1000
    await one.turn()
    expect(one.surplus).toHaveLength(SHARDS / 2)
    // What is in flight is finished first: until then nobody else may have the shards.
    expect(shardsOf(one)).toHaveLength(SHARDS / 2)
    await giveAway(one)
    now += 1000
    await one.turn()
    expect(shardsOf(one)).toEqual([])
    await two.turn()
    expect([shardsOf(one).length, shardsOf(two).length]).toEqual([0, SHARDS])
    const [drained, other] = await socketTasks(table, now)
    expect(drained).toMatchObject({ taskId: 'one', shards: [], drainingSince: expect.any(String) })
    expect(other).toMatchObject({ taskId: 'two', drainingSince: null })
    expect(other?.shards).toHaveLength(SHARDS)
  })

  test('takes its share again when that is undone', async () => {
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
    expect([shardsOf(one).length, shardsOf(two).length]).toEqual([SHARDS / 2, SHARDS / 2])
  })

  test('has to be alive: one that has ended, or never was, is not made to exist', async () => {
    await task('one').turn()
    now += LEASE_MS + 1
    expect(await drainTask(table, 'one', true, now)).toBe(false)
    expect(await drainTask(table, 'nobody', true, now)).toBe(false)
    expect(await socketTasks(table, now)).toEqual([])
  })
})

describe('a task of an earlier release', () => {
  test('knows when one of a later release is there, which does not take it for later', async () => {
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

describe('after the table was restored', () => {
  test('every owner has a higher fence than any before, once nobody holds a shard', async () => {
    const one = task('one')
    await one.turn()
    expect(await raiseFences(table, now)).toHaveLength(SHARDS)
    expect(one.owns(0, fenceOf(one, 0))).toBe(true)
    await one.leave()
    now += 1
    expect(await raiseFences(table, now)).toEqual([])
    const two = task('two')
    now += 1
    await two.turn()
    for (const shard of shardsOf(two)) expect(fenceOf(two, shard)).toBe(Math.floor(now / 1000) + 1)
    expect(shardsOf(two)).toHaveLength(SHARDS)
  })
})
