import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startDemo } from '../../infra/local/demo/demo.ts'
import { buildWebApp } from '../../infra/src/build-web-app.ts'
import { ApiClient } from '../support/api-client.ts'
import { findChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { startSystem } from '../support/local-system.ts'
import { startGroup } from '../support/process-group.ts'
import { DIALOGS, OPERATORS_PAGES, PAGES, PUBLIC_PAGES, RECORD_PAGES, type Records } from './pages.ts'

/**
 * `npm run pictures`: every page and dialog of the demo's company in light and dark, at 1440 and 360 pixels, as each role
 * sees them, in the folder `pictures`. Nothing is compared: they are for people who look.
 *
 * `npm run pictures -- --keep` takes the pictures anew that `npm test` compares, after a change that is meant;
 * `-- --readme` those of the README.
 */

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'pictures')
const WIDTHS = [1440, 360]
const SCHEMES = ['light', 'dark'] as const
const ROLES = { admin: 'admin@demo.test', user: 'user@demo.test', operator: 'super@demo.test' }
/** Factor of the demo's pauses. */
const FAST = 0.1

await buildWebApp(ROOT)
if (process.argv.includes('--keep')) await keepPictures()
else if (process.argv.includes('--readme')) await inDemo(takeReadmePictures)
else await inDemo(takePictures)

async function keepPictures(): Promise<void> {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const environment = { ...process.env, CHROMIUM: findChromium() }
  const args = ['--no-warnings', playwright, 'test', 'pictures', '--update-snapshots']
  process.exitCode = await startGroup(process.execPath, args, {
    folder: ROOT,
    environment,
    output: 'inherit',
  })
}

/** A browser beside a running demo whose customers wait. */
interface InDemo {
  browser: Browser
  origin: string
  admin: ApiClient
}

async function inDemo(work: (demo: InDemo) => Promise<void>): Promise<void> {
  const system = await startSystem()
  const demo = await startDemo(system.origin, FAST)
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const admin = await ApiClient.signIn(system.origin)
    const waiting = async () => (await admin.call('countTickets')).aguardando.tickets
    await eventually('customers wait', async () => (await waiting()) > 0, 90_000)
    await work({ browser, origin: system.origin, admin })
  } finally {
    demo.stop()
    await browser.close()
    await system.stop()
  }
}

async function takePictures({ browser, origin, admin }: InDemo): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  const records = await recordsOf(admin)
  for (const [role, email] of Object.entries(ROLES))
    for (const colorScheme of SCHEMES)
      for (const width of WIDTHS) await takeAll(browser, origin, records, { role, email, colorScheme, width })
}

/** The records that are shown: the demo's campaign with its list, and a conversation that waits. */
async function recordsOf(admin: ApiClient): Promise<Records> {
  const { records: campaigns } = await admin.call('listCampaigns', {})
  const { records: lists } = await admin.call('listContactLists', {})
  const { records: tickets } = await admin.call('listTickets', { tab: 'aguardando', all: 'true' })
  const [me, users] = await Promise.all([admin.call('me'), admin.call('allUsers', {})])
  const chat = await admin.call('createChat', { userIds: [users.find(({ id }) => id !== me.id)?.id ?? ''] })
  return {
    campaignId: campaigns[0]?.id ?? '',
    contactListId: lists[0]?.id ?? '',
    ticketUuid: tickets[0]?.uuid ?? '',
    contactId: tickets[0]?.contactId ?? '',
    chatId: chat.id,
  }
}

/** The report of the demo's campaign when some have answered, and a conversation. */
async function takeReadmePictures({ browser, origin, admin }: InDemo): Promise<void> {
  const { records } = await admin.call('listCampaigns', {})
  const [{ id = '' } = {}] = records
  await eventually('some have answered', async () => (await admin.report(id)).counters.replied > 2, 120_000)
  const { records: tickets } = await admin.call('listTickets', { tab: 'aguardando', all: 'true' })
  const page = await signedIn(browser, origin, { email: ROLES.admin, colorScheme: 'light', width: 1280 })
  for (const [name, path] of [
    ['report', `/campaign/${id}/report`],
    ['conversation', `/tickets/${tickets[0]?.uuid}?tab=aguardando&all=true`],
  ] as const) {
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(ROOT, `docs/images/${name}.png`) })
  }
}

interface Look {
  email: string
  colorScheme: 'light' | 'dark'
  width: number
}

async function newPage(browser: Browser, { colorScheme, width }: Omit<Look, 'email'>): Promise<Page> {
  const context = await browser.newContext({
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width, height: width > 768 ? 900 : 740 },
  })
  return context.newPage()
}

async function signedIn(browser: Browser, origin: string, { email, ...look }: Look): Promise<Page> {
  const page = await newPage(browser, look)
  await page.goto(`${origin}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Senha' }).fill('recado-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Páginas' }).waitFor({ state: 'attached' })
  return page
}

async function takeAll(
  browser: Browser,
  origin: string,
  records: Records,
  look: Look & { role: string },
): Promise<void> {
  const { role, colorScheme, width } = look
  const folder = join(FOLDER, role, `${width}-${colorScheme}`)
  mkdirSync(folder, { recursive: true })
  const ofRecords = Object.entries(RECORD_PAGES).map(([name, pathOf]) => [name, pathOf(records)] as const)
  const pages = {
    ...PAGES,
    ...DIALOGS,
    ...(role === 'operator' ? OPERATORS_PAGES : Object.fromEntries(ofRecords)),
  }
  const take = async (page: Page, name: string, path: string) => {
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  const visitor = await newPage(browser, look)
  for (const [name, path] of Object.entries(PUBLIC_PAGES)) await take(visitor, name, path)
  await visitor.context().close()
  const page = await signedIn(browser, origin, look)
  for (const [name, path] of Object.entries(pages)) await take(page, name, path)
  await page.context().close()
}
