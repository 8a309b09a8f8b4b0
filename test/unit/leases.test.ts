import { LEASE_MS, Leases } from '@recado/fargate-session/leases'
import { SHARDS } from '@recado/shared/queues/queues'
import { MemoryTable } from '@recado/shared/table/memory'
import { beforeEach, describe, expect, test } from 'vitest'

let now = 1_790_000_000_000
let table: MemoryTable
beforeEach(() => {
  table = new MemoryTable()
})
const task = (id: string) => new Leases(table, id, () => now)
const shardsOf = (leases: Leases) => [...leases.held.keys()].sort((a, b) => a - b)
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
    }
    expect([shardsOf(one).length, shardsOf(two).length]).toEqual([SHARDS / 2, SHARDS / 2])
    expect([...shardsOf(one), ...shardsOf(two)].sort((a, b) => a - b)).toEqual([...Array(SHARDS).keys()])
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
