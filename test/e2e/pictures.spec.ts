import { expect, type Page } from '@playwright/test'
import { DIALOGS, PAGES } from '../pictures/pages.ts'
import { sharedSystem, test } from './shared-system.ts'
import { expectInOrder, signIn } from './steps.ts'

/**
 * Each page and dialog of a new company beside its picture in `test/e2e/pictures`: what no other test sees, such as a style
 * that reaches too far. `npm run pictures -- --keep` takes them anew after a change that is meant.
 */

const { system, principals } = sharedSystem()
let page: Page

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
  page = await context.newPage()
  const company = await principals.company()
  const { email, password } = await principals.person(company, {
    name: 'Ana Lima',
    email: 'ana@pictures.test',
  })
  await signIn(page, system.origin, email, password)
})

async function looksLike(name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root[data-animate]')).toHaveCount(0)
  await expect(page).toHaveScreenshot(`${name}.png`, {
    // Moments, and fields that begin with one.
    mask: [page.locator('time, [data-dates-input]'), page.getByRole('banner').getByRole('button')],
    maxDiffPixelRatio: 0.01,
  })
}

for (const [name, path] of Object.entries(PAGES))
  test(`${name} looks as in its picture`, async () => {
    await page.goto(system.origin + path)
    await expect(page.getByRole('main')).not.toBeEmpty()
    await looksLike(name)
  })

for (const [name, path] of Object.entries(DIALOGS))
  test(`${name} looks as in its picture`, async () => {
    await page.goto(system.origin + path)
    await expect(page.getByRole('dialog')).toBeVisible()
    await looksLike(name)
    await expectInOrder(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

for (const name of ['dashboard', 'tickets', 'campaigns', 'campaign-form', 'connections'] as const)
  test(`${name} looks as in its picture on a phone in the dark`, async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(system.origin + PAGES[name])
    await expect(page.getByRole('main')).not.toBeEmpty()
    await looksLike(`${name}-phone`)
  })
