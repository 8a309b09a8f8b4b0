import { expect, type Page, test } from '@playwright/test'
import { companyKey } from '@recado/shared/companies/store'
import { ApiClient } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { choose, DEMO_OPERATOR, end, enterAs, expectInOrder } from './steps.ts'

/** Two instances. Users know the address of the first; their company is on the second. */
let first: RunningSystem
let second: RunningSystem
let person: Person
/** The same person's account at the second. */
let local: Person
let principalsThere: Principals
let page: Page

test.beforeAll(async ({ browser }) => {
  first = await startSystem()
  second = await startSystem()
  const [here, there] = [new Principals(first), new Principals(second)]
  const company = await here.company()
  person = await here.person(company)
  local = await there.person(await there.company(), { email: person.email })
  const enter = async (at: Principals, origin: string, name: string) => {
    const place = { address: 'http://localhost', port: Number(new URL(origin).port) }
    const operator = await at.signIn(DEMO_OPERATOR)
    return operator.call('createInstance', { name, ...place })
  }
  const instance = await enter(here, second.origin, 'Segunda')
  await enter(there, first.origin, 'Primeira')
  principalsThere = there
  await here.tenant(company).update(companyKey, { set: { instanceId: instance.id } })
  page = await (await browser.newContext()).newPage()
})
test.afterAll(({ browser }) => end(browser, first, second))

async function aHandover(): Promise<string> {
  const { email, password } = person
  const client = new ApiClient(first.origin)
  return (await client.call('login', { email, password })).handover ?? ''
}

async function fillIn(): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('textbox', { name: 'Senha' }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test('an operator enters the instance and the company whose handovers are accepted', async ({ browser }) => {
  const operator = await (await browser.newContext()).newPage()
  await enterAs(operator, second.origin, DEMO_OPERATOR)
  await operator.goto(`${second.origin}/settings?tab=companies&dialog=edit&id=${local.companyId}`)
  const dialog = operator.getByRole('dialog', { name: 'Editar empresa' })
  await expect(dialog.getByLabel('Código da empresa', { exact: true })).toHaveValue(local.companyId)
  await choose(operator, 'Recebe usuários de', 'Primeira')
  await choose(operator, 'Plano', 'Profissional (20 usuários, 10 conexões, 20 filas)')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible()
  await dialog.getByLabel('Código da empresa nessa instância').fill(person.companyId)
  await expectInOrder(operator, 'the form of a company that takes people')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await operator.context().close()
})

test('a user who signs in at the first instance is signed in at the second, and the URL keeps no handover', async () => {
  await page.goto(first.origin)
  await fillIn()
  await expect(page.getByText('Olá, ')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(second.origin)
  expect(page.url()).not.toContain('handover')
  // No user is signed in at the first instance: its form is shown again.
  await page.goto(first.origin)
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('an expired handover shows a message, and the form accepts a password', async () => {
  await page.context().clearCookies()
  await page.goto(second.origin)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${second.origin}/login#handover=a.b.c`)
  await expect(page.getByText('Não foi possível entrar a partir da outra instância')).toBeVisible()
  await expectInOrder(page, 'the form with a handover that was refused')
  await fillIn()
  await expect(page.getByText('Olá, ')).toBeVisible()
})

test('a handover link asks before it replaces a running session', async () => {
  const other = await principalsThere.person(await principalsThere.company())
  await enterAs(page, second.origin, other)
  await page.goto(`${second.origin}/login#handover=${await aHandover()}`)
  await expect(page.getByText(`Você já está conectado como ${other.name} (${other.email}).`)).toBeVisible()
  expect(page.url()).not.toContain('handover')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectInOrder(page, 'the question before a session is replaced')
  await page.setViewportSize({ width: 1280, height: 740 })
  await page.getByRole('button', { name: 'Continuar nesta conta' }).click()
  await expect(page.getByText(`Olá, ${other.name}`)).toBeVisible()
  await page.goto(`${second.origin}/login#handover=${await aHandover()}`)
  await page.getByRole('button', { name: 'Entrar pelo link' }).click()
  await expect(page.getByText(`Olá, ${local.name}`)).toBeVisible()
})

test('the second instance asks for its own second step', async () => {
  const client = await principalsThere.signIn(local)
  const { secret } = await client.call('beginTotp')
  await client.call('confirmTotp', { code: codeAt(secret, Date.now()), currentPassword: local.password })
  await page.goto(second.origin)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${second.origin}/login#handover=${await aHandover()}`)
  const code = page.getByRole('textbox', { name: 'Código de verificação' })
  await code.fill('000000')
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  await expect(page.getByText('O código não está correto.')).toBeVisible()
  await expectInOrder(page, 'the question for a code')
  await code.fill(codeAt(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  await expect(page.getByText(`Olá, ${local.name}`)).toBeVisible()
})
