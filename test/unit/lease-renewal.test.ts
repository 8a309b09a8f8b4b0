import { LEASE_MS, Leases } from '@recado/fargate-session/leases/leases'
import { leasedShards } from '@recado/shared/connections/holding'
import { endDeadOwner, type LeaseState, readLeases, setOwner } from '@recado/shared/connections/leases'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { taskIndex } from '@recado/shared/table/indexes'
import { beforeEach, describe, expect, test } from 'vitest'
import { EventfulTable } from '../support/eventful-table.ts'
import { fenceOf, shardsOf, shareOut } from '../support/leases.ts'

let now = 1_790_000_000_000
let table: EventfulTable
beforeEach(() => {
  table = new EventfulTable()
})
const task = (id: string) => new Leases(table, DEFAULT_SHARDS, { id, release: 'one' }, () => now)
/** Makes another process the owner of a shard, as after a restore of an older table. */
const giveTo = async (taskId: string, shard: number, fence: number) => {
  const row = (await readLeases(table)).leases.get(shard)
  expect(await setOwner(table, shard, row, { taskId, fence })).toBe(true)
}

describe('the row of a task', () => {
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

  test('is not renewed by a sleeper with a slow clock, once another task has taken its shards', async () => {
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
    // By its own clock, its leases are still valid. Only the table says that they are not.
    expect(shardsOf(slow)).toEqual([])
    for (const [shard, fence] of fences.entries()) expect(slow.owns(shard, fence)).toBe(false)
    expect(await leasedShards(table, now)).toHaveLength(DEFAULT_SHARDS)
  })

  test.for([
    ['ended', (seen: LeaseState) => endDeadOwner(table, seen, 'slow', now + LEASE_MS + 1)],
    ['deleted', () => table.delete(taskIndex.key('slow'))],
  ] as const)('costs its task all leases if it was %s meanwhile', async ([, end]) => {
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

  test('gives back the shards that were not taken, with higher fences, if another task had ended it', async () => {
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

  test('keeps all leases if it is renewed while another task looks at it', async () => {
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

  test('expires a day after the last renewal', async () => {
    await task('one').turn()
    const [row] = (await table.query({ pk: taskIndex.pk })).rows
    expect(row?.expiresAt).toBe(Math.floor(now / 1000) + 86_400)
  })
})

describe('a lease row that does not match what its task holds', () => {
  test('is taken anew with a higher fence, as after a lost answer', async () => {
    const one = task('one')
    await one.turn()
    await one.release(7)
    await giveTo('one', 7, 5)
    await one.turn()
    expect(fenceOf(one, 7)).toBe(6)
  })

  test('is released at once if the shard is above the task’s share', async () => {
    const [one, two] = [task('one'), task('two')]
    await shareOut(one, two)
    const [shard = 0] = shardsOf(two)
    await two.release(shard)
    await giveTo('one', shard, 5)
    await one.turn()
    expect(one.held.has(shard)).toBe(false)
    await two.turn()
    expect(fenceOf(two, shard)).toBe(6)
  })

  test('ends the lease if a restored table names another owner or another fence', async () => {
    const [one, two] = [task('one'), task('two')]
    await shareOut(one, two)
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
