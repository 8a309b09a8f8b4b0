import { type Browser, chromium, type Page } from '@playwright/test'
import { firstOf } from '@recado/shared/first-of'
import { findChromium } from '../support/chromium.ts'
import type { RunningSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { startBareApp } from './bare-app.ts'
import { median } from './median.ts'
import { putReport } from './report.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: { rounds: given('ROUNDS', 9), rows: 10_000, steps: 100, measures: 6 },
  smallest: { rounds: 1, rows: 100, steps: 2, measures: 2 },
}
type Sizes = (typeof SIZES)['usual']

/** One of the two apps that are compared. */
interface App {
  name: string
  origin: string
  /** Signs the browser in, where there is a login. */
  enter: (page: Page) => Promise<void>
  login: string
  home: string
  /** Two links of the menu, and the heading of the page behind each. */
  links: readonly (readonly [href: string, heading: string])[]
  /** A page with many rows, and the name of its table. */
  rows: { path: string; table: string }
}

/**
 * What a person waits for in the browser, beside a bare app of the same libraries (`web/bench`) in the same run: the first
 * paint of the login and of the first page in a fresh browser, what the app does after it, a change of page, and scrolling
 * through 10,000 rows. `ROUNDS=3 npm run bench -- face` is shorter.
 */
export async function benchFace(system: RunningSystem, size: Size): Promise<void> {
  const sizes = SIZES[size]
  const [bare, browser] = await Promise.all([
    startBareApp(),
    chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] }),
  ])
  try {
    const principals = new Principals(system)
    const company = await principals.company()
    const person = await principals.person(company)
    const report = await putReport(principals.tenant(company), sizes.rows)
    const apps = [ours(system.origin, person, report), bareOf(bare.origin)] as const
    console.log(`\n${'median'.padEnd(44)} ${apps.map(({ name }) => name.padEnd(10)).join(' ')} ratio`)
    for (const [what, measure] of firstOf(MEASURES, sizes.measures)) {
      const times = await timesOf(browser, apps, sizes, measure)
      const [one, other] = times.map(median)
      console.log(lineOf(what, one, other))
    }
  } finally {
    await browser.close()
    await bare.stop()
  }
}

const ours = (origin: string, { email, password }: Person, report: string): App => ({
  name: 'Recado',
  origin,
  enter: async (page) => {
    await page.goto(`${origin}/login`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Senha' }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('Olá, ').waitFor()
  },
  login: '/login',
  home: '/',
  links: [
    ['/connections', 'Conexões'],
    ['/campaigns', 'Campanhas'],
  ],
  rows: { path: `/campaign/${report}/report`, table: 'Destinatários' },
})

const bareOf = (origin: string): App => ({
  name: 'bare app',
  origin,
  enter: async (page) => {
    await page.goto(`${origin}/login`)
  },
  login: '/login',
  home: '/',
  links: [
    ['/second', 'Second'],
    ['/', 'First'],
  ],
  rows: { path: '/rows', table: 'Rows' },
})

type Measure = (page: Page, app: App, sizes: Sizes) => Promise<number>

const MEASURES: readonly (readonly [what: string, measure: Measure])[] = [
  ['login, largest paint in a fresh browser, ms', (page, { origin, login }) => paintOf(page, origin + login)],
  [
    'first page, largest paint on a reload, ms',
    async (page, app) => {
      await app.enter(page)
      return paintOf(page, app.origin + app.home)
    },
  ],
  [
    'first page, compressed script, kB',
    async (page, app) => {
      await app.enter(page)
      await page.goto(app.origin + app.home, { waitUntil: 'networkidle' })
      return page.evaluate<number>(SCRIPT)
    },
  ],
  ['main thread, 5 s after the first page, ms', afterwardsOf],
  ['change of page, ms', changeOf],
  ['scrolling, main thread for 1,000 px, ms', scrollingOf],
]

/** The apps in turns, so that both see the same machine. */
async function timesOf(
  browser: Browser,
  apps: readonly App[],
  sizes: Sizes,
  measure: Measure,
): Promise<number[][]> {
  const times = apps.map((): number[] => [])
  for (let round = 0; round < sizes.rounds; round++)
    for (const [at, app] of apps.entries())
      times[at]?.push(await inFreshBrowser(browser, (page) => measure(page, app, sizes)))
  return times
}

function lineOf(what: string, one = 0, other = 0): string {
  const cells = [one, other].map((time) => time.toFixed(time < 100 ? 1 : 0).padEnd(10))
  return `${what.padEnd(44)} ${cells.join(' ')} ${(one / other).toFixed(2)} ×`
}

async function inFreshBrowser<T>(browser: Browser, measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ locale: 'pt-BR', serviceWorkers: 'block' })
  try {
    return await measure(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Runs until nothing larger was painted for half a second. */
const LARGEST_PAINT = `new Promise((resolve) => {
  let last = 0
  let timer
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => resolve(last), 500)
  }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) last = startTime
    wait()
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  wait()
})`

/** Of all scripts that the page has loaded, also those that came after the first paint. */
const SCRIPT = `performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.js(\\?|$)/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000`

/** Milliseconds from the begin of the navigation. */
async function paintOf(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle' })
  return page.evaluate<number>(LARGEST_PAINT)
}

/** Milliseconds of the main thread in the five seconds after the first page, when a user reads it. */
async function afterwardsOf(page: Page, app: App): Promise<number> {
  await app.enter(page)
  await page.goto(app.origin + app.home, { waitUntil: 'networkidle' })
  return busyDuring(page, () => page.waitForTimeout(5000))
}

/** Milliseconds from a click in the menu to the frame with the other page's heading. Its code is loaded already. */
async function changeOf(page: Page, app: App): Promise<number> {
  await app.enter(page)
  await page.goto(app.origin + app.home, { waitUntil: 'networkidle' })
  const times: number[] = []
  for (const [href, heading] of [...app.links, ...app.links, ...app.links]) {
    times.push(await page.evaluate<number>(clickAndWait(href, heading)))
    await page.waitForLoadState('networkidle')
  }
  return median(times.slice(app.links.length))
}

const clickAndWait = (href: string, heading: string): string => `new Promise((resolve) => {
  const begun = performance.now()
  document.querySelector('nav a[href="${href}"]').click()
  const look = () =>
    document.querySelector('main h1')?.textContent === '${heading}'
      ? requestAnimationFrame(() => resolve(performance.now() - begun))
      : requestAnimationFrame(look)
  look()
})`

/** Pixels of one step. */
const STEP = 600

const scrolled = (by: number, steps: number): string => `(async () => {
  for (let step = 0; step < ${steps}; step++) {
    scrollBy(0, ${by})
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  return scrollY
})()`

/** Milliseconds of the page's main thread while it scrolls up over rows that were loaded before. */
async function scrollingOf(page: Page, app: App, { steps }: Sizes): Promise<number> {
  await app.enter(page)
  await page.goto(app.origin + app.rows.path, { waitUntil: 'networkidle' })
  await page.getByRole('table', { name: app.rows.table }).waitFor()
  const from = await page.evaluate<number>(scrolled(STEP, steps))
  await page.waitForLoadState('networkidle')
  let to = from
  const busy = await busyDuring(page, async () => {
    to = await page.evaluate<number>(scrolled(-STEP, steps))
  })
  return busy / ((from - to) / 1000)
}

/** Milliseconds of the page's main thread meanwhile. */
async function busyDuring(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  // It counts from here on.
  await session.send('Performance.enable')
  await work()
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}
