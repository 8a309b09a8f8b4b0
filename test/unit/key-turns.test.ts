import '@recado/whatsapp-simulator/silence-signal-library'
import { OpenedMessages } from '@recado/fargate-session/inbound/opened'
import { silent } from '@recado/fargate-session/wire/silent'
import {
  type AuthenticationCreds,
  addTransactionCapability,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
} from '@whiskeysockets/baileys'
import { beforeEach, expect, test } from 'vitest'

const SHOP = '200000000000001:7@lid'
const ANA = '100000000000001@lid'
const ME = { id: '5511900000001:7@s.whatsapp.net', lid: SHOP }

/** Keys in memory, with the library's locks. */
function keysInMemory() {
  const rows = new Map<string, unknown>()
  const store = {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found = ids.filter((id) => rows.has(`${type} ${id}`))
      return Object.fromEntries(found.map((id) => [id, rows.get(`${type} ${id}`)])) as {
        [id: string]: SignalDataTypeMap[T]
      }
    },
    set: async (data: SignalDataSet) => {
      for (const [type, byId] of Object.entries(data))
        for (const [id, value] of Object.entries(byId)) {
          if (value === null) rows.delete(`${type} ${id}`)
          else rows.set(`${type} ${id}`, value)
        }
    },
  }
  return addTransactionCapability(store, silent, { maxCommitRetries: 1, delayBetweenTriesMs: 0 })
}

let keys: ReturnType<typeof keysInMemory>
let shop: SignalRepositoryWithLIDStore
let shopCreds: AuthenticationCreds
beforeEach(() => {
  keys = keysInMemory()
  shopCreds = initAuthCreds()
  const opened = new OpenedMessages(
    () => ME,
    Date.now,
    async () => undefined,
  )
  shop = opened.makeSignalRepository({ creds: shopCreds, keys }, silent)
})

const aPhone = () => {
  const creds = initAuthCreds()
  const make = DEFAULT_CONNECTION_CONFIG.makeSignalRepository
  return { creds, signal: make({ creds, keys: keysInMemory() }, silent) }
}
type Phone = ReturnType<typeof aPhone>

/** A device's keys for a new session, with a one-time key. */
async function bundleOf(creds: AuthenticationCreds, id: number, store: ReturnType<typeof keysInMemory>) {
  const preKey = Curve.generateKeyPair()
  await store.set({ 'pre-key': { [id]: preKey } })
  const typed = (key: Uint8Array) => Buffer.concat([Buffer.from([5]), key])
  const { registrationId, signedIdentityKey, signedPreKey } = creds
  return {
    registrationId,
    identityKey: typed(signedIdentityKey.public),
    signedPreKey: {
      keyId: signedPreKey.keyId,
      publicKey: typed(signedPreKey.keyPair.public),
      signature: signedPreKey.signature,
    },
    preKey: { keyId: id, publicKey: typed(preKey.public) },
  }
}

const sealed = async ({ signal }: Phone, text: string) => {
  const { type, ciphertext } = await signal.encryptMessage({
    jid: SHOP,
    data: encodeWAMessage({ conversation: text }),
  })
  return { jid: ANA, type, ciphertext: Buffer.from(ciphertext) }
}
const readBy = async (
  repository: SignalRepositoryWithLIDStore,
  message: Awaited<ReturnType<typeof sealed>>,
) => proto.Message.decode(unpadRandomMax16(await repository.decryptMessage(message))).conversation

/** A phone of Ana that begins a session with the shop. */
async function newPhone(preKeyId: number): Promise<Phone> {
  const phone = aPhone()
  await phone.signal.injectE2ESession({ jid: SHOP, session: await bundleOf(shopCreds, preKeyId, keys) })
  return phone
}

/** The shop sends as the library does: under the account's lock, until the message has left. Resolves when it is encrypted. */
async function beginsToSend(): Promise<{ leaves(): Promise<void> }> {
  const [encrypted, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sending = keys.transaction(async () => {
    await shop.encryptMessage({ jid: ANA, data: encodeWAMessage({ conversation: 'Oi' }) })
    encrypted.resolve()
    await left.promise
  }, ME.id)
  await encrypted.promise
  return {
    leaves: () => {
      left.resolve()
      return sending
    },
  }
}

/** Everything that does not wait for a lock has come to its end. */
const untilQuiet = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('a new session of a phone stays, although a message to its former one leaves at that moment', async () => {
  expect(await readBy(shop, await sealed(await newPhone(1), 'do telefone antigo'))).toBe('do telefone antigo')
  const message = await beginsToSend()
  const phone = await newPhone(2)
  const reading = readBy(shop, await sealed(phone, 'do telefone novo'))
  await untilQuiet()
  await message.leaves()
  expect(await reading).toBe('do telefone novo')
  expect(await readBy(shop, await sealed(phone, 'outra vez'))).toBe('outra vez')
})

test('new keys of a device stay, although a message to it leaves at that moment', async () => {
  await readBy(shop, await sealed(await newPhone(1), 'do telefone antigo'))
  const message = await beginsToSend()
  const phone = aPhone()
  const store = keysInMemory()
  const withKeys = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: phone.creds, keys: store }, silent)
  const injected = shop.injectE2ESession({ jid: ANA, session: await bundleOf(phone.creds, 9, store) })
  await untilQuiet()
  await Promise.all([message.leaves(), injected])
  const { type, ciphertext } = await shop.encryptMessage({
    jid: ANA,
    data: encodeWAMessage({ conversation: 'Oi de novo' }),
  })
  const next = { jid: SHOP, type, ciphertext: Buffer.from(ciphertext) }
  expect(await readBy(withKeys, next)).toBe('Oi de novo')
})
