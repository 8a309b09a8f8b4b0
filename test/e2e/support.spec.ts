import { expect, type Page, test } from '@playwright/test'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import {
  choose,
  DEMO_ADMIN,
  DEMO_OPERATOR,
  end,
  enterAs,
  expectInOrder,
  lookFrom,
  openPage,
} from './steps.ts'

let system: RunningSystem
let principals: Principals
let helper: Person
/** The operator, and the user who gets support access. */
let operator: Page
let page: Page

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  principals = new Principals(system)
  const client = await principals.signIn(DEMO_OPERATOR)
  const platform = (await client.call('me')).companyId
  helper = await principals.person(platform)
  page = await (await browser.newContext()).newPage()
  operator = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, helper, '/')
  await enterAs(operator, system.origin, DEMO_OPERATOR)
})
test.afterAll(({ browser }) => end(browser, system))

const BANNER = 'Acesso de suporte: Demonstração'

async function letIn({ mayChange }: { mayChange: boolean }): Promise<void> {
  await operator.goto(`${system.origin}/users?dialog=edit&id=${helper.id}`)
  const dialog = operator.getByRole('dialog', { name: 'Editar usuário' })
  await choose(operator, 'Empresa do suporte', 'Demonstração')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Chamado 4711')
  if (mayChange) await dialog.getByRole('switch', { name: 'Pode alterar' }).click()
  await expectInOrder(operator, 'the form with a company for support')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
}

test('an operator grants support access to a company, and a banner shows it until the user leaves', async () => {
  await letIn({ mayChange: false })
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByText('Somente leitura.')).toBeVisible()
  await expect(page.getByText('Motivo: Chamado 4711')).toBeVisible()
  await openPage(page, 'Usuários', 'Administração')
  await expect(page.getByRole('row', { name: /admin@demo\.test/ })).toBeVisible()
  // Support access neither creates nor changes users.
  await expect(page.getByRole('button', { name: 'Novo usuário' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Editar / })).toHaveCount(0)
  await expect(page.getByText(BANNER)).toBeVisible()
  await page.goto(`${system.origin}/contact-lists?dialog=new`)
  await page.getByRole('textbox', { name: 'Nome' }).fill('Minha lista')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Criar/ })
    .click()
  await expect(page.getByText('Este acesso de suporte é somente de leitura.')).toBeVisible()
  await page.goto(`${system.origin}/connections`)
  await page.getByRole('button', { name: 'Encerrar acesso' }).click()
  await expect(page.getByText(BANNER)).toHaveCount(0)
  await page.goto(`${system.origin}/users`)
  await expect(page.getByRole('row', { name: new RegExp(helper.email) })).toBeVisible()
})

test('support with write access creates a list, and the company’s trail names the user', async () => {
  await letIn({ mayChange: true })
  await expect(
    page.getByText('Alterações permitidas; tudo fica registrado na auditoria da empresa.'),
  ).toBeVisible()
  await page.goto(`${system.origin}/contact-lists?dialog=new`)
  await page.getByRole('textbox', { name: 'Nome' }).fill('Lista do suporte')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Criar/ })
    .click()
  await expect(page.getByText('Lista do suporte').first()).toBeVisible()
  const admin = await principals.signIn(DEMO_ADMIN)
  const { records } = await admin.call('listAudit', { domain: 'contact-lists' })
  expect(records[0]).toMatchObject({ who: { id: helper.id, support: true }, targetName: 'Lista do suporte' })
})

test('the operator revokes the access, and the page returns home by itself', async () => {
  await operator.goto(`${system.origin}/users?dialog=edit&id=${helper.id}`)
  await choose(operator, 'Empresa do suporte', 'Nenhuma')
  await operator.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText(BANNER)).toHaveCount(0)
})

test('the banner is accessible on a phone in dark mode', async () => {
  await letIn({ mayChange: false })
  await lookFrom(page, 'a phone in the dark')
  await page.goto(`${system.origin}/connections`)
  await expect(page.getByText(BANNER)).toBeVisible()
  await expectInOrder(page, 'the banner')
})

test('the operator enters a company from its row on the first page, and comes back to the companies', async () => {
  await operator.goto(system.origin)
  await expect(operator.getByRole('tab', { name: 'Empresas', selected: true })).toBeVisible()
  await expectInOrder(operator, 'the operator’s first page')
  await operator.getByRole('button', { name: 'Entrar como suporte: Demonstração' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Entrar em Demonstração como suporte' })
  await dialog.getByRole('button', { name: 'Entrar como suporte' }).click()
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Chamado 4712')
  await dialog.getByRole('button', { name: 'Entrar como suporte' }).click()
  await expect(operator.getByText(BANNER)).toBeVisible()
  await expect(operator.getByText('Motivo: Chamado 4712')).toBeVisible()
  await expect(operator.getByRole('dialog')).toHaveCount(0)
  await expect(operator).not.toHaveURL(/dialog=/)
  await expect(operator.getByRole('tab', { name: 'Empresas' })).toHaveCount(0)
  await operator.getByRole('button', { name: 'Encerrar acesso' }).click()
  await expect(operator.getByRole('tab', { name: 'Empresas', selected: true })).toBeVisible()
})
