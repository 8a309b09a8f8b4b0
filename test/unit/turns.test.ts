import { NoTurn, Turns } from '@recado/fargate-session/ports/turns'
import { describe, expect, test } from 'vitest'

/** Works of connections, by name, that end when the test says. */
function works(turns: Turns) {
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  /** @param name begins with the connection */
  const ask = (name: string, signal?: AbortSignal) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    const work = () => {
      begun.push(name)
      return end.promise
    }
    turns.take(name.charAt(0), work, { signal }).catch((error: unknown) => {
      refused.push(error instanceof NoTurn ? name : `${name}: ${error}`)
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.resolve()
    await settled()
  }
  const fail = async (name: string) => {
    ends.get(name)?.reject(new Error('broken'))
    await settled()
  }
  return { begun, refused, ask, end, fail }
}
const settled = () => new Promise(setImmediate)

describe('turns', () => {
  test('are limited, and the end of a work begins the next one, also after a failure', async () => {
    const { begun, refused, ask, end, fail } = works(new Turns({ atOnce: 2, ofOne: 2, waiting: 9 }))
    for (const name of ['a1', 'b1', 'c1', 'd1']) ask(name)
    await settled()
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await fail('b1')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1'])
    expect(refused).toEqual(['b1: Error: broken'])
  })

  test('are never all of one connection, and the next one is for the connection with the fewest', async () => {
    const { begun, ask, end } = works(new Turns({ atOnce: 3, ofOne: 2, waiting: 9 }))
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name)
    await settled()
    expect(begun).toEqual(['a1', 'a2'])
    ask('b1')
    ask('c1')
    await settled()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
    await end('c1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  test('are refused to the last one of the connection that has the most waiting', async () => {
    const { begun, refused, ask, end } = works(new Turns({ atOnce: 1, ofOne: 1, waiting: 3 }))
    for (const name of ['a0', 'a1', 'a2', 'a3']) ask(name)
    await settled()
    expect(refused).toEqual([])
    ask('a4')
    ask('b1')
    ask('c1')
    await settled()
    expect(refused).toEqual(['a4', 'a3', 'a2'])
    for (const name of ['a0', 'a1', 'b1', 'c1']) await end(name)
    expect(begun).toEqual(['a0', 'a1', 'b1', 'c1'])
  })

  test('end with their shard: what waits is refused, and what has begun goes on', async () => {
    const { begun, refused, ask, end } = works(new Turns({ atOnce: 1, ofOne: 1, waiting: 9 }))
    const shard = new AbortController()
    for (const name of ['a1', 'b1']) ask(name, shard.signal)
    ask('c1')
    shard.abort()
    ask('d1', shard.signal)
    await settled()
    expect([begun, refused]).toEqual([['a1'], ['b1', 'd1']])
    await end('a1')
    expect(begun).toEqual(['a1', 'c1'])
  })
})
