import { expect, type Page, test } from '@playwright/test'
import { ApiClient } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { choose, chooseSheet, DEMO_ADMIN, end, enterAs, NO_CONSENT, sayConsent } from './steps.ts'

const SHOP = '5511900000005'
let system: RunningSystem
let admin: ApiClient

test.beforeAll(async () => {
  system = await startSystem()
  admin = await ApiClient.signIn(system.origin, 'user@demo.test')
  await (await ApiClient.signIn(system.origin, 'admin@demo.test')).linkedConnection(SHOP)
})
test.afterAll(({ browser }) => end(browser, system))
test.beforeEach(({ page }) => enterAs(page, system.origin, DEMO_ADMIN))

test('a wrong password shows an error at the form, and no user is signed in', async ({ browser }) => {
  const page = await browser.newPage()
  await page.goto(system.origin)
  await page.getByLabel('E-mail').fill('admin@demo.test')
  await page.getByRole('textbox', { name: 'Senha' }).fill('errada-mesmo')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toContainText('E-mail ou senha incorretos.')
  await expect(page).toHaveURL(/login/)
  await page.close()
})

const FILES = [
  ['truncado.xlsx', 'Não foi possível ler a planilha. O arquivo pode estar corrompido.'],
  ['senha.xlsx', 'A planilha está protegida por senha. Remova a senha e importe novamente.'],
  ['bomba-planilha.xlsx', 'A planilha é grande demais: o limite é de 20 MB e 100.000 linhas.'],
  ['docx.xlsx', 'Este formato não é aceito. Use .xls, .xlsx ou .csv.'],
  ['vazio.csv', 'A planilha está vazia.'],
  ['so-cabecalho.csv', 'A planilha só tem o cabeçalho: não há contatos abaixo dele.'],
] as const

for (const [file, message] of FILES) {
  test(`${file} is refused with a message, and the list stays empty and usable`, async ({ page }) => {
    const list = await admin.newList(`Ruim ${file}`)
    await page.goto(`${system.origin}/contact-lists/${list.id}/contacts`)
    await page.getByRole('button', { name: 'Importar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
    await dialog.locator('input[type=file]').setInputFiles(`test/spreadsheets/${file}`)
    await expect(dialog.getByText(message)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Importar contatos' })).toBeDisabled()
    expect(await admin.list(list.id)).toMatchObject({ contactsCount: 0, importId: null })
    await chooseSheet(dialog, 'test/spreadsheets/simples--lo.xlsx')
    await sayConsent(page, NO_CONSENT)
    await dialog.getByRole('button', { name: 'Importar contatos' }).click()
    await expect(dialog.getByText('Importação concluída')).toBeVisible()
  })
}

test('a campaign to a list without contacts cannot start and stays unchanged', async ({ page }) => {
  const list = await admin.newList('Vazia')
  const [connection] = await admin.call('listConnections')
  const name = 'Para ninguém'
  const { id } = await admin.newCampaign({ name, whatsappId: connection?.id ?? '', contactListId: list.id })
  await page.goto(`${system.origin}/campaigns`)
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Iniciar agora' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar agora' }).click()
  await expect(
    page.getByText('As listas desta campanha não têm destinatários válidos.').first(),
  ).toBeVisible()
  expect((await admin.report(id)).status).toBe('INATIVA')
})

test('a campaign needs a message within WhatsApp’s length limit', async ({ page }) => {
  await fillCampaign(page, 'Sem mensagem')
  await page.getByRole('button', { name: /^Agendar para/ }).click()
  await expect(
    page.getByText('Deve conter ao menos um anexo ou uma mensagem para criar a campanha').first(),
  ).toBeVisible()
  const text = page.getByLabel('Texto da mensagem 1')
  await text.fill('a'.repeat(5000))
  await page.getByRole('button', { name: /^Agendar para/ }).click()
  await expect(page).toHaveURL(/campaign.*new|campaigns\/new/)
  expect((await admin.call('listCampaigns')).records.map(({ name }) => name)).not.toContain('Sem mensagem')
})

test('a connection that drops in the middle of a campaign loses no recipient, and the report ends complete', async ({
  page,
}) => {
  const list = await admin.newList('Queda')
  await admin.addContacts(list.id, ['5511944440001', '5511944440002', '5511944440003', '5511944440004'])
  const [connection] = await admin.call('listConnections')
  await admin.settings({ messageInterval: '5', minimumMessageInterval: '5', longerIntervalAfter: '0' })
  const { id } = await admin.newCampaign({
    name: 'Com queda',
    whatsappId: connection?.id ?? '',
    contactListId: list.id,
  })
  await page.goto(`${system.origin}/campaign/${id}/report`)
  await admin.call('startCampaign', { campaignId: id })
  await expect(page.getByRole('row').getByText('Enviado', { exact: true })).toHaveCount(1, {
    timeout: 20_000,
  })
  await admin.simulator('POST', '/faults', { kind: 'disconnect', number: SHOP })
  await expect(page.getByText('Finalizada').first()).toBeVisible({ timeout: 90_000 })
  const { records } = await admin.call('listShippings', { campaignId: id })
  const unsent = records.filter(({ status }) => status !== 'SENDED')
  // The end of the connection may come between one message and WhatsApp's answer to it, which is then never known.
  expect(unsent.length).toBeLessThanOrEqual(1)
  for (const { reason } of unsent) expect(reason).toBe('UNKNOWN_OUTCOME')
  const counters = { sent: 4 - unsent.length, failed: unsent.length, open: 0 }
  expect((await admin.report(id)).counters).toMatchObject(counters)
})

async function fillCampaign(page: Page, name: string): Promise<void> {
  await page.goto(`${system.origin}/campaigns`)
  await page
    .getByRole('link', { name: 'Nova campanha' })
    .or(page.getByRole('button', { name: 'Nova campanha' }))
    .first()
    .click()
  await page.getByLabel('Nome').fill(name)
  await choose(page, 'Conexão', 'Loja · +55 11 90000-0005')
  const [list] = await admin.call('allContactLists')
  await page
    .getByRole('textbox', { name: 'Lista de contatos' })
    .or(page.getByRole('combobox', { name: 'Lista de contatos' }))
    .first()
    .click()
  await page
    .getByRole('option', { name: new RegExp(list?.name ?? '') })
    .first()
    .click()
}
