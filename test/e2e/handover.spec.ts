import { expect, type Page, test } from '@playwright/test'
import { companyKey } from '@recado/shared/companies/store'
import type { LoginAnswer } from '@recado/shared/sessions/session'
import { ApiClient } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { choose, end, expectInOrder, signIn } from './steps.ts'

/** Two instances: people know the address of the first, their company is on the second. */
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
  const SUPER = { email: 'super@demo.test', password: 'recado-demo' }
  const enter = async (at: Principals, origin: string, name: string) => {
    const place = { address: 'http://localhost', port: Number(new URL(origin).port) }
    const operator = await at.signIn(SUPER)
    return operator.done<{ id: string }>('POST', '/instances', { name, ...place })
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
  const { body } = await client.send<LoginAnswer>('POST', '/auth/login', { email, password })
  return body.handover ?? ''
}

async function fillIn(): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('textbox', { name: 'Senha' }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test('an operator enters from which instance and company people are taken', async ({ browser }) => {
  const operator = await (await browser.newContext()).newPage()
  await signIn(operator, second.origin, 'super@demo.test', 'recado-demo')
  await operator.goto(`${second.origin}/settings?tab=companies&dialog=edit&id=${local.companyId}`)
  const dialog = operator.getByRole('dialog', { name: 'Editar empresa' })
  await expect(dialog.getByLabel('Código da empresa', { exact: true })).toHaveValue(local.companyId)
  await choose(operator, 'Recebe usuários de', 'Primeira')
  await choose(operator, 'Plano', 'Profissional (20 usuários, 10 conexões, 20 filas)')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Required')).toBeVisible()
  await dialog.getByLabel('Código da empresa nessa instância').fill(person.companyId)
  await expectInOrder(operator, 'the form of a company that takes people')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await operator.context().close()
})

test('who signs in at the first is let in at the second, and the address keeps nothing of it', async () => {
  await page.goto(first.origin)
  await fillIn()
  await expect(page.getByText('Olá, ')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(second.origin)
  expect(page.url()).not.toContain('handover')
  // At the first nobody is signed in: the form is there again.
  await page.goto(first.origin)
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('where the handover is good no more, the form says so and takes a password', async () => {
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
  await page.goto(second.origin)
  await page.evaluate('localStorage.clear()')
  await signIn(page, second.origin, other.email, other.password)
  await page.goto(`${second.origin}/login#handover=${await aHandover()}`)
  await expect(page.getByText(`Você já está conectado como ${other.name} (${other.email}).`)).toBeVisible()
  expect(page.url()).not.toContain('handover')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectInOrder(page, 'the question before a session is replaced')
  await page.getByRole('button', { name: 'Continuar nesta conta' }).click()
  await expect(page.getByText(`Olá, ${other.name}`)).toBeVisible()
  await page.goto(`${second.origin}/login#handover=${await aHandover()}`)
  await page.getByRole('button', { name: 'Entrar pelo link' }).click()
  await expect(page.getByText(`Olá, ${local.name}`)).toBeVisible()
})

test('a second step at the second instance is asked for there', async () => {
  const client = await principalsThere.signIn(local)
  const { secret } = await client.done<{ secret: string }>('POST', '/auth/totp')
  await client.done('PUT', '/auth/totp', { code: codeAt(secret, Date.now()) })
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
