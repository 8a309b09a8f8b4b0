import * as z from 'zod'

/** The number of shards of a deployment whose settings name none. */
export const DEFAULT_SHARDS = 32

/** The most shards that a deployment may have. */
export const MOST_SHARDS = 256

/** A deployment's number of shards, as its environment and its stack's outputs have it: `48`. */
export const shardCount = z.coerce.number().int().min(1).max(MOST_SHARDS).default(DEFAULT_SHARDS)

/**
 * The shard of a connection: FNV-1a of its id, so that it changes only with the number of shards.
 * @param shards the deployment's number of shards
 */
export function shardOf(connectionId: string, shards: number): number {
  let hash = 0x811c9dc5
  for (const character of connectionId) {
    hash ^= character.charCodeAt(0)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash % shards
}
