import { Routes } from '@recado/fargate-session/outbound/routes'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import {
  type BinaryNode,
  type CacheStore,
  type GroupMetadata,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  jidEncode,
  type WASocket,
} from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const SHOP = '900@lid'
const NO_ANSWER = new Unreachable('NO_ANSWER')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const lidOf = (person: number) => `${1000 + person}@lid`
const groupOf = (members: number, id = '1@g.us') =>
  ({
    id,
    participants: Array.from({ length: members }, (_, index) => ({ id: lidOf(index) })),
  }) as Partial<GroupMetadata> as GroupMetadata
const refusal = (code: number) => Object.assign(new Error('refused'), { data: code })

/** An account whose socket counts its questions. Every person has one device, as has the account itself. */
class Account {
  /** JIDs of each question about keys. */
  readonly asked: string[][] = []
  devicesAsked = 0
  sessionsRead = 0
  devicesOf = (_user: string): number[] => [0]
  readonly withoutKeys = new Set<string>()
  readonly sessions = new Set<string>()
  /** Decides the answer to a question about keys, before its list. */
  answer: (jids: readonly string[]) => Promise<void> = async () => undefined
  readonly #lists = new Map<string, { user: string; server: string; device: number }[]>()
  /** The lists that the library stores with its keys. */
  readonly #stored: Record<string, string[]> = {}
  readonly cache = {
    get: (user: string) => this.#lists.get(user),
    set: (user: string, list: never) => void this.#lists.set(user, list),
    del: (user: string) => void this.#lists.delete(user),
    flushAll: () => this.#lists.clear(),
  } as CacheStore
  readonly routes = new Routes(() => this.socket, this.cache, Date.now)

  readonly socket = {
    user: { id: '5511900000001:1@s.whatsapp.net', lid: SHOP },
    getUSyncDevices: async (jids: string[]) => {
      const isUnknown = jids.some((jid) => !this.#lists.has(userOf(jid)))
      if (isUnknown) this.devicesAsked++
      return jids.flatMap((jid) => {
        const { user, server = '' } = jidDecode(jid) ?? { user: '' }
        const list =
          this.#lists.get(user) ??
          this.devicesOf(user).map((device) => ({
            user,
            server: device === 99 ? 'hosted.lid' : server,
            device,
          }))
        this.#lists.set(user, list)
        if (list.length > 0) this.#stored[user] = list.map(({ device }) => String(device))
        return list.map((one) => ({ ...one, jid: jidEncode(one.user, one.server as 'lid', one.device) }))
      })
    },
    authState: { keys: { get: async () => this.#stored } },
    query: async (node: BinaryNode) => {
      const users = getBinaryNodeChildren(getBinaryNodeChild(node, 'key'), 'user')
      const jids = users.map(({ attrs }) => attrs.jid ?? '')
      this.asked.push(jids)
      await this.answer(jids)
      return iq([{ tag: 'list', attrs: {}, content: jids.map((jid) => this.#keysOf(jid)) }])
    },
    signalRepository: {
      validateSession: async (jid: string) => {
        this.sessionsRead++
        return { exists: this.sessions.has(jid) }
      },
      injectE2ESession: async ({ jid }: { jid: string }) => void this.sessions.add(jid),
      lidMapping: {
        getLIDForPN: async () => null,
        getLIDsForPNs: async () => null,
        getPNForLID: async () => null,
      },
    },
  } as unknown as WASocket

  /** The devices that the library writes to. */
  listOf(person: number): unknown {
    return this.#lists.get(userOf(lidOf(person)))
  }

  #keysOf(jid: string): BinaryNode {
    const attrs = { jid }
    if (this.withoutKeys.has(jid)) return { tag: 'user', attrs, content: [node('error', Buffer.alloc(0))] }
    const pair = [
      node('id', Buffer.alloc(3)),
      node('value', Buffer.alloc(32)),
      node('signature', Buffer.alloc(64)),
    ]
    const keys = { tag: 'skey', attrs: {}, content: pair }
    const content = [node('registration', Buffer.alloc(4)), node('identity', Buffer.alloc(32)), keys]
    return { tag: 'user', attrs, content }
  }
}

const userOf = (jid: string) => jidDecode(jid)?.user ?? ''
const iq = (content: BinaryNode[]): BinaryNode => ({ tag: 'iq', attrs: { type: 'result' }, content })
const node = (tag: string, content: Buffer): BinaryNode => ({ tag, attrs: {}, content })

describe('a group message', () => {
  test('leaves out the member whose keys are missing in the answer, and asks no second question', async () => {
    const account = new Account()
    account.withoutKeys.add(lidOf(7))
    await account.routes.prepareGroup(groupOf(1000))
    expect(account.asked.map(({ length }) => length)).toEqual([1000])
    // An empty list is a known one: the library asks for nothing, and writes to the others.
    expect([account.listOf(7), account.sessions.size]).toEqual([[], 999])
    await account.routes.prepareGroup(groupOf(1000))
    expect([account.asked.length, account.devicesAsked]).toEqual([1, 1])
  })

  test('leaves the member out again after the known devices have expired', async () => {
    const account = new Account()
    account.withoutKeys.add(lidOf(7))
    await account.routes.prepareGroup(groupOf(10))
    await account.cache.flushAll()
    await account.routes.prepareGroup(groupOf(10))
    expect(account.listOf(7)).toEqual([])
    expect(account.asked.slice(1)).toEqual([[lidOf(7)]])
  })

  test('reads no session again after the lists of ten large groups have expired', async () => {
    const account = new Account()
    await account.routes.prepareGroup(groupOf(10_000))
    await account.cache.flushAll()
    const read = account.sessionsRead
    await account.routes.prepareGroup(groupOf(10_000))
    expect([account.devicesAsked, account.sessionsRead]).toEqual([2, read])
  })

  test.each([404, 406])(
    'finds the device that makes WhatsApp refuse the whole question with %i',
    async (code) => {
      const account = new Account()
      account.answer = async (jids) => {
        if (jids.includes(lidOf(7))) throw refusal(code)
      }
      await account.routes.prepareGroup(groupOf(1000))
      expect([account.listOf(7), account.sessions.size]).toEqual([[], 999])
      expect(account.asked.length).toBeLessThan(25)
    },
  )
})

describe('a question about keys that WhatsApp refuses as one too many', () => {
  const refused = () => {
    const account = new Account()
    account.answer = () => Promise.reject(refusal(429))
    return account
  }

  test('is one question for a group of 1,000, and none follows for five minutes', async () => {
    const account = refused()
    await expect(account.routes.prepareGroup(groupOf(1000))).rejects.toEqual(NO_ANSWER)
    await expect(account.routes.prepareGroup(groupOf(1000))).rejects.toEqual(NO_ANSWER)
    await expect(account.routes.toPerson(lidOf(2000))).rejects.toEqual(NO_ANSWER)
    // With a new person's devices the library asks for their keys too.
    expect([account.asked.length, account.devicesAsked]).toEqual([1, 1])
    vi.setSystemTime(NOW + 5 * MINUTE - 1)
    await expect(account.routes.prepareGroup(groupOf(1000))).rejects.toEqual(NO_ANSWER)
    expect(account.asked).toHaveLength(1)
    vi.setSystemTime(NOW + 5 * MINUTE)
    account.answer = async () => undefined
    await account.routes.prepareGroup(groupOf(1000))
    expect([account.asked.length, account.sessions.size]).toEqual([2, 1000])
  })

  test('does not hold up people whose keys are known', async () => {
    const account = refused()
    for (const jid of [SHOP, lidOf(1)]) account.sessions.add(jid)
    await account.routes.toPerson(lidOf(1))
    await expect(account.routes.toPerson(lidOf(2))).rejects.toEqual(NO_ANSWER)
    expect(await account.routes.toPerson(lidOf(1))).toEqual({ jid: lidOf(1), lid: '1001' })
  })

  test('does not hold up people whose keys are known after the lists of devices have expired', async () => {
    const account = new Account()
    account.devicesOf = () => [0, 7, 99]
    await account.routes.toPerson(lidOf(1))
    const before = await account.socket.getUSyncDevices([SHOP, lidOf(1)], true, false)
    account.answer = () => Promise.reject(refusal(429))
    await expect(account.routes.toPerson(lidOf(2))).rejects.toEqual(NO_ANSWER)
    await account.cache.flushAll()
    const asked = [account.asked.length, account.devicesAsked]
    expect(await account.routes.toPerson(lidOf(1))).toEqual({ jid: lidOf(1), lid: '1001' })
    await expect(account.routes.toPerson(lidOf(3))).rejects.toEqual(NO_ANSWER)
    // The library writes to the same devices, without a question.
    const after = await account.socket.getUSyncDevices([SHOP, lidOf(1)], true, false)
    expect(after.map(({ jid }) => jid)).toEqual(before.map(({ jid }) => jid))
    expect([account.asked.length, account.devicesAsked]).toEqual(asked)
    vi.setSystemTime(NOW + 5 * MINUTE)
    await account.routes.toPerson(lidOf(1))
    expect(account.devicesAsked).toBe((asked[1] ?? 0) + 1)
  })

  test('leaves out a new device of a person whose keys are known, until keys are requested again', async () => {
    const account = refused()
    account.devicesOf = (user) => (user === '1001' ? [0, 7] : [0])
    for (const jid of [SHOP, lidOf(1)]) account.sessions.add(jid)
    expect(await account.routes.toPerson(lidOf(1))).toEqual({ jid: lidOf(1), lid: '1001' })
    expect(account.listOf(1)).toMatchObject([{ device: 0 }])
    vi.setSystemTime(NOW + 5 * MINUTE)
    account.answer = async () => undefined
    await account.routes.toPerson(lidOf(1))
    expect(account.listOf(1)).toMatchObject([{ device: 0 }, { device: 7 }])
  })
})

test('another error pauses questions for half a minute', async () => {
  const account = new Account()
  account.answer = () => Promise.reject(refusal(503))
  await expect(account.routes.prepareGroup(groupOf(100))).rejects.toEqual(NO_ANSWER)
  account.answer = async () => undefined
  await expect(account.routes.prepareGroup(groupOf(100))).rejects.toEqual(NO_ANSWER)
  vi.setSystemTime(NOW + MINUTE / 2)
  await account.routes.prepareGroup(groupOf(100))
  expect(account.asked).toHaveLength(2)
})

test('no question follows one that WhatsApp refuses after its time limit', async () => {
  const account = new Account()
  account.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20_000))
    throw refusal(406)
  }
  const prepared = account.routes.prepareGroup(groupOf(1000))
  const outcome = expect(prepared).rejects.toEqual(NO_ANSWER)
  await vi.advanceTimersByTimeAsync(15_000)
  await outcome
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(account.asked).toHaveLength(1)
})

describe('a message to a person', () => {
  test('asks again for a person without keys, also after a group left them out', async () => {
    const account = new Account()
    account.withoutKeys.add(lidOf(1))
    await account.routes.prepareGroup(groupOf(3))
    await expect(account.routes.toPerson(lidOf(1))).rejects.toEqual(new Unreachable('NO_KEYS'))
    account.withoutKeys.clear()
    expect(await account.routes.toPerson(lidOf(1))).toEqual({ jid: lidOf(1), lid: '1001' })
    expect(account.listOf(1)).toHaveLength(1)
  })

  test('leaves without a copy for an own phone without keys', async () => {
    const account = new Account()
    account.withoutKeys.add(SHOP)
    await account.routes.toPerson(lidOf(1))
    expect(await account.cache.get('900')).toEqual([])
    await account.routes.toPerson(lidOf(1))
    expect(account.asked).toHaveLength(1)
  })

  test('has a copy for the own phone within a minute after the phone has keys', async () => {
    const account = new Account()
    account.withoutKeys.add(SHOP)
    await account.routes.toPerson(lidOf(1))
    account.withoutKeys.clear()
    vi.setSystemTime(NOW + MINUTE)
    await account.routes.toPerson(lidOf(1))
    expect(await account.cache.get('900')).toHaveLength(1)
  })

  test('is not possible to a number whose LID WhatsApp does not give, and no key is asked for', async () => {
    const account = new Account()
    account.sessions.add('5511900000001@s.whatsapp.net')
    const sent = account.routes.toPerson('5511955551234@s.whatsapp.net')
    await expect(sent).rejects.toEqual(new Unreachable('NO_KEYS'))
    expect(account.asked).toEqual([])
  })
})
