import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { PrivacyTokens } from '@recado/fargate-session/privacy-tokens/privacy-tokens'
import { type SaltChange, saltInSettings } from '@recado/fargate-session/privacy-tokens/salt-in-settings'
import { wireField, wireFields } from '@recado/fargate-session/wire/wire-fields'
import { type BinaryNode, hkdf, proto, type SignalKeyStore, type WASocket } from '@whiskeysockets/baileys'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ANA = '5511955551234@s.whatsapp.net'
const ANA_LID = '777000111222@lid'
const SALT = Buffer.alloc(32, 7)
type Entry = { token: Buffer; timestamp?: string; senderTimestamp?: number }

/** A socket that records its relayed messages, over keys in memory. */
function account({ salt = SALT as Buffer | null, known = {} as Record<string, Entry> } = {}) {
  const entries = new Map(Object.entries(known))
  const keys = {
    get: async (_: string, ids: string[]) =>
      Object.fromEntries(ids.flatMap((id) => (entries.has(id) ? [[id, entries.get(id)]] : []))),
    set: async ({ tctoken = {} }: { tctoken?: Record<string, Entry> }) => {
      for (const [id, entry] of Object.entries(tctoken)) entries.set(id, entry)
    },
  } as unknown as SignalKeyStore
  const relayed: (BinaryNode[] | undefined)[] = []
  const given: string[][] = []
  const socket = {
    relayMessage: async (_: string, __: unknown, { additionalNodes }: { additionalNodes?: BinaryNode[] }) => {
      relayed.push(additionalNodes)
      return 'M1'
    },
    issuePrivacyTokens: async (jids: string[]): Promise<BinaryNode | undefined> => {
      given.push(jids)
      return { tag: 'iq', attrs: { type: 'result' } }
    },
    getUSyncDevices: async () => [],
    serverProps: { lidTrustedTokenIssueToLid: false },
    signalRepository: {
      lidMapping: {
        getLIDForPN: async (jid: string) => (jid === ANA ? ANA_LID : null),
        getPNForLID: async (jid: string) => (jid === ANA_LID ? ANA : null),
      },
    },
  }
  const asSocket = socket as unknown as WASocket
  new PrivacyTokens({ keys, salt: () => salt ?? undefined, now: () => NOW }).attachTo(asSocket)
  const send = (jid: string) => asSocket.relayMessage(jid, {}, {})
  return { entries, relayed, given, socket, send }
}

const proof = { tag: 'cstoken', attrs: {}, content: createHmac('sha256', SALT).update(ANA_LID).digest() }
const secondsAgo = (days: number) => Math.floor(NOW / 1000) - days * 86_400

describe('a message to a person', () => {
  test('carries a proof by the person’s LID, at either address', async () => {
    const { send, relayed } = account()
    await send(ANA)
    await send(ANA_LID)
    expect(relayed).toEqual([[proof], [proof]])
  })

  test('carries no proof if the person’s token is valid, or if the account cannot make one', async () => {
    const token = Buffer.from('token')
    const good = account({ known: { [ANA_LID]: { token, timestamp: String(secondsAgo(3)) } } })
    await good.send(ANA)
    expect(good.relayed).toEqual([[]])
    const expired = account({ known: { [ANA_LID]: { token, timestamp: String(secondsAgo(40)) } } })
    await expired.send(ANA)
    expect(expired.relayed).toEqual([[proof]])
    const unsalted = account({ salt: null })
    await unsalted.send(ANA)
    const unknown = account()
    await unknown.send('5511900000000@s.whatsapp.net')
    const group = account()
    await group.send('120363000@g.us')
    expect([unsalted.relayed, unknown.relayed, group.relayed]).toEqual([[[]], [[]], [undefined]])
  })

  test('issues our token once a week, and again after a failure', async () => {
    const { send, given, entries, socket } = account()
    await send(ANA)
    await expect.poll(() => given).toEqual([[ANA]])
    await send(ANA)
    await send(ANA_LID)
    expect(given).toHaveLength(1)
    expect(entries.get(ANA_LID)?.senderTimestamp).toBe(secondsAgo(0))
    entries.set(ANA_LID, { token: Buffer.alloc(0), senderTimestamp: secondsAgo(8) })
    const working = socket.issuePrivacyTokens
    socket.issuePrivacyTokens = () => Promise.reject(new Error('Connection Closed'))
    await send(ANA)
    await expect.poll(() => entries.get(ANA_LID)?.senderTimestamp).toBe(secondsAgo(8))
    socket.issuePrivacyTokens = working
    await send(ANA)
    await expect.poll(() => given).toHaveLength(2)
  })

  test('issues our token again if the connection ended before the answer', async () => {
    const { send, given, entries, socket } = account()
    const working = socket.issuePrivacyTokens
    socket.issuePrivacyTokens = async () => undefined
    await send(ANA)
    await expect.poll(() => entries.get(ANA_LID)).toEqual({ token: Buffer.alloc(0) })
    socket.issuePrivacyTokens = working
    await send(ANA)
    await expect.poll(() => given).toEqual([[ANA]])
    expect(entries.get(ANA_LID)?.senderTimestamp).toBe(secondsAgo(0))
  })
})

describe('a person’s token in the answer to ours', () => {
  const THEIRS = Buffer.from('theirs')
  const answer = (attrs: Record<string, string>): BinaryNode => ({
    tag: 'iq',
    attrs: { type: 'result' },
    content: [{ tag: 'tokens', attrs: {}, content: [{ tag: 'token', attrs, content: THEIRS }] }],
  })
  const trusted = (days: number) => ({ jid: ANA, type: 'trusted_contact', t: String(secondsAgo(days)) })

  /** Our token is issued, and the person's entry after the answer. */
  async function after(attrs: Record<string, string>, notified?: Entry): Promise<Entry | undefined> {
    const { send, entries, socket } = account()
    const issued = Promise.withResolvers<BinaryNode>()
    socket.issuePrivacyTokens = () => issued.promise
    await send(ANA)
    const meanwhile = { ...entries.get(ANA_LID), ...notified } as Entry
    entries.set(ANA_LID, meanwhile)
    issued.resolve(answer(attrs))
    await new Promise(setImmediate)
    return entries.get(ANA_LID)
  }

  test('is kept', async () => {
    const timestamp = String(secondsAgo(1))
    expect(await after(trusted(1))).toEqual({ token: THEIRS, timestamp, senderTimestamp: secondsAgo(0) })
  })

  test('does not replace a newer one that a notification brought', async () => {
    const notified = { token: Buffer.from('newer'), timestamp: String(secondsAgo(0)) }
    expect(await after(trusted(1), notified)).toMatchObject(notified)
    const older = { token: Buffer.from('older'), timestamp: String(secondsAgo(2)) }
    expect(await after(trusted(1), older)).toMatchObject({ token: THEIRS })
  })

  test('is ignored without a time, and if it is of another type', async () => {
    for (const attrs of [
      { jid: ANA, type: 'trusted_contact' },
      { ...trusted(1), type: 'other' },
    ])
      expect(await after(attrs)).toEqual({ token: Buffer.alloc(0), senderTimestamp: secondsAgo(0) })
  })
})

describe('the salt in the account’s settings', () => {
  const KEY = randomBytes(32)
  const { SyncdOperation } = proto.SyncdMutation
  const field = (number: number, bytes: Uint8Array) => {
    const tag = number * 8 + 2
    const head = tag < 128 ? [tag] : [(tag % 128) + 128, Math.floor(tag / 128)]
    return Buffer.concat([Buffer.from([...head, bytes.length]), bytes])
  }
  const setting = (index: string[], value: Uint8Array) =>
    Buffer.concat([field(1, Buffer.from(JSON.stringify(index))), field(2, value)])
  const salted = (salt: Uint8Array) => setting(['nct_salt_sync'], field(80, field(1, salt)))

  function mutation(plain: Uint8Array, operation = SyncdOperation.SET): proto.ISyncdMutation {
    const iv = randomBytes(16)
    const key = hkdf(KEY, 160, { info: 'WhatsApp Mutation Keys' }).subarray(32, 64)
    const cipher = createCipheriv('aes-256-cbc', key, iv)
    const blob = Buffer.concat([iv, cipher.update(plain), cipher.final(), Buffer.alloc(32)])
    return { operation, record: { value: { blob }, keyId: { id: Buffer.from('K1') } } }
  }

  const answer = (mutations: proto.ISyncdMutation[], name = 'regular_high'): BinaryNode => {
    const patch = proto.SyncdPatch.encode({ version: { version: 1 }, mutations }).finish()
    const patches = { tag: 'patches', attrs: {}, content: [{ tag: 'patch', attrs: {}, content: patch }] }
    const collection = { tag: 'collection', attrs: { name, version: '0' }, content: [patches] }
    return { tag: 'iq', attrs: {}, content: [{ tag: 'sync', attrs: {}, content: [collection] }] }
  }
  const keyOf = async (id: string) => (id === Buffer.from('K1').toString('base64') ? KEY : undefined)

  test.each<[string, proto.ISyncdMutation[], SaltChange | undefined]>([
    ['is found', [mutation(setting(['mute', 'x'], Buffer.alloc(0))), mutation(salted(SALT))], { salt: SALT }],
    [
      'counts in its latest version',
      [mutation(salted(Buffer.alloc(32, 1))), mutation(salted(SALT))],
      { salt: SALT },
    ],
    [
      'is removed',
      [mutation(salted(SALT)), mutation(salted(SALT), SyncdOperation.REMOVE)],
      { salt: undefined },
    ],
    ['is not another setting', [mutation(setting(['mute', 'x'], field(80, field(1, SALT))))], undefined],
    ['is not an empty one', [mutation(salted(Buffer.alloc(0)))], undefined],
    [
      'is not in a record that is damaged',
      [{ record: { value: { blob: Buffer.alloc(64) }, keyId: { id: Buffer.from('K1') } } }],
      undefined,
    ],
    [
      'is not in a record whose key has not come',
      [{ record: { ...mutation(salted(SALT)).record, keyId: { id: Buffer.from('K2') } } }],
      undefined,
    ],
  ])('%s', async (_, mutations, change) => {
    expect(await saltInSettings(answer(mutations), keyOf)).toEqual(change)
  })

  test('is read only in its collection, and the answer stays unchanged', async () => {
    expect(await saltInSettings(answer([mutation(salted(SALT))], 'regular_low'), keyOf)).toBeUndefined()
    expect(await saltInSettings({ tag: 'iq', attrs: {} }, keyOf)).toBeUndefined()
    const came = answer([mutation(salted(SALT))])
    const before = JSON.stringify(came)
    await saltInSettings(came, keyOf)
    expect(JSON.stringify(came)).toBe(before)
  })
})

describe('fields dropped by the library', () => {
  test('are read from the raw bytes', () => {
    const bytes = proto.Message.encode({ conversation: 'Oi', imageMessage: { caption: 'x' } }).finish()
    expect(wireFields(bytes).map(({ number }) => number)).toEqual([1, 3])
    expect(Buffer.from(wireField(bytes, 1) ?? []).toString()).toBe('Oi')
  })

  test('are reported as unreadable at once in malformed bytes', () => {
    const read = (bytes: Uint8Array) => {
      try {
        return wireFields(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        return undefined
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void read(bytes)),
      { numRuns: 3000 },
    )
    expect(read(Buffer.alloc(100_000, 0xff))).toBeUndefined()
    expect(read(Buffer.from([0x0b, 0x0c]))).toEqual([{ number: 1, bytes: undefined }])
  })
})
