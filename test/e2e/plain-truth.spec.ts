import { expect, type Page } from '@playwright/test'
import type { ApiClient } from '../support/api-client.ts'
import { sharedSystem, test } from './shared-system.ts'
import { choose, enterAs, expectInOrder } from './steps.ts'

test.describe.configure({ mode: 'serial' })

const { system, principals } = sharedSystem()
let admin: ApiClient
let page: Page
let whatsappId: string
let contactListId: string

test.beforeAll(async ({ browser }) => {
  const company = await principals.company()
  admin = await principals.signedIn(company)
  whatsappId = (await admin.linkedConnection('5511900000061')).id
  contactListId = (await admin.newList('Clientes')).id
  await admin.addContacts(contactListId, ['5511955560001', '5511955560002', '5511955560003'])
  await admin.settings({ messageInterval: '60', minimumMessageInterval: '60' })
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, await principals.person(company))
})

const at = (path: string) => page.goto(system.origin + path)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a paused campaign is shown as paused on its report and on the dashboard, without a spinner', async () => {
  const { id } = await admin.newCampaign({ name: 'Em pausa', whatsappId, contactListId })
  await admin.call('startCampaign', { campaignId: id })
  await admin.call('pauseCampaign', { campaignId: id })
  await at(`/campaign/${id}/report`)
  const status = page.getByRole('definition').filter({ hasText: 'Pausada' })
  await expect(status).toBeVisible()
  await expect(page.getByText('Em andamento')).toHaveCount(0)
  await expectInOrder(page, 'the report of a paused campaign')
  await at('/')
  await expect(page.getByRole('row', { name: /Em pausa/ }).getByText('Pausada')).toBeVisible()
  await admin.call('cancelCampaign', { campaignId: id })
})

test('a schedule shows its effect before it is saved, and can be adjusted', async () => {
  await at('/campaigns/new')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Liquidação')
  await choose(page, 'Conexão', 'Loja · +55 11 90000-0061')
  await choose(page, 'Lista de contatos', 'Clientes (3 contatos)')
  await page.getByLabel('Texto da mensagem 1').fill('Olá {nome}')
  await page.getByRole('button', { name: /^Agendar para/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Agendar Liquidação?' })
  await expect(dialog).toContainText('3 contatos da lista Clientes')
  await expect(dialog).toContainText('+55 11 90000-0061')
  await expect(dialog).toContainText('Deve terminar por volta de')
  await expectInOrder(page, 'the schedule before it is saved')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/campaigns\/[^/]+\/edit/)
  expect((await admin.call('listCampaigns', {})).records[0]).toMatchObject({
    name: 'Liquidação',
    status: 'INATIVA',
  })
  await page.getByLabel('Texto da mensagem 1').fill('Olá {nome}, até já')
  await page.getByRole('button', { name: /^Agendar para/ }).click()
  await dialog.getByRole('button', { name: /^Agendar para/ }).click()
  await expect(
    page.getByRole('row', { name: /Liquidação/ }).getByText('Agendada', { exact: true }),
  ).toBeVisible()
})

test('Escape in a dialog with unsaved text asks once, and a second Escape returns to the text', async () => {
  await at('/contact-blocks')
  await button('Bloquear contato').first().click()
  const form = page.getByRole('dialog', { name: 'Bloquear contato' })
  const question = page.getByRole('dialog', { name: 'Descartar o que foi preenchido?' })
  await form.getByRole('textbox', { name: 'Nome' }).fill('Ana')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(form.getByRole('textbox', { name: 'Nome' })).toHaveValue('Ana')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(form).toHaveCount(0)
  // Without input Escape closes at once.
  await button('Bloquear contato').first().click()
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

for (const path of [
  '/campaign/unknown/report',
  '/campaigns/unknown/edit',
  '/contact-lists/unknown/contacts',
  '/group-lists/unknown/contacts',
])
  test(`a page with an unknown id has no button and no endless loading: ${path}`, async () => {
    await at(path)
    await expect(page.getByText('Não encontramos este registro')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('button')).toHaveCount(0)
    await expect(main.locator('[class*=Skeleton]')).toHaveCount(0)
    await expectInOrder(page, path)
    await main.getByRole('link', { name: 'Voltar para a lista' }).click()
    await expect(page).not.toHaveURL(/unknown/)
  })
