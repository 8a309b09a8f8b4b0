import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import type { Contact, WASocket } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const LUIS = '5511977776666'
const EVA = '5521966665555'

const on = simulated({ [SHOP]: 'Loja', [ANA]: 'Ana' })

const jid = (number: string) => `${number}@s.whatsapp.net`

/** Links the shop's phone, and collects what the library says of people. */
async function linked(company = new Company(on.simulator)) {
  company.connect()
  await on.control.scan(SHOP, await until('a QR code is shown', () => company.qr))
  await until('the link ends with a restart', () => company.closes.includes(515))
  const heard = heardBy(company.connect())
  await until('the history has come', () => company.credentials.accountSyncCounter === 1)
  return { company, heard }
}

function heardBy(socket: WASocket) {
  const heard = { entries: [] as Contact[], history: [] as Contact[], chats: [] as string[] }
  socket.ev.on('contacts.upsert', (contacts) => heard.entries.push(...contacts))
  socket.ev.on('messaging-history.set', ({ contacts, chats }) => {
    heard.history.push(...contacts)
    heard.chats.push(...chats.map(({ pnJid }) => pnJid ?? ''))
  })
  return heard
}

const named = (contacts: Contact[]) =>
  contacts
    .filter(({ name }) => name !== undefined)
    .map(({ phoneNumber, name }) => [phoneNumber, name])
    .sort()

describe('the address book of a phone', () => {
  test('a linked device gets the address book, and later changes, also after a restart', async () => {
    await on.control.saveContacts(SHOP, [
      { number: ANA, name: 'Ana Souza' },
      { number: LUIS, name: 'Luís Encanador' },
    ])
    const { company, heard } = await linked()
    await until('the address book', () => heard.entries.length + heard.history.length > 1)
    expect(named([...heard.history, ...heard.entries])).toEqual([
      [jid(LUIS), 'Luís Encanador'],
      [jid(ANA), 'Ana Souza'],
    ])

    await on.control.saveContacts(SHOP, [{ number: EVA, name: 'Eva' }])
    await until('the new entry', () => named(heard.entries).some(([number]) => number === jid(EVA)))
    company.socket?.end(undefined)
    await until('the company is away', () => company.closes.length > 1)
    await on.control.saveContacts(SHOP, [{ number: EVA, name: 'Eva Lima' }])
    const again = heardBy(company.connect())
    await until('the changed entry', () => again.entries.length > 0)
    expect(named(again.entries)).toEqual([[jid(EVA), 'Eva Lima']])
  })

  test('the address book holds neither unregistered numbers nor the owner', async () => {
    const { heard } = await linked()
    const people = [`${ANA.slice(0, -4)}0000`, SHOP, ANA].map((number) => ({ number, name: 'Alguém' }))
    expect(await on.control.saveContacts(SHOP, people)).toEqual({ saved: 1 })
    await until('the entry', () => heard.entries.length > 0)
    expect(named(heard.entries)).toEqual([[jid(ANA), 'Alguém']])
  })
})

test('a linked device gets the phone’s chats, with saved names and own names', async () => {
  await on.control.saveContacts(SHOP, [{ number: ANA, name: 'Ana Souza' }])
  await on.control.write(ANA, SHOP, 'Bom dia')
  await on.control.write(SHOP, LUIS, 'Boa tarde')
  const { heard } = await linked()
  await until('what Ana calls herself', () => heard.history.some(({ notify }) => notify === 'Ana'))
  expect(heard.chats.sort()).toEqual([jid(LUIS), jid(ANA)])
  expect(named(heard.history)).toEqual([[jid(ANA), 'Ana Souza']])
})
