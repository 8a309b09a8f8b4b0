import { expect, type Page, test } from '@playwright/test'
import { DIALOGS, OPERATORS_PAGES, PAGES } from '../pictures/pages.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { end, expectInOrder, lookFrom, signIn } from './steps.ts'

/**
 * Each page and dialog of a new company beside its picture in `test/pictures/expected`: shows a style that reaches too
 * far, which no other test sees. `npm run pictures -- --keep` takes them anew after a change that is meant.
 */

let system: RunningSystem
/** Before any picture is compared, so that sessions never seem over. */
const TODAY = new Date('2026-11-20T15:00:00Z')
let page: Page
let operator: Page

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const principals = new Principals(system)
  const company = await principals.company({ name: 'Padaria Aurora' })
  const open = async (name: string, email: string, isSuper: boolean): Promise<Page> => {
    const { password } = await principals.person(company, { name, email, isSuper })
    const opened = await (await browser.newContext()).newPage()
    await opened.clock.setFixedTime(TODAY)
    await lookFrom(opened, 'a desk')
    await signIn(opened, system.origin, email, password)
    return opened
  }
  page = await open('Ana Lima', 'ana@aurora.test', false)
  operator = await open('Olga Reis', 'olga@aurora.test', true)
})
test.afterAll(({ browser }) => end(browser, system))

async function looksLike(name: string, on = page): Promise<void> {
  await expect(on.getByRole('main')).not.toBeEmpty()
  // The styleguide shows these states themselves.
  if (name !== 'styleguide')
    await expect(on.locator('[aria-busy=true], [data-loading], .mantine-Skeleton-root')).toHaveCount(0)
  await expect(on).toHaveScreenshot(`${name}.png`, {
    // Rows of tables have moments and ids; other specs read them.
    mask: [on.locator('time, tbody')],
    // Cards differ from the canvas by little: at the usual threshold, one on the other would pass.
    threshold: 0.02,
    maxDiffPixels: 300,
  })
}

for (const [name, path] of Object.entries(PAGES))
  test(`${name} looks as in its picture`, async () => {
    await page.goto(system.origin + path)
    await looksLike(name)
  })

for (const [name, path] of Object.entries(OPERATORS_PAGES))
  test(`the operator’s ${name} looks as in its picture`, async () => {
    await operator.goto(system.origin + path)
    await looksLike(name, operator)
  })

for (const [name, path] of Object.entries(DIALOGS))
  test(`${name} looks as in its picture, and Escape closes it`, async () => {
    await page.goto(system.origin + path)
    await expect(page.getByRole('dialog')).toBeVisible()
    await looksLike(name)
    await expectInOrder(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

for (const name of ['dashboard', 'tickets', 'campaigns', 'campaign-form', 'connections'] as const)
  test(`${name} looks as in its picture on a phone in the dark`, async () => {
    await lookFrom(page, 'a phone in the dark')
    await page.goto(system.origin + PAGES[name])
    await looksLike(`${name}-phone`)
  })
