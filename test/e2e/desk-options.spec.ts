import { expect, type Page } from '@playwright/test'
import { putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import type { ApiClient } from '../support/api-client.ts'
import { aConnection, aTicket } from '../support/builders.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import {
  choose,
  EVERY_LOOK,
  enterAs,
  expectInOrder,
  expectPagesInOrder,
  holdAnswers,
  lookFrom,
} from './steps.ts'

const NUMBER = '5511944779001'
const { system, principals } = sharedSystem()
let company: string
let me: Person
/** Another admin, who changes things by the API that the page must show. */
let admin: ApiClient
let page: Page
/** The contact of the open ticket, and the address of that ticket. */
let contactId: string
let address: string

test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  me = await principals.person(company)
  admin = await principals.signedIn(company)
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await enterAs(page, system.origin, me)
  const contact = await admin.call('createContact', {
    name: 'Ana Lima',
    number: NUMBER,
    email: 'ana@exemplo.test',
    var1: 'Plano A',
    extraInfo: [{ name: 'Cidade', value: 'Santos' }],
  })
  contactId = contact.id
  address = `/tickets/${await anOpenTicket(NUMBER, contactId)}`
})

/** Stores a ticket that this test's user attends. Answers its uuid. */
async function anOpenTicket(chat: string, contact: string | null): Promise<string> {
  const table = principals.tenant(company)
  const connection = aConnection({
    companyId: company,
    name: 'Loja',
    wanted: 'closed',
    status: 'CONNECTED',
  })
  await putConnection(table, connection)
  const ticket = aTicket({
    whatsappId: connection.id,
    chat,
    id: newId(),
    uuid: crypto.randomUUID(),
    status: 'open',
    userId: me.id,
    contactId: contact,
  })
  await writeTicket(table, undefined, ticket)
  return ticket.uuid
}

const panel = () => page.getByRole('complementary', { name: 'Dados do contato' })
const notes = () => page.getByRole('region', { name: 'Notas' })

test('the panel of a ticket shows its contact, and a note that is added there', async () => {
  await page.goto(system.origin + address)
  await expect(panel().getByText('ana@exemplo.test')).toBeVisible()
  await expect(panel().getByText('Plano A')).toBeVisible()
  await expect(panel().getByText('Santos')).toBeVisible()
  await expect(panel().getByRole('link', { name: 'Abrir contato' })).toHaveAttribute(
    'href',
    `/contacts/${contactId}`,
  )
  await expect(panel().getByRole('link', { name: /Atendimento 20260101-00001/ })).toBeVisible()
  await notes().getByRole('textbox', { name: 'Nova nota' }).fill('Prefere a tarde')
  await notes().getByRole('button', { name: 'Adicionar nota' }).click()
  // The field is empty again once the note is stored.
  await expect(notes().getByRole('textbox', { name: 'Nova nota' })).toHaveValue('')
  await expect(notes().getByText('Prefere a tarde')).toBeVisible()
  expect((await admin.call('getContact', { contactId })).notes).toMatchObject([{ text: 'Prefere a tarde' }])
  await expectInOrder(page, 'the panel')
})

test('the panel shows a colleague’s change at once, and the contact is edited there', async () => {
  await page.goto(system.origin + address)
  await expect(panel().getByText('ana@exemplo.test')).toBeVisible()
  await admin.call('updateContact', { contactId, name: 'Ana Lima', var2: 'Desde 2019' })
  await expect(panel().getByText('Desde 2019')).toBeVisible()
  await panel().getByRole('button', { name: 'Editar contato' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar contato' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Ana Lima Prado')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel().getByText('Ana Lima Prado').first()).toBeVisible()
})

test('a quick reply takes the e-mail and the variables of the contact', async () => {
  await admin.call('createQuickReply', {
    shortcode: 'dados',
    message: '{primeiro_nome}, confirma {email} e {var1}?',
    scope: 'company',
  })
  await page.goto(system.origin + address)
  await expect(panel().getByText('ana@exemplo.test')).toBeVisible()
  const composer = page.getByPlaceholder('Escreva uma mensagem')
  await composer.pressSequentially('/dados')
  await page.getByRole('option', { name: /dados/ }).click()
  await expect(composer).toHaveValue('Ana, confirma ana@exemplo.test e Plano A?')
})

test('the panel says that the contact is blocked, or that there is none yet', async () => {
  await page.goto(system.origin + address)
  await expect(panel().getByText('ana@exemplo.test')).toBeVisible()
  await admin.call('createContactBlock', { name: 'Ana', number: NUMBER })
  await expect(panel().getByText(/Contato bloqueado/)).toBeVisible()
  await page.goto(`${system.origin}/tickets/${await anOpenTicket('5511944779002', null)}`)
  await expect(panel().getByText(/Ainda sem contato/)).toBeVisible()
  await expect(notes()).toHaveCount(0)
})

test('an admin sets the options of customer service, and they are there after a reload', async () => {
  await page.goto(`${system.origin}/settings?tab=options`)
  const section = page.getByRole('region', { name: 'Atendimento', exact: true })
  const reopening = section.getByRole('textbox', { name: /Reabrir o atendimento/ })
  const submit = section.getByRole('button', { name: 'Salvar atendimento' })
  await expect(reopening).toHaveValue('30')
  // A company with campaigns has its time zone among its campaign settings.
  await expect(page.getByRole('combobox', { name: 'Fuso horário' })).toHaveCount(0)
  await reopening.fill('1441')
  await submit.click()
  await expect(section.getByText('No máximo 1440')).toBeVisible()
  await expectInOrder(page, 'a refused option')
  await reopening.fill('45')
  await choose(page, 'Nome do atendente nas mensagens', 'Sempre')
  await section.getByRole('textbox', { name: 'Mensagem de transferência' }).fill('Passo você para um colega.')
  await page.getByRole('tab', { name: 'Retenção' }).click()
  const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await leaving.getByRole('button', { name: 'Cancelar' }).click()
  await section.getByRole('textbox', { name: 'Palavras de agradecimento' }).fill('obrigado,valeu')
  // The stored values replace the fields' texts, so the fields are locked during the save.
  const letAnswer = await holdAnswers(page, 'PUT', /\/api\/settings\//)
  await submit.click()
  await expect(reopening).toBeDisabled()
  letAnswer()
  await expect(section.getByRole('textbox', { name: 'Palavras de agradecimento' })).toHaveValue(
    'obrigado, valeu',
  )
  await page.reload()
  await expect(reopening).toHaveValue('45')
  await expect(section.getByRole('region', { name: /^Prévia/ })).toContainText('Passo você para um colega.')
  const saved = new Map((await admin.call('listSettings')).map(({ key, value }) => [key, value]))
  expect([saved.get('signMessages'), saved.get('triageMinutes')]).toEqual(['always', '10'])
})

test('the panel says when the contact is not loaded, and loads it again', async () => {
  const refusal = { error: 'ERR_NO_PERMISSION', message: 'You are not permitted to do this', details: [] }
  await page.route('**/api/contacts/*', (route) => route.fulfill({ status: 403, json: refusal }))
  await page.goto(system.origin + address)
  await expect(panel().getByText('Não foi possível carregar o contato')).toBeVisible()
  await expect(notes()).toHaveCount(0)
  await expectInOrder(page, 'a contact that is not loaded')
  await page.unroute('**/api/contacts/*')
  const again = panel().getByRole('button', { name: 'Tentar novamente' })
  // The page may load it by itself before the click.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(panel().getByText('ana@exemplo.test')).toBeVisible({ timeout: 1000 })
  }).toPass()
})

for (const look of EVERY_LOOK) {
  test(`the options and the panel are accessible on ${look}`, async () => {
    await lookFrom(page, look)
    await expectPagesInOrder(page, system.origin, [['/settings?tab=options', 'Salvar atendimento']])
    await page.goto(system.origin + address)
    await page.getByRole('button', { name: 'Ver dados do contato' }).click()
    await expect(page.getByText('ana@exemplo.test', { exact: true })).toBeVisible()
    await expect(notes().getByRole('textbox', { name: 'Nova nota' })).toBeVisible()
    await expectInOrder(page, `the panel on ${look}`)
  })
}
