import { type Browser, expect, type Page, test } from '@playwright/test'
import { localDate } from '@recado/shared/calendar/local-date'
import { plusDays } from '@recado/shared/companies/due-date'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { findByEmail } from '@recado/shared/users/store'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { linkIn, mailTo } from '../support/mailbox.ts'
import { Principals } from '../support/principals.ts'
import {
  choose,
  DEMO_ADMIN,
  DEMO_OPERATOR,
  EVERY_LOOK,
  end,
  enterAs,
  expectInOrder,
  expectPagesInOrder,
  lookFrom,
  openPage,
  signIn,
} from './steps.ts'

const TODAY = localDate(Date.now(), 'America/Sao_Paulo')
const SHOP = { name: 'Padaria Aurora', email: 'dona@aurora.test', password: 'senha da aurora' }
const PLAYER = '<!doctype html><html lang="pt"><title>Video</title><h1>Video</h1></html>'
const DONE = 'Operação realizada com sucesso!'

let system: RunningSystem
let operator: ApiClient
/** The operator's browser. */
let page: Page
/** The browser of the company's admin. */
let shop: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const principals = new Principals(system)
  // Another operator changes things by the API, and the page must show them.
  const platform = await findByEmail(principals.table, 'super@demo.test')
  operator = await principals.signedIn(platform?.companyId ?? '', { isSuper: true })
  page = await newPage(browser)
  await enterAs(page, system.origin, DEMO_OPERATOR, '/')
})
test.afterAll(({ browser }) => end(browser, system))

const newPage = async (browser: Browser) => (await browser.newContext()).newPage()

const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const open = (path: string) => page.goto(system.origin + path)

async function aurora(): Promise<CompanyRecord> {
  const [found] = await operator.call('listCompanies', { searchParam: 'aurora' })
  if (!found) throw new Error('The company is not there')
  return found
}

/** Picks an entry in the menu of a company's row. */
async function act(name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The hours of the whole company. Monday gets another period. */
async function openOnMondays(admin: Page): Promise<void> {
  await choose(admin, 'Horário de atendimento', 'Da empresa')
  const monday = admin.getByRole('group', { name: 'Segunda-feira' })
  // Two periods of two times each.
  await expect(monday.getByRole('group')).toHaveCount(4)
  await monday.getByRole('button', { name: 'Adicionar período' }).click()
  // Hours by queue take the company's hours off the page. The page asks before it discards changes.
  await choose(admin, 'Horário de atendimento', 'Por fila')
  await admin
    .getByRole('dialog', { name: 'Descartar o que foi preenchido?' })
    .getByRole('button', { name: 'Cancelar' })
    .click()
  // The toast of the choice before says the same.
  const saved = admin.waitForResponse(/\/companies\/[^/]+\/schedules$/)
  await admin.getByRole('button', { name: 'Salvar horário' }).click()
  await saved
  await expect(admin.getByText(DONE).last()).toBeVisible()
  await admin.reload()
  await expect(monday.getByRole('group')).toHaveCount(6)
  await expectInOrder(admin, 'the opening hours')
}

test('the settings open with the companies for an operator and with the integrations for an admin', async ({
  browser,
}) => {
  await openPage(page, 'Configurações', 'Administração')
  await expect(tab('Empresas')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('term')).toHaveText(['Clientes', 'Em teste', 'Ativas', 'Clientes vencidos'])
  await expect(page.getByRole('definition').first()).toHaveText('1')
  const admin = await newPage(browser)
  await enterAs(admin, system.origin, DEMO_ADMIN, '/')
  await openPage(admin, 'Configurações', 'Administração')
  for (const shown of ['Integrações', 'Opções', 'Auditoria'])
    await expect(admin.getByRole('tab', { name: shown })).toBeVisible()
  for (const hidden of ['Empresas', 'Planos', 'Ajuda', 'Instâncias'])
    await expect(admin.getByRole('tab', { name: hidden })).toHaveCount(0)
  await expect(admin.getByRole('tab', { name: 'Integrações' })).toHaveAttribute('aria-selected', 'true')
  await admin.goto(`${system.origin}/settings?tab=companies`)
  await expect(admin.getByRole('tab', { name: 'Integrações' })).toHaveAttribute('aria-selected', 'true')
  await admin.getByRole('tab', { name: 'Opções' }).click()
  await choose(admin, 'Avaliações', 'Habilitadas')
  await expect(admin.getByText(DONE)).toBeVisible()
  await admin.reload()
  await expect(admin.getByRole('combobox', { name: 'Avaliações' })).toHaveValue('Habilitadas')
  await openOnMondays(admin)
  await admin.context().close()
})

test('the operator creates a plan and an instance, and a duplicate name shows the specified text', async () => {
  await tab('Planos').click()
  await page.getByRole('button', { name: 'Novo plano' }).first().click()
  const plan = dialog('Novo plano')
  await plan.getByRole('button', { name: 'Criar plano' }).click()
  await expect(plan.getByText('Campo obrigatório')).toHaveCount(4)
  await plan.getByLabel('Nome').fill('profissional')
  for (const limit of ['Usuários', 'Conexões', 'Filas']) await plan.getByLabel(limit).fill('1')
  await plan.getByRole('button', { name: 'Criar plano' }).click()
  const words =
    'verifique se já existe uma plano com o mesmo nome ou se os campos foram preenchidos corretamente'
  await expect(page.getByText(words)).toBeVisible()
  await plan.getByLabel('Nome').fill('Essencial')
  await plan.getByRole('button', { name: 'Criar plano' }).click()
  await expect(plan).toBeHidden()
  await expect(page.getByText(DONE)).toBeVisible()
  await expect(row('Essencial')).toBeVisible()

  await tab('Instâncias').click()
  await page.getByRole('button', { name: 'Nova instância' }).first().click()
  const instance = dialog('Nova instância')
  await instance.getByLabel('Nome').fill('Filial Sul')
  await instance.getByLabel('Endereço').fill('filial')
  await instance.getByRole('button', { name: 'Criar instância' }).click()
  await expect(instance.getByText('O endereço deve começar com https://')).toBeVisible()
  await instance.getByLabel('Endereço').fill('https://sul.exemplo.test')
  await instance.getByRole('button', { name: 'Criar instância' }).click()
  await expect(row('Filial Sul').getByText('Filial Sul (0)')).toBeVisible()
})

test('the operator creates a company, and its first admin signs in by the mailed link', async ({
  browser,
}) => {
  await tab('Empresas').click()
  await page.getByRole('button', { name: 'Nova empresa' }).first().click()
  const company = dialog('Nova empresa')
  const create = company.getByRole('button', { name: 'Criar empresa' })
  await create.click()
  await expect(company.getByText('Campo obrigatório')).toHaveCount(3)
  await company.getByLabel('Nome').fill(SHOP.name)
  await company.getByLabel('E-mail').fill('dona')
  await company.getByLabel('CPF ou CNPJ').fill('52998224726')
  await expect(company.getByLabel('CPF ou CNPJ')).toHaveValue('529.982.247-26')
  await create.click()
  await expect(company.getByText('Invalid email')).toBeVisible()
  await expect(company.getByText('CPF ou CNPJ inválido')).toBeVisible()
  await company.getByLabel('CPF ou CNPJ').fill('12abc34501de35')
  await expect(company.getByLabel('CPF ou CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  await company.getByLabel('Telefone').fill('11987654321')
  await expect(company.getByLabel('Telefone')).toHaveValue('(11) 98765-4321')
  await company.getByLabel('E-mail').fill('admin@demo.test')
  await choose(page, 'Plano', 'Essencial (1 usuário, 1 conexão, 1 fila)')
  await expect(company.getByRole('combobox', { name: 'Instância' })).toHaveValue('Esta instalação')
  await create.click()
  await expect(company.getByText('Este e-mail já está em uso.').first()).toBeVisible()
  await expectInOrder(page, 'the form of a company')
  await company.getByLabel('E-mail').fill(SHOP.email)
  await create.click()
  await expect(company).toBeHidden()
  await expect(row(SHOP.name).getByText('Ativa', { exact: true })).toBeVisible()
  await expect(row(SHOP.name).getByText('Essencial')).toBeVisible()

  shop = await newPage(browser)
  await shop.goto(linkIn(await mailTo(system.origin, SHOP.email)))
  await shop.getByRole('textbox', { name: 'Nova senha' }).fill(SHOP.password)
  await shop.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(shop.getByText('Senha salva. Agora é só entrar.')).toBeVisible()
  await signIn(shop, system.origin, SHOP)
})

test('a company’s admin sees that the plan allows no more', async () => {
  await shop.getByRole('link', { name: 'Conexões' }).click()
  for (const name of ['Loja', 'Outra loja']) {
    await shop.getByRole('button', { name: 'Nova conexão' }).first().click()
    const connection = shop.getByRole('dialog', { name: 'Nova conexão' })
    await connection.getByLabel('Nome').fill(name)
    await connection.getByRole('button', { name: 'Adicionar conexão' }).click()
    if (name === 'Outra loja') {
      await expect(
        connection.getByText('O plano da empresa permite 1 conexão, e ela já está em uso.'),
      ).toBeVisible()
      continue
    }
    await expect(connection).toBeHidden()
    // The one with the QR code follows.
    await shop.getByRole('dialog').getByRole('button', { name: 'Fechar' }).first().click()
    await expect(shop.getByRole('dialog')).toHaveCount(0)
    await expect(shop.getByRole('article', { name: /Loja/ })).toBeVisible()
  }
})

test('an overdue company’s users are signed out, and every page shows why nothing is sent', async () => {
  const { id, name, email, planId } = await aurora()
  const late = { name, email, planId: planId ?? '', dueDate: plusDays(TODAY, -4) }
  await operator.call('updateCompany', { companyId: id, ...late })
  await expect(shop.getByText('Sua empresa foi atualizada, por favor, entre novamente.')).toBeVisible()
  await expect(shop).toHaveURL(/\/login/)
  await enterAs(shop, system.origin, SHOP, '/')
  await expect(shop.getByText(/^Plano vencido: nada é enviado desde \d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await shop.goto(`${system.origin}/connections`)
  await expect(shop.getByText(/^Plano vencido/)).toBeVisible()
  await expectInOrder(shop, 'the banner')

  await open('/settings?tab=companies&due=overdue3')
  await expect(row(SHOP.name).getByText('Vencida há 4 dias')).toBeVisible()
  await expect(row('Demonstração')).toHaveCount(0)
  await choose(page, 'Filtrar por vencimento', 'Vencidas há mais de 7 dias')
  await expect(page.getByText('Nada encontrado.')).toBeVisible()
  await expect(page).toHaveURL(/due=overdue7/)
  await choose(page, 'Filtrar por vencimento', 'Todos os vencimentos')
})

test('a company works again after its due date is advanced', async () => {
  await act(SHOP.name, 'Avançar vencimento')
  const question = dialog(`Avançar o vencimento de "${SHOP.name}"?`)
  await expect(question.getByText(/O vencimento passa a ser \d\d\/\d\d\/\d{4}\./)).toBeVisible()
  await question.getByRole('button', { name: 'Avançar vencimento' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(DONE)).toBeVisible()
  await expect(row(SHOP.name).getByText(/Vencida há/)).toHaveCount(0)
  await expect(shop).toHaveURL(/\/login/)
  await enterAs(shop, system.origin, SHOP, '/')
  await expect(shop.getByText(/^Plano vencido/)).toHaveCount(0)
})

test('the operator sends the access e-mail again, and cannot delete a plan in use', async () => {
  await act(SHOP.name, 'Reenviar e-mail de acesso')
  await dialog(/Reenviar o e-mail/)
    .getByRole('button', { name: 'Reenviar e-mail' })
    .click()
  await expect(page.getByText('O email de acesso foi reenviado com sucesso!')).toBeVisible()
  await mailTo(system.origin, SHOP.email, 2)
  await tab('Planos').click()
  await act('Essencial', 'Excluir')
  const question = dialog('Excluir o plano "Essencial"?')
  await expect(question.getByText('1 empresa usa este plano.')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Excluir plano' })).toBeDisabled()
  await question.getByRole('button', { name: 'Cancelar' }).click()
})

test('the operator archives a company and deletes it by its name, and may leave the progress page', async () => {
  await tab('Empresas').click()
  await act(SHOP.name, 'Arquivar')
  await dialog(`Arquivar "${SHOP.name}"?`).getByRole('button', { name: 'Arquivar empresa' }).click()
  await expect(row(SHOP.name)).toHaveCount(0)
  await expect(shop).toHaveURL(/\/login/)
  await choose(page, 'Filtrar por arquivamento', 'Arquivadas')
  await expect(row(SHOP.name).getByText('Arquivada', { exact: true })).toBeVisible()
  await act(SHOP.name, 'Excluir')
  const question = dialog(`Excluir "${SHOP.name}" para sempre`)
  const button = question.getByRole('button', { name: 'Excluir empresa' })
  await expect(button).toBeDisabled()
  await question.getByRole('textbox').fill('Padaria')
  await expect(button).toBeDisabled()
  await expectInOrder(page, 'the question')
  await question.getByRole('textbox').fill(SHOP.name)
  await button.click()
  await expect(question.getByText('A exclusão continua em segundo plano')).toBeVisible()
  await question.getByRole('button', { name: 'Fechar' }).last().click()
  // Reopened during the deletion, or found at its end.
  await page.reload()
  await eventually(
    'it is gone',
    async () => (await operator.call('listCompanies', { searchParam: 'aurora' })).length === 0,
  )
  await open('/settings?tab=companies&archived=all')
  await expect(row('Demonstração')).toBeVisible()
  await expect(row(SHOP.name)).toHaveCount(0)
  const plans = await operator.call('listPlans')
  expect(plans.find(({ name }) => name === 'Essencial')?.companies).toBe(0)
})

test('every user sees the help, and its video loads only when it is opened', async () => {
  const asked: string[] = []
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: PLAYER })
  })
  await open('/settings?tab=helps')
  await page.getByRole('button', { name: 'Novo vídeo' }).first().click()
  const video = dialog('Novo vídeo')
  await video.getByLabel('Título').fill('Como importar contatos')
  await video.getByLabel('Vídeo').fill('https://exemplo.test/video')
  await video.getByRole('button', { name: 'Adicionar vídeo' }).click()
  await expect(video.getByText('Este não é um vídeo do YouTube.')).toBeVisible()
  await video.getByLabel('Vídeo').fill('https://youtu.be/aqz-KE-bpKQ')
  await video.getByRole('button', { name: 'Adicionar vídeo' }).click()
  await expect(row('Como importar contatos').getByText('aqz-KE-bpKQ')).toBeVisible()
  await page.locator('nav a[href="/helps"]').click()
  await expect(page.getByRole('button', { name: 'Como importar contatos', exact: true })).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Como importar contatos', exact: true }).click()
  await expect(page.frameLocator('iframe').getByText('Video')).toBeVisible()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'])
  await page.getByRole('button', { name: 'Conectar um WhatsApp' }).click()
  await expect(page.getByText('Aponte a câmera para o QR Code.')).toBeVisible()
  await expectInOrder(page, 'help')
})

test('the pages are accessible on a desktop, and on a phone in dark mode', async () => {
  // axe checks sixteen pages.
  test.setTimeout(360_000)
  const instance = { name: 'Filial Norte', address: 'https://norte.exemplo.test', port: 443 }
  await operator.call('createInstance', instance)
  const [{ id: planId } = { id: '' }] = await operator.call('listPlans')
  for (const [at, days] of [6, 5, 2, -2, -9].entries()) {
    const company = {
      name: `Loja ${at}`,
      email: `loja${at}@exemplo.test`,
      planId,
      dueDate: plusDays(TODAY, days),
    }
    const { id } = await operator.call('createCompany', company)
    if (at === 0) await operator.call('archiveCompany', { companyId: id, archived: true })
  }
  for (const look of EVERY_LOOK) {
    await lookFrom(page, look)
    await expectPagesInOrder(page, system.origin, [
      ['/settings?tab=companies&archived=all', 'Vence em 5 dias'],
      ['/settings?tab=companies&dialog=new', 'Criar empresa'],
      ['/settings?tab=plans', 'Profissional'],
      ['/settings?tab=plans&dialog=new', 'Criar plano'],
      ['/settings?tab=instances', 'Filial Norte (0)'],
      ['/settings?tab=helps', 'Sua primeira campanha'],
      ['/settings?tab=options', 'Opções de atendimento'],
      ['/helps', 'Sua primeira campanha'],
    ])
  }
})
