import { expect, type Page, test } from '@playwright/test'
import { companyKey } from '@recado/shared/companies/store'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { end, expectInOrder } from './steps.ts'

/** Two instances: people know the address of the first, their company is on the second. */
let first: RunningSystem
let second: RunningSystem
let person: Person
let page: Page

test.beforeAll(async ({ browser }) => {
  first = await startSystem()
  second = await startSystem()
  const [here, there] = [new Principals(first), new Principals(second)]
  const company = await here.company()
  person = await here.person(company)
  await there.person(await there.company(), { email: person.email })
  const SUPER = { email: 'super@demo.test', password: 'recado-demo' }
  const enter = async (at: Principals, origin: string, name: string) => {
    const place = { address: 'http://localhost', port: Number(new URL(origin).port) }
    const operator = await at.signIn(SUPER)
    return operator.done<{ id: string }>('POST', '/instances', { name, ...place })
  }
  const instance = await enter(here, second.origin, 'Segunda')
  await enter(there, first.origin, 'Primeira')
  await here.tenant(company).update(companyKey, { set: { instanceId: instance.id } })
  page = await (await browser.newContext()).newPage()
})
test.afterAll(({ browser }) => end(browser, first, second))

async function fillIn(): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('textbox', { name: 'Senha' }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

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
