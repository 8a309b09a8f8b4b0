import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { loginAnswer } from '@recado/shared/sessions/session'
import type { StoredSession } from '../../web/src/api/session-keeper.ts'
import { CSHOW_KEY, campaignsEnabled, SESSION_KEY } from '../../web/src/api/stored-session.ts'
import type { RunningSystem } from '../support/local-system.ts'
import type { Person } from '../support/principals.ts'

/** What a person signs in with. */
export type Account = Pick<Person, 'email' | 'password'>

export const DEMO_ADMIN: Account = { email: 'admin@demo.test', password: 'recado-demo' }
export const DEMO_OPERATOR: Account = { email: 'super@demo.test', password: 'recado-demo' }

/** Signs in as a person would. */
export async function signIn(page: Page, origin: string, { email, password }: Account): Promise<void> {
  await page.goto(origin)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Senha' }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Olá, ')).toBeVisible()
}

/**
 * Signs a person in without the form: the browser context gets a session, and loses what it stored before.
 * @param path the page to show; none for a spec that shows its own
 */
export async function enterAs(
  page: Page,
  origin: string,
  { email, password }: Account,
  path?: string,
): Promise<void> {
  const context = page.context()
  // An app that is still open would store its own session, or end it.
  await page.goto('about:blank')
  await context.clearCookies()
  const answer = await context.request.post(`${origin}/api/auth/login`, { data: { email, password } })
  const { user } = loginAnswer.parse(await answer.json())
  const { cookies } = await context.storageState()
  const session: StoredSession = { since: Date.now(), user }
  const localStorage = [{ name: SESSION_KEY, value: JSON.stringify(session) }]
  if (campaignsEnabled(user)) localStorage.push({ name: CSHOW_KEY, value: 'true' })
  await context.setStorageState({ cookies, origins: [{ origin, localStorage }] })
  if (path) await page.goto(origin + path)
}

/**
 * Opens a page by the menu.
 * @param group the group that the page stands in; none for a row of the menu itself
 */
export async function openPage(page: Page, name: string, group?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Páginas' })
  if (group) await openGroup(page, group)
  await menu.getByRole('link', { name, exact: true }).click()
}

/** Chooses an action that a record of a list keeps under ⋯. */
export async function chooseForRecord(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/**
 * Holds the answers to calls back, as a slow network does: their live events come first.
 * @returns lets them through, and later ones at once
 */
export async function holdAnswers(page: Page, method: 'PUT' | 'DELETE', path: RegExp): Promise<() => void> {
  const { promise: isLet, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    await isLet
    await route.fulfill({ response })
  })
  return resolve
}

/** Opens a group of the menu, if it is not open. */
export async function openGroup(page: Page, group: string): Promise<void> {
  const pages = page.getByRole('button', { name: `Páginas de ${group}`, exact: true })
  if ((await pages.getAttribute('aria-expanded')) === 'false') await pages.click()
}

/** Closes everything that a test file opened. The pages come first, since they would still call a stopped system. */
export async function end(browser: Browser, ...systems: RunningSystem[]): Promise<void> {
  for (const context of browser.contexts()) await context.close()
  await Promise.all(systems.map((system) => system.stop()))
}

/** Picks an option of a select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses the spreadsheet of an import, and waits until it was read: from then on the fields below it keep their place. */
export async function chooseSheet(
  dialog: Locator,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByRole('button', { name: /^(Ajustar colunas|Continuar)$/ })).toBeVisible()
}

/** The answer that no consent is on record. */
export const NO_CONSENT = 'Não sei ou não está registrado'

/** Answers how the people of an import agreed to messages. */
export const sayConsent = (page: Page, answer: string): Promise<void> =>
  page.getByRole('radio', { name: answer }).check()

/** Waits until the page has drawn what changed before, and has seen what scrolled into sight. */
export const framesLater = (page: Page): Promise<void> =>
  page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))',
  )

const ANIMATIONS_OVER = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    .map(({ finished }) => finished))
  .then(() => undefined)`

/** The app has no frames, so axe checks its pages directly and does not merge results on another page. */
const axeFor = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** Expects no finding of axe and no content beyond the window's side. */
export async function expectInOrder(page: Page, where: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // A fading element is paler than designed, and a closing menu has lost its items.
  await expect(async () => {
    await page.evaluate(ANIMATIONS_OVER)
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([])
  }).toPass({ timeout: 20_000 })
  const beyond = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(beyond, where).toBeLessThanOrEqual(0)
}

/** The settings in which every page is checked. */
const LOOKS = {
  'a desk': { size: { width: 1280, height: 800 }, colorScheme: 'light' },
  'a phone in the dark': { size: { width: 360, height: 740 }, colorScheme: 'dark' },
} as const
type Look = keyof typeof LOOKS
export const EVERY_LOOK: readonly Look[] = ['a desk', 'a phone in the dark']

export async function lookFrom(page: Page, look: Look): Promise<void> {
  const { size, colorScheme } = LOOKS[look]
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Shows another page of the open app, without loading the app again, which takes most of a second of a processor. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)

/** Shows each of these pages and checks its accessibility once its text is there. The first is loaded anew. */
export async function expectPagesInOrder(
  page: Page,
  origin: string,
  pages: readonly (readonly [path: string, awaited: string])[],
): Promise<void> {
  for (const [index, [path, awaited]] of pages.entries()) {
    await (index === 0 ? page.goto(origin + path) : goTo(page, origin + path))
    // The text of a dialog may stand on its button too.
    const place = path.includes('dialog=') ? page.getByRole('dialog') : page
    await expect(place.getByText(awaited).last()).toBeVisible()
    await expectInOrder(page, path)
  }
}
