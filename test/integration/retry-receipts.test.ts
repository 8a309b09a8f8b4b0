import { answerRetries, resentTimes } from '@recado/fargate-session/session/retry-receipts'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { WireLog } from '@recado/whatsapp-simulator/testing/wire-log'
import { expect, test } from 'vitest'
import { CountingLog } from '../support/counting-log.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const LUIS = '5511977776666'

const on = simulated({ [ANA]: 'Ana', [LUIS]: 'Luís' })

/** A shop that answers requests for unreadable messages as the socket service does, with a record of its wire. */
async function shopThatAnswers() {
  const wire = new WireLog()
  const shop = await Company.linked(on.simulator, SHOP, 'Loja', { logger: wire.logger })
  const { socket } = shop
  if (!socket) throw new Error('The shop has no socket')
  const texts = new Map<string, string>()
  const log = new CountingLog()
  answerRetries(socket, {
    find: async ({ messageId }) => ({ extendedTextMessage: { text: texts.get(messageId) } }),
    owns: () => true,
    times: resentTimes(),
    log,
    of: { companyId: 'A', connectionId: 'C' },
    guard: (work) => void work.catch(() => undefined),
  })
  const send = (to: string, text: string, messageId: string) => {
    texts.set(messageId, text)
    return shop.send(to, text, { messageId })
  }
  /** The stanzas of a message, the first and those that followed. */
  const stanzas = (id: string) => wire.sent.filter((xml) => xml.startsWith('<message') && xml.includes(id))
  return { shop, send, stanzas }
}

const textsAt = async (number: string) =>
  (await on.control.messages(number)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)

test('a member of a group who cannot read a message gets it again, and the others do not', async () => {
  const { shop, send, stanzas } = await shopThatAnswers()
  const group = await on.control.createGroup({
    subject: 'Clientes',
    members: [SHOP, LUIS, ANA],
    admins: [SHOP],
  })
  await on.control.changeMembers(group, { remove: [ANA] })
  await send(group, 'um', '3EB0AAAAAAAAAAAAAAAA01')
  await until('Luís has the first', async () => (await textsAt(LUIS)).includes('um'))
  await on.control.changeMembers(group, { add: [ANA] })
  // The shop believes that Ana has the group's key.
  const ana = (await shop.socket?.signalRepository.lidMapping.getLIDForPN(`${ANA}@s.whatsapp.net`)) ?? ''
  await shop.socket?.authState.keys.set({ 'sender-key-memory': { [group]: await holders(shop, group, ana) } })
  await send(group, 'dois', '3EB0AAAAAAAAAAAAAAAA02')
  await until('Ana has the second', async () => (await textsAt(ANA)).includes('dois'))
  const [first, ...again] = stanzas('3EB0AAAAAAAAAAAAAAAA02')
  expect(first).toContain(`type='skmsg'`)
  expect(again).toHaveLength(1)
  expect(again[0]).toContain(`participant='${ana}'`)
  expect(again[0]).not.toMatch(/skmsg|<participants/)
  // With the message came the group's key. It comes once more with the next one, to this phone alone.
  await send(group, 'três', '3EB0AAAAAAAAAAAAAAAA03')
  await until('Ana has the third', async () => (await textsAt(ANA)).includes('três'))
  const third = stanzas('3EB0AAAAAAAAAAAAAAAA03')
  expect(third).toHaveLength(1)
  expect([...(third[0] ?? '').matchAll(/<to jid='([^']*)'/g)].map(([, jid]) => jid)).toEqual([ana])
  expect(await textsAt(LUIS)).toEqual(['um', 'dois', 'três'])
})

/** The devices that have the group's key, as the shop remembers, and one more. */
async function holders(shop: Company, group: string, more: string): Promise<Record<string, boolean>> {
  const known = await shop.socket?.authState.keys.get('sender-key-memory', [group])
  return { ...known?.[group], [more.replace('@', ':0@')]: true, [more]: true }
}

test('a person’s linked device that cannot read a message gets it again alone', async () => {
  const { shop, send, stanzas } = await shopThatAnswers()
  const web = await Company.linked(on.simulator, ANA, 'Ana')
  await on.control.write(ANA, SHOP, 'Oi')
  await until('the shop has it', () => shop.texts().includes('Oi'))
  await web.receives(await send(ANA, 'um', '3EB0BBBBBBBBBBBBBBBB01'))
  web.loseKeys('session')
  const id = await send(ANA, 'dois', '3EB0BBBBBBBBBBBBBBBB02')
  await web.receives(id)
  const [, ...again] = stanzas(id)
  expect(again).toHaveLength(1)
  expect(again[0]).toMatch(/^<message[^>]* device_fanout='false'/)
  // WhatsApp refuses a stanza that has the message twice.
  expect(again[0]).not.toContain('<participants')
  await web.receives(await send(ANA, 'três', '3EB0BBBBBBBBBBBBBBBB03'))
  expect(stanzas('3EB0BBBBBBBBBBBBBBBB03')).toHaveLength(1)
  expect(await textsAt(ANA)).toEqual(['um', 'dois', 'três'])
})

test('two phones that cannot read a message get it again, each in its own form', async () => {
  const { shop, send, stanzas } = await shopThatAnswers()
  await send(ANA, 'um', '3EB0CCCCCCCCCCCCCCCC01')
  await on.control.write(ANA, SHOP, 'resposta')
  await until('the shop has the answer', () => shop.texts().includes('resposta'))
  const before = shop.snapshotKeys()
  await send(ANA, 'dois', '3EB0CCCCCCCCCCCCCCCC02')
  await until('Ana has the second', async () => (await textsAt(ANA)).includes('dois'))
  // The database loses its last writes: the next message is sealed with keys that both phones have used up.
  shop.restoreKeys(before)
  await send(ANA, 'três', '3EB0CCCCCCCCCCCCCCCC03')
  await until('Ana has the third', async () => (await textsAt(ANA)).includes('três'))
  const copies = async () => (await on.control.messages(SHOP)).filter(({ fromMe }) => fromMe)
  await until('the own phone has the third', async () => (await copies()).some(({ text }) => text === 'três'))
  expect(stanzas('3EB0CCCCCCCCCCCCCCCC03')).toHaveLength(3)
  expect((await copies()).map(({ text }) => text)).toEqual(['um', 'dois', 'três'])
  expect(await textsAt(ANA)).toEqual(['um', 'dois', 'três'])
})
