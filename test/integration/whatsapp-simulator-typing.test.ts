import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const LUIS = '5511977776666'

const on = simulated({ [ANA]: 'Ana', [LUIS]: 'Luís' })

const silenced = async () => (await on.control.phone(COMPANY)).phoneSilenced

/** By default, Baileys says at each login that it is available. */
async function availableCompany(): Promise<Company> {
  const company = await Company.linked(on.simulator, COMPANY)
  await until('the device says that it is available', silenced)
  return company
}

const quietCompany = () => Company.linked(on.simulator, COMPANY, 'Loja', { markOnlineOnConnect: false })

/** The typing that a company has heard: the kind of the chat's JID, and the state. */
const heardBy = ({ heard }: Company) =>
  heard.presences.flatMap(({ id, presences }) =>
    Object.values(presences).map(({ lastKnownPresence }) => [id.split('@')[1], lastKnownPresence]),
  )

/** Stanzas sent before a message have come when the message has come. */
const afterAMessage = async (company: Company) =>
  company.receives(await on.control.write(LUIS, COMPANY, 'Oi'))

test('an available company hears who is typing, in a chat and in a group', async () => {
  const company = await availableCompany()
  const group = await on.control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA] })
  const { key } = await company.receives(await on.control.write(ANA, COMPANY, 'Oi'))
  const ana = key.remoteJid ?? ''
  await on.control.types(ANA, COMPANY)
  await on.control.types(ANA, COMPANY, 'paused')
  await on.control.types(ANA, group)
  await until('all have come', () => company.heard.presences.length === 3)
  expect(company.heard.presences).toEqual([
    { id: ana, presences: { [ana]: { lastKnownPresence: 'composing' } } },
    { id: ana, presences: { [ana]: { lastKnownPresence: 'available' } } },
    { id: group, presences: { [ana]: { lastKnownPresence: 'composing' } } },
  ])
  expect(ana).toMatch(/@lid$/)
})

test('a company that is not available hears no typing, and its phone is not silent', async () => {
  const company = await quietCompany()
  const group = await on.control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA] })
  const { key } = await company.receives(await on.control.write(ANA, COMPANY, 'Oi'))
  await company.socket?.presenceSubscribe(key.remoteJid ?? '')
  await on.control.types(ANA, COMPANY)
  await on.control.types(ANA, group)
  await afterAMessage(company)
  expect(heardBy(company)).toEqual([])
  // The company's own phone shows it all the same.
  expect(await on.control.typing()).toContainEqual({ phone: COMPANY, chat: ANA, from: ANA })
  expect(await on.control.phone(COMPANY)).toMatchObject({
    connected: true,
    phoneSilenced: false,
    lastSilencedAt: null,
  })
})

test('an available company hears a person without a chat only after a subscription', async () => {
  const company = await availableCompany()
  await on.control.types(ANA, COMPANY)
  await afterAMessage(company)
  expect(heardBy(company)).toEqual([])
  await company.socket?.presenceSubscribe(`${ANA}@s.whatsapp.net`)
  // The server takes stanzas in order: after this answer it has the subscription.
  await company.socket?.onWhatsApp(ANA)
  await on.control.types(ANA, COMPANY)
  await until('it has come', () => heardBy(company).length === 1)
  expect(heardBy(company)).toEqual([['lid', 'composing']])
})

test('a phone is silent while a device is available, and the last time stays known', async () => {
  const company = await availableCompany()
  await company.socket?.sendPresenceUpdate('unavailable')
  await until('the device says that it is unavailable', async () => !(await silenced()))
  await company.socket?.sendPresenceUpdate('available')
  await until('the device says that it is available', silenced)
  await company.leave()
  await until('the device has left', async () => !(await silenced()))
  const { lastSilencedAt } = await on.control.phone(COMPANY)
  expect(Date.now() - Date.parse(lastSilencedAt ?? '')).toBeLessThan(20_000)
  expect(await on.control.phone(ANA)).toMatchObject({ phoneSilenced: false, lastSilencedAt: null })
})

test('a company that types without being available shows on the person’s phone, and silences nothing', async () => {
  const company = await quietCompany()
  await company.socket?.sendPresenceUpdate('composing', `${ANA}@s.whatsapp.net`)
  await until('Ana sees it', async () => (await on.control.typing()).length > 0)
  expect(await on.control.typing()).toEqual([{ phone: ANA, chat: COMPANY, from: COMPANY }])
  expect(await on.control.phone(COMPANY)).toMatchObject({ phoneSilenced: false, lastSilencedAt: null })
})
