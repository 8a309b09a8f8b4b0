import { PrivacyTokens } from '@recado/fargate-session/privacy-tokens/privacy-tokens'
import { changeHealth } from '@recado/shared/connections/health-store'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import {
  type BinaryNode,
  getBinaryNodeChild,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys'
import { afterEach, describe, expect, test } from 'vitest'
import { LinkedSession } from '../support/linked-session.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BETO = '5511988886666'

const on = simulated({ [ANA]: 'Ana', [BETO]: 'Beto' })
let shop: LinkedSession | undefined
afterEach(async () => {
  await shop?.stop()
  shop = undefined
})

const link = async () => {
  shop = await LinkedSession.link(on.simulator, on.control, SHOP)
  return shop
}
const texts = async (number: string) =>
  (await on.control.messages(number)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)
const arrives = (number: string, text: string) =>
  until(`${text} arrives`, async () => (await texts(number)).includes(text))
const salted = (is: boolean) =>
  until('it is known whether there is a salt', async () => (await shop?.health())?.hasTokenSalt === is)

describe('where WhatsApp asks for tokens', () => {
  test('a first message carries a proof made with the salt from the history', async () => {
    const shop = await link()
    await salted(true)
    await on.control.fault({ kind: 'tokenRequired', number: SHOP })
    await shop.send(ANA, 'primeira', '3EB0AAAAAAAAAAAAAAAAAA')
    await arrives(ANA, 'primeira')
  })

  test('a first message carries a proof made with the salt from the settings', async () => {
    await on.control.fault({ kind: 'tokenSalt', number: SHOP, in: 'settings' })
    const shop = await link()
    await salted(true)
    await on.control.fault({ kind: 'tokenRequired', number: SHOP })
    await shop.send(ANA, 'primeira', '3EB0AAAAAAAAAAAAAAAAAA')
    await arrives(ANA, 'primeira')
  })

  test('an account linked before salts were read gets its salt from its settings', async () => {
    await on.control.fault({ kind: 'tokenSalt', number: SHOP, in: 'settings' })
    const shop = await link()
    await salted(true)
    await shop.forgetsSalts()
    await changeHealth(shop.table, 'LOJA', { hasTokenSalt: false })
    await shop.begunAnew()
    await salted(true)
    await on.control.fault({ kind: 'tokenRequired', number: SHOP })
    await shop.send(ANA, 'primeira', '3EB0AAAAAAAAAAAAAAAAAA')
    await arrives(ANA, 'primeira')
  })

  test('an account without a salt shows it, and only answers senders, with their token', async () => {
    await on.control.fault({ kind: 'tokenSalt', number: SHOP, in: 'nowhere' })
    await on.control.declare(SHOP, 'Loja')
    // Before the account is linked: the token comes with the history.
    await on.control.write(BETO, SHOP, 'Bom dia')
    const shop = await link()
    await salted(false)
    // The library stores a history's tokens before it passes the history on.
    await until('the history has arrived', () => shop.conversation(BETO))
    await on.control.fault({ kind: 'tokenRequired', number: SHOP })
    await shop.send(ANA, 'fria', '3EB0AAAAAAAAAAAAAAAAAA')
    await shop.send(BETO, 'resposta', '3EB0BBBBBBBBBBBBBBBBBB')
    await arrives(BETO, 'resposta')
    expect(await texts(ANA)).toEqual([])
    // What is known of it outlives the session.
    await on.control.fault({ kind: 'clear', only: 'tokenSalt' })
    await shop.begunAnew()
    await shop.send(BETO, 'de novo', '3EB0CCCCCCCCCCCCCCCCCC')
    await arrives(BETO, 'de novo')
  })
})

test('a person gets a token once, however many messages are sent', async () => {
  const company = await Company.linked(on.simulator, SHOP)
  await company.leave()
  const keys = memoryKeys()
  await company.logIn({ auth: { creds: company.credentials, keys } })
  const { socket } = company
  if (!socket) throw new Error('The company has no socket')
  let given = 0
  socket.ws.on('frame', (node: BinaryNode) => {
    if (node.tag === 'iq' && getBinaryNodeChild(node, 'tokens')) given++
  })
  new PrivacyTokens({ keys, salt: () => undefined, now: Date.now }).attachTo(socket)
  const { lidMapping } = socket.signalRepository
  const lidOf = async (number: string) => (await lidMapping.getLIDForPN(`${number}@s.whatsapp.net`)) ?? ''
  const [ana, beto] = [await lidOf(ANA), await lidOf(BETO)]
  for (const [index, jid] of [ana, ana, ana, beto].entries()) {
    const messageId = `3EB0${String(index).padStart(18, '0')}`
    await socket.relayMessage(jid, { conversation: `${index}` }, { messageId })
    await until('it is acknowledged', () => company.acks.some(({ id }) => id === messageId))
  }
  await until('both have been given one', () => given >= 2)
  await arrives(BETO, '3')
  expect(given).toBe(2)
  expect((await keys.get('tctoken', [ana]))[ana]?.senderTimestamp).toBeTypeOf('number')
})

function memoryKeys(): SignalKeyStore {
  const stored = new Map<string, unknown>()
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found = ids.flatMap((id) =>
        stored.has(`${type} ${id}`) ? [[id, stored.get(`${type} ${id}`)]] : [],
      )
      return Object.fromEntries(found) as { [id: string]: SignalDataTypeMap[T] }
    },
    set: async (data) => {
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values)) stored.set(`${type} ${id}`, value ?? undefined)
    },
  }
}
