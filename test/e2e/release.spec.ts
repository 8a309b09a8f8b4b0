import { expect, type Page, test } from '@playwright/test'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { end, expectInOrder, signIn } from './steps.ts'

let system: RunningSystem
let page: Page

test.beforeAll(async () => {
  system = await startSystem()
})
test.beforeEach(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
})
test.afterEach(() => page.context().close())
test.afterAll(({ browser }) => end(browser, system))

const bar = () => page.getByText('Há uma versão nova do Recado.')
const reload = () => page.getByRole('button', { name: 'Recarregar' })
/** Is gone once the page was loaded anew. */
const mark = () => page.evaluate('window.marked = true')
const isMarked = () => page.evaluate('window.marked === true')

/** From now on another release is deployed, as far as tabs that are open can see. */
const deployAnother = () =>
  page.route(`${system.origin}/`, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-another.js')
    await route.fulfill({ response: answer, body })
  })

test('a tab that meets a new release offers it, and loses nothing until somebody takes it', async () => {
  await page.clock.install()
  await signIn(page, system.origin)
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

test('a part of the app that has gone is said on its page, and the new release is offered', async () => {
  await signIn(page, system.origin)
  await deployAnother()
  // What is loaded by now stays; nothing else of this release can be had.
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

test('a network that is away for a moment is no new release', async () => {
  await signIn(page, system.origin)
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Conexões' }).first().click()
  await expect(page.getByText('Esta parte do Recado não pôde ser carregada.')).toBeVisible()
  await expect(bar()).toHaveCount(0)
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('heading', { name: 'Conexões' })).toBeVisible()
})
