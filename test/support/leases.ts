import type { Leases } from '@recado/fargate-session/leases/leases'

/** The shards that a task holds, in order. */
export const shardsOf = (leases: Leases): number[] => [...leases.held.keys()].sort((a, b) => a - b)

/** The fence of a held shard; 0 if it is not held. */
export const fenceOf = (leases: Leases, shard: number): number => leases.held.get(shard)?.fence ?? 0

/** Releases the surplus, as a task does after its work under way is finished. */
export async function giveAway(leases: Leases): Promise<void> {
  for (const shard of leases.surplus) await leases.release(shard)
}

/** Both tasks take turns until each has its share. */
export async function shareOut(one: Leases, two: Leases): Promise<void> {
  for (const leases of [one, two, one, two]) {
    await leases.turn()
    await giveAway(leases)
  }
}
