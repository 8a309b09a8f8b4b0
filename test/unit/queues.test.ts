import { newId } from '@recado/shared/ids'
import { command } from '@recado/shared/queues/commands'
import {
  COMMAND_USABLE_MS,
  commandQueue,
  commandQueueName,
  type QueueName,
  queueDeclaration,
  queues,
  SENT_AT_ONCE,
} from '@recado/shared/queues/queues'
import { DEFAULT_SHARDS, MOST_SHARDS, shardCount, shardOf } from '@recado/shared/queues/shards'
import { describe, expect, test } from 'vitest'

describe('the shard of a connection', () => {
  // Never change these: a connection whose shard changes by a release would be open twice while two versions run at once.
  test.for([
    // The hash's own published values, 0x811c9dc5, 0xe40c292c and 0xbf9cf968, by 32, 48 and 256.
    ['', 5, 37, 197],
    ['a', 12, 28, 44],
    ['foobar', 8, 40, 104],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 0, 0, 128],
    ['01M7Y8DC9667P4GJ9334E9KZ6W', 12, 44, 108],
    ['01M7Y8DCKYJPXBXYHW4W2R4WHF', 14, 14, 46],
  ] as const)('of “%s” is %i of 32, %i of 48 and %i of 256', ([id, ...shards]) => {
    expect([32, 48, 256].map((count) => shardOf(id, count))).toEqual(shards)
  })

  test.for([1, DEFAULT_SHARDS, 48])(
    'of %i is an existing one, and none gets much more than its share',
    (shards) => {
      const counts = new Array<number>(shards).fill(0)
      const ids = 1000 * shards
      for (let made = 0; made < ids; made++) {
        const shard = shardOf(newId(), shards)
        expect(Number.isInteger(shard) && shard >= 0 && shard < shards).toBe(true)
        counts[shard] = (counts[shard] ?? 0) + 1
      }
      expect(Math.max(...counts)).toBeLessThan(1500)
      expect(Math.min(...counts)).toBeGreaterThan(500)
    },
  )

  test('has its own queue', () => {
    const names = Array.from({ length: MOST_SHARDS }, (_, shard) => commandQueueName(shard))
    expect(names.slice(0, 2)).toEqual(['commands-00', 'commands-01'])
    expect(names.slice(99, 101)).toEqual(['commands-99', 'commands-100'])
    expect(new Set(names).size).toBe(MOST_SHARDS)
  })
})

describe('a number of shards', () => {
  test('is read from the environment, and is 32 without it', () => {
    expect([undefined, '1', '48', '256'].map((text) => shardCount.parse(text))).toEqual([32, 1, 48, 256])
    for (const text of ['', '0', '257', '1.5', 'many'])
      expect(shardCount.safeParse(text).success, text).toBe(false)
  })
})

describe('messages', () => {
  test('a command is void before its queue delivers it a second time', () => {
    expect(COMMAND_USABLE_MS).toBeLessThan(commandQueue.visibilitySeconds * 1000)
  })

  test('an import is resumed within two minutes of its worker’s death, a conversation within half of one', () => {
    expect(queues.imports.hiddenSeconds).toBeLessThanOrEqual(120)
    expect(queues.inbound.hiddenSeconds).toBeLessThanOrEqual(30)
  })

  test.for(Object.keys(queues) as QueueName[])('%s hides a message until its function has ended', (queue) => {
    const { timeoutSeconds, visibilitySeconds, hiddenSeconds = visibilitySeconds } = queueDeclaration(queue)
    // A tenth more, since Lambda ends a function a little after its time.
    expect(hiddenSeconds).toBeGreaterThanOrEqual(timeoutSeconds * 1.1)
    expect(visibilitySeconds).toBeGreaterThanOrEqual(timeoutSeconds * 6)
  })

  test('each message has all fields for its work, and a company', () => {
    const send = {
      kind: 'send',
      companyId: 'A',
      connectionId: 'B',
      epoch: 1,
      notBefore: 0,
      intervalMs: 5000,
      recipients: [{ campaignId: 'C', ledger: 'C.1', place: 0, attempt: 1 }],
    }
    expect(command.safeParse(send).success).toBe(true)
    for (const field of Object.keys(send)) {
      const { [field as keyof typeof send]: _, ...rest } = send
      expect(command.safeParse(rest).success, field).toBe(false)
    }
    const [recipient] = send.recipients
    const many = (count: number) => ({ ...send, recipients: Array.from({ length: count }, () => recipient) })
    expect([1, SENT_AT_ONCE].map((count) => command.safeParse(many(count)).success)).toEqual([true, true])
    expect([0, SENT_AT_ONCE + 1].map((count) => command.safeParse(many(count)).success)).toEqual([
      false,
      false,
    ])
    for (const kind of ['open', 'relink', 'unlink', 'forget']) {
      expect(command.safeParse({ kind, companyId: 'A', connectionId: 'B' }).success).toBe(true)
      expect(command.safeParse({ kind, connectionId: 'B' }).success).toBe(false)
    }
    expect(command.safeParse({ ...send, kind: 'delete' }).success).toBe(false)
  })
})
