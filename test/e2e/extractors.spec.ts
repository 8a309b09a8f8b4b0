import { expect, type Page } from '@playwright/test'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem, test } from './shared-system.ts'
import { chooseForRecord, EVERY_LOOK, enterAs, expectPagesInOrder, lookFrom, openPage } from './steps.ts'

const SHOP = '5511900000031'
const [ANA, BETO, HIDDEN] = ['5511955590001', '5511955590002', '5511955590003'] as const

const { system, principals } = sharedSystem()
/** Another user of the company, who changes things by the API that the page must show. */
let admin: ApiClient
let page: Page

// All tests share one sign-in, which takes longer than most of them.
test.beforeAll(async ({ browser }) => {
  const company = await principals.company()
  admin = await principals.signedIn(company)
  for (const [number, name] of [
    [ANA, 'Ana'],
    [BETO, 'Beto'],
  ])
    await admin.simulator('POST', '/phones', { number, name })
  await admin.simulator('POST', `/phones/${SHOP}/contacts`, [{ number: ANA, name: 'Ana Souza' }])
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, await principals.person(company), '/')
})

const at = (path: string) => page.goto(system.origin + path)
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const newGroup = (subject: string, members: readonly string[], hidden: readonly string[] = []) =>
  admin.simulator('POST', '/groups', { subject, members, admins: [members[0]], hidden })

test('the pages without an account show why nothing can be read, and the next step', async () => {
  await openPage(page, 'Listas de grupos', 'Contatos')
  await expect(page.getByText(/Cada grupo de WhatsApp das suas conexões vira uma lista/)).toBeVisible()
  await page.getByRole('button', { name: 'Sincronizar grupos' }).first().click()
  const problem = page.getByRole('alert').filter({ hasText: 'Não foi possível extrair os contatos' })
  await expect(problem).toContainText('Nenhuma conexão encontrada com este ID.')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Buscar páginas e ações').fill('extrator de contatos')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Extrator de contatos' })).toBeVisible()
  await expect(page.getByText(/não deu consentimento para envios em massa/)).toBeVisible()
  await expect(page.getByText(/Conecte um número de WhatsApp para começar/)).toBeVisible()
})

test('groups are read into lists, which show members as WhatsApp does', async () => {
  await admin.linkedConnection(SHOP, 'Matriz')
  // A linked account's history contains earlier members with their numbers.
  await admin.simulator('POST', '/phones', { number: HIDDEN, name: 'Sigilo' })
  await newGroup('Clientes do bairro', [ANA, SHOP, BETO, HIDDEN], [HIDDEN])
  await newGroup('Vizinhança', [SHOP, BETO])
  await at('/group-lists')
  await page.getByRole('button', { name: 'Sincronizar grupos' }).first().click()
  await expect(row('Vizinhança').getByText('Matriz')).toBeVisible()
  await expect(page.getByText('Buscando os grupos no WhatsApp')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Nova lista' })).toHaveCount(0)

  await row('Clientes do bairro').getByRole('link', { name: 'Abrir contatos' }).click()
  await expect(page.getByText('Quantidade: 4')).toBeVisible()
  await expect(row('Ana Souza').getByText('Administrador')).toBeVisible()
  await expect(page.getByText('Número oculto pelo WhatsApp')).toHaveCount(1)
  await expect(page.getByText('Consentimento não registrado')).toBeVisible()
  for (const name of ['Importar', 'Novo contato', 'Editar', 'Excluir', 'Verificar números'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0)
  const members = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar planilha' }).click()
  expect((await members).suggestedFilename()).toMatch(/^Clientes do bairro \d\d-\d\d-\d{4}\.xlsx$/)

  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(/group-lists$/)
  await chooseForRecord(page, 'Vizinhança', 'Editar')
  const dialog = page.getByRole('dialog', { name: 'Editar lista' })
  const exported = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Exportar contatos do grupo' }).click()
  expect((await exported).suggestedFilename()).toMatch(/^Vizinhança .*\.xlsx$/)
  await dialog.getByLabel('Nome').fill('Rua de cima')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await chooseForRecord(page, 'Rua de cima', 'Excluir')
  const question = page.getByRole('dialog', { name: 'Excluir Rua de cima?' })
  await expect(question.getByText(/a lista volta na próxima sincronização/)).toBeVisible()
  await question.getByRole('button', { name: 'Excluir lista' }).click()
  await expect(row('Rua de cima')).toHaveCount(0)
})

test('the extractor finds groups while the user types, marks hidden numbers, and offers a spreadsheet of each group', async () => {
  await at('/groups')
  await page.getByRole('button', { name: 'Buscar grupos' }).first().click()
  await expect(row('Vizinhança').getByRole('link', { name: 'Abrir lista do grupo' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar pelo nome do grupo' }).fill('vizinhanca')
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
  await expect(row('Clientes do bairro')).toHaveCount(0)
  await page.getByRole('button', { name: 'Limpar busca' }).click()
  await row('Clientes do bairro').getByText('1 pessoa sem número').hover()
  await expect(page.getByRole('tooltip')).toContainText('O WhatsApp esconde o número de algumas pessoas')
  const download = page.waitForEvent('download')
  await chooseForRecord(page, 'Clientes do bairro', 'Baixar planilha')
  expect((await download).suggestedFilename()).toMatch(/^Clientes do bairro .*\.xlsx$/)
  await row('Clientes do bairro').getByRole('link', { name: 'Abrir lista do grupo' }).click()
  await expect(page.getByRole('heading', { name: 'Clientes do bairro' })).toBeVisible()
})

test('the page counts an account’s contacts, and shows errors in words', async () => {
  await at('/extract-contacts')
  await page.getByRole('button', { name: 'Buscar contatos' }).click()
  await expect(row('Matriz')).toBeVisible()
  const download = page.waitForEvent('download')
  await row('Matriz').getByRole('button', { name: 'Baixar planilha' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Matriz \d\d-\d\d-\d{4}\.xlsx$/)

  await page.route('**/api/contact-lists/extracted-contacts', (route) => route.abort())
  await page.route('**/api/contact-lists/export-contacts/*', (route) => route.abort())
  await row('Matriz').getByRole('button', { name: 'Baixar planilha' }).click()
  await expect(page.getByText('Não foi possível gerar a planilha')).toBeVisible()
  await page.getByRole('button', { name: 'Buscar contatos' }).click()
  await expect(page.getByText('Não foi possível extrair os contatos').first()).toBeVisible()
  await page.unrouteAll()
})

test('every page is accessible on a desktop, and on a phone in dark mode', async () => {
  for (const look of EVERY_LOOK) {
    await lookFrom(page, look)
    await expectPagesInOrder(page, system.origin, [
      ['/group-lists', 'Clientes do bairro'],
      ['/groups', '1 pessoa sem número'],
      ['/extract-contacts', 'Matriz'],
    ])
  }
})

test('an account that is down shows that its groups could not be read', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const [connection] = await admin.call('listConnections')
  const id = connection?.id ?? ''
  await admin.simulator('POST', '/faults', { kind: 'refuseLogin', number: SHOP, reason: 503 })
  await admin.simulator('POST', '/faults', { kind: 'disconnect', number: SHOP })
  await eventually('it is away', async () => (await admin.connection(id)).status === 'TIMEOUT')
  await at('/groups')
  await page.getByRole('button', { name: 'Buscar grupos' }).first().click()
  const problem = page.getByRole('alert').filter({ hasText: 'Não foi possível buscar os grupos de Matriz' })
  await expect(problem).toContainText('A sessão do WhatsApp não foi iniciada.')
  await expect(row('Clientes do bairro')).toBeVisible()
})
