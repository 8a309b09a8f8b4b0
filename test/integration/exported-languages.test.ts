import type { Language } from '@recado/shared/language'
import { beforeAll, expect, test } from 'vitest'
import { type ApiClient, fileOf, refused } from '../support/api-client.ts'
import { rowsOf } from '../support/spreadsheets-by-hand.ts'
import { sharedSystem } from '../support/test-system.ts'
import { aWorld, type World } from '../support/worlds.ts'

const { principals } = sharedSystem()
let admin: ApiClient
let world: World
beforeAll(async () => {
  const company = await principals.company()
  world = await aWorld(principals.tenant(company))
  admin = await principals.signedIn(company)
})

const ANA = { name: 'Ana', number: '5511987650001', admin: true }
const DAYS = { from: '2026-11-20', to: '2026-11-21' }

/** Each call for a spreadsheet, and the titles of its first two columns in English and Spanish. */
const EXPORTS = {
  exportContacts: [
    (language: Language) => admin.call('exportContacts', { language }),
    ['name', 'number'],
    ['nombre', 'número'],
  ],
  exportExtractedContacts: [
    (language: Language) => admin.call('exportExtractedContacts', { whatsappId: world.whatsappId, language }),
    ['name', 'number'],
    ['nombre', 'número'],
  ],
  exportGroup: [
    (language: Language) => admin.call('exportGroup', { groupId: world.groupId, language }),
    ['name', 'number'],
    ['nombre', 'número'],
  ],
  exportGroupContacts: [
    (language: Language) => admin.call('exportGroupContacts', { contacts: [ANA], language }),
    ['name', 'number'],
    ['nombre', 'número'],
  ],
  exportGroupContactsByGet: [
    (language: Language) =>
      admin.call('exportGroupContactsByGet', { contacts: JSON.stringify([ANA]), language }),
    ['name', 'number'],
    ['nombre', 'número'],
  ],
  exportCampaign: [
    (language: Language) => admin.call('exportCampaign', { campaignId: world.campaignId, language }),
    ['Name', 'Number'],
    ['Nombre', 'Número'],
  ],
  exportAudit: [
    (language: Language) => admin.call('exportAudit', { language }),
    ['date', 'who'],
    ['fecha', 'quién'],
  ],
  exportDeskReport: [
    (language: Language) => admin.call('exportDeskReport', { ...DAYS, language }),
    ['by', 'name'],
    ['por', 'nombre'],
  ],
  // An import finds its columns by the specified titles.
  exportContactList: [
    (language: Language) => admin.call('exportContactList', { contactListId: world.contactListId, language }),
    ['nome', 'numero'],
    ['nome', 'numero'],
  ],
} as const

test.each(Object.entries(EXPORTS))(
  '%s answers in the language that it is asked in',
  async (_, [ask, en, es]) => {
    for (const [language, titles] of [['en', en] as const, ['es', es] as const]) {
      const [header] = await rowsOf(fileOf(await ask(language)).bytes)
      expect(header?.slice(0, 2)).toEqual(titles)
    }
  },
)

test('members without a name of their group are named in the language of the call', async () => {
  const nameOf = async (language: Language) =>
    fileOf(await admin.call('exportGroupContacts', { contacts: [ANA], language })).fileName
  expect(await nameOf('en')).toMatch(/^Contacts \d\d-\d\d-\d{4}\.xlsx$/)
  expect(await nameOf('es')).toMatch(/^Contactos /)
  expect(await nameOf('pt')).toMatch(/^Contatos /)
})

test('a spreadsheet in an unknown language is refused', async () => {
  expect(await admin.send('GET', '/contacts/export?language=fr')).toMatchObject(
    refused(400, 'ERR_VALIDATION'),
  )
})
