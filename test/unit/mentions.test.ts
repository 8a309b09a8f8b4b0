import { EventEmitter } from 'node:events'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { learnContacts } from '@recado/shared/known-contacts/known-contacts'
import type { Content } from '@recado/shared/messages/content'
import { type InboundEvent, inboundEvent } from '@recado/shared/messages/inbound'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { proto, type WASocket } from '@whiskeysockets/baileys'
import { beforeEach, expect, test, vi } from 'vitest'

const [ANA, BETO, CARLA, DAVI] = ['271512345678901', '200', '300', '400']
const NUMBER = '5511955551234'

let memory: MemoryTable
let table: TenantTable
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  await learnContacts(table, 'LOJA', [
    { lid: ANA, notify: 'Ana\nPaula' },
    { number: NUMBER, name: 'Beto da Oficina' },
  ])
  await learnNumbers(table, [
    { lid: BETO, number: NUMBER },
    { lid: CARLA, number: '5511955559999' },
  ])
})

/** The event that is queued for a message of a group, with the account's profile name. */
async function queuedFor(message: proto.IMessage, name = 'Loja'): Promise<Content | undefined> {
  const queued: InboundEvent[] = []
  const never = () => Promise.reject(new Error('Not this one'))
  const inOrder = async (_: unknown, event: unknown) => void queued.push(inboundEvent.parse(event))
  const ports = { table: memory, now: Date.now } as unknown as ServicePorts
  const receiver = new Receiver(ports, new Inbox({ send: never, command: never, inOrder }), table, 'LOJA')
  const user = { id: '5511900000001:7@s.whatsapp.net', lid: '100:7@lid', name }
  const parts = { ev: new EventEmitter(), ws: new EventEmitter(), user }
  receiver.watch({ ...parts, signalRepository: { lidMapping: {} } } as unknown as WASocket, () => undefined)
  const key = { id: 'M1', remoteJid: '120363000@g.us', participant: '500@lid', fromMe: false }
  await receiver.receive(
    { key, message: proto.Message.decode(proto.Message.encode(message).finish()), messageTimestamp: 1 },
    { offline: false, arrivedAt: 1000 },
    async () => null,
  )
  const [event] = queued
  return event?.kind === 'message' ? event.content : undefined
}

const text = (words: string, ...mentionedJid: string[]): proto.IMessage => ({
  extendedTextMessage: { text: words, contextInfo: { mentionedJid } },
})

test.each([
  ['a member by their profile name', `@${ANA} pode ver?`, `${ANA}@lid`, '@Ana Paula pode ver?'],
  ['a known contact of a LID by the account’s name', `Oi @${BETO}`, `${BETO}@lid`, 'Oi @Beto da Oficina'],
  ['a number by its name', `@${NUMBER}!`, `${NUMBER}@s.whatsapp.net`, '@Beto da Oficina!'],
  ['a person without a name by the number', `@${CARLA}`, `${CARLA}@lid`, '@+55 11 95555-9999'],
  ['an unknown person as written', `@${DAVI}, oi`, `${DAVI}@lid`, `@${DAVI}, oi`],
  ['the account by its profile name', '@100 e @5511900000001', '100@lid', '@Loja e @5511900000001'],
  ['no person by longer digits', `@${BETO}1`, `${BETO}@lid`, `@${BETO}1`],
  ['no person by an invalid JID', `@${BETO}`, '@@@', `@${BETO}`],
])('a message mentions %s', async (_, words, jid, shown) => {
  expect(await queuedFor(text(words, jid))).toEqual({ type: 'text', text: shown })
})

test('an account without a profile name is mentioned by its number', async () => {
  expect(await queuedFor(text('@100', '100@lid'), '')).toEqual({ type: 'text', text: '@+55 11 90000-0001' })
})

test('a caption and an edit show the names of mentioned people', async () => {
  const contextInfo = { mentionedJid: [`${ANA}@lid`, `${BETO}@lid`] }
  const caption = `@${ANA} @${BETO} @${ANA}`
  const shown = '@Ana Paula @Beto da Oficina @Ana Paula'
  expect(await queuedFor({ imageMessage: { caption, contextInfo } })).toMatchObject({ caption: shown })
  const editedMessage = { extendedTextMessage: { text: caption, contextInfo } }
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
  const edit = { protocolMessage: { type, key: { id: 'M0' }, editedMessage } }
  expect(await queuedFor(edit)).toEqual({ type: 'edit', target: 'M0', text: shown })
})

test('a message whose words mention no person reads no rows', async () => {
  const read = vi.spyOn(memory, 'getMany')
  await queuedFor(text(`Oi, @${ANA}`))
  await queuedFor(text('Oi', `${ANA}@lid`))
  const endless = '9'.repeat(2000)
  await queuedFor(text(`@${endless}`, `${endless}@lid`))
  expect(read).not.toHaveBeenCalled()
})

test('a message that mentions thousands of people many times keeps its limits', async () => {
  await learnContacts(table, 'LOJA', [{ lid: '1', notify: 'a'.repeat(250) }])
  const read = vi.spyOn(memory, 'getMany')
  const jids = Array.from({ length: 5000 }, (_, at) => `${at + 1}@lid`)
  const words = jids.map((jid) => `@${jid.replace('@lid', '')}`).join(' ') + ' @1'.repeat(10_000)
  const shown = await queuedFor(text(words, ...jids))
  expect(shown?.type === 'text' && shown.text.length).toBe(65_536)
  const rows = read.mock.calls.map(([keys]) => keys.length)
  const count = rows.reduce((sum, some) => sum + some, 0)
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(200)
})
