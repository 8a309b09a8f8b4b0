import { expect, type Page } from '@playwright/test'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import { expectInOrder, signIn } from './steps.ts'

const { system, principals } = sharedSystem()
let me: Person
let page: Page

test.beforeAll(async () => {
  me = await principals.person(await principals.company())
})
test.beforeEach(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
})
test.afterEach(() => page.context().close())

const bar = () => page.getByText('Há uma versão nova do Recado.')
const reload = () => page.getByRole('button', { name: 'Recarregar' })
/** Disappears when the page is reloaded. */
const mark = () => page.evaluate('window.marked = true')
const isMarked = () => page.evaluate('window.marked === true')

/** From now on open tabs see another deployed release. */
const deployAnother = () =>
  page.route(`${system.origin}/`, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-another.js')
    await route.fulfill({ response: answer, body })
  })

test('a tab offers a new release, and loses nothing until the user accepts it', async () => {
  await page.clock.install()
  await signIn(page, system.origin, me.email, me.password)
  await mark()
  await page.clock.fastForward('16:00')
  await expect(bar()).toHaveCount(0)
  await page.goto(`${system.origin}/campaigns/new`)
  await page.getByRole('textbox', { name: 'Nome' }).first().fill('Promoção de Natal')
  await mark()
  await deployAnother()
  await page.clock.fastForward('16:00')
  await expect(bar()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nome' }).first()).toHaveValue('Promoção de Natal')
  expect(await isMarked()).toBe(true)
  await expectInOrder(page, 'the bar')
  page.once('dialog', (dialog) => dialog.accept())
  await reload().click()
  await expect(page.getByRole('textbox', { name: 'Nome' }).first()).toHaveValue('')
  expect(await isMarked()).toBe(false)
  await expect(bar()).toHaveCount(0)
})

test('a page with a missing part of the app shows the error and offers the new release', async () => {
  await signIn(page, system.origin, me.email, me.password)
  await deployAnother()
  // Loaded parts stay. No other part of this release is available.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }))
  await mark()
  await page.getByRole('link', { name: 'Conexões' }).first().click()
  await expect(page.getByText('Esta parte do Recado não pôde ser carregada.')).toBeVisible()
  await expect(bar()).toBeVisible()
  expect(await isMarked()).toBe(true)
  await page.unroute('**/assets/**')
  await reload().click()
  await expect(page.getByRole('heading', { name: 'Conexões' })).toBeVisible()
  expect(await isMarked()).toBe(false)
})

test('a short network failure is not taken for a new release', async () => {
  await signIn(page, system.origin, me.email, me.password)
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Conexões' }).first().click()
  await expect(page.getByText('Esta parte do Recado não pôde ser carregada.')).toBeVisible()
  await expect(bar()).toHaveCount(0)
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('heading', { name: 'Conexões' })).toBeVisible()
})
