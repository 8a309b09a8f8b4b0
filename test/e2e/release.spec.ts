import { expect, type Page } from '@playwright/test'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import { enterAs, expectInOrder } from './steps.ts'

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
  await enterAs(page, system.origin, me, '/')
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
  await enterAs(page, system.origin, me, '/')
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

test('a page that does not know an answer says so in words, and offers the new release', async () => {
  await enterAs(page, system.origin, me, '/')
  await deployAnother()
  await page.route('**/api/whatsapp**', (route) =>
    route.fulfill({ json: { connections: 'of another release' } }),
  )
  await page.getByRole('link', { name: 'Conexões' }).first().click()
  await expect(page.getByText('Esta página é de outra versão do Recado.').first()).toBeVisible()
  await expect(bar()).toBeVisible()
})

test('a short network failure is not taken for a new release', async () => {
  await enterAs(page, system.origin, me, '/')
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Conexões' }).first().click()
  await expect(page.getByText('Esta parte do Recado não pôde ser carregada.')).toBeVisible()
  await expect(bar()).toHaveCount(0)
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('heading', { name: 'Conexões' })).toBeVisible()
})

test('a page that takes long to load shows it, and keeps the last one meanwhile', async () => {
  await enterAs(page, system.origin, me, '/')
  const { promise: isLet, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await isLet
    await route.continue()
  })
  await page.getByRole('link', { name: 'Conexões' }).first().click()
  await expect(page.getByRole('progressbar', { name: 'Carregando' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expectInOrder(page, 'a page that is loading')
  resolve()
  await expect(page.getByRole('heading', { name: 'Conexões' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Carregando' })).toHaveCount(0)
})

test('where the network blocks live sockets, the tab asks again until one opens, and says so once', async () => {
  const admin = await principals.signedIn(me.companyId)
  let isBlocked = true
  let isHeard = false
  await page.routeWebSocket(/\/ws\?t=/, (socket) => {
    if (isBlocked) return socket.close()
    socket.connectToServer().onMessage((frame) => {
      isHeard = true
      socket.send(frame)
    })
  })
  await page.clock.install()
  const afterAWhile = (see: () => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward('00:10')
      await see()
    }).toPass({ timeout: 30_000 })
  const told = page.getByText(
    'Sua rede bloqueia as atualizações ao vivo. A tela é atualizada a cada 15 segundos.',
  )
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await enterAs(page, system.origin, me, '/contact-lists')
  await expect(page.getByText('Uma lista guarda os contatos')).toBeVisible()
  await afterAWhile(() => expect(told).toBeVisible({ timeout: 1000 }))
  await expectInOrder(page, 'the message that live events are blocked')
  await admin.newList('Feita por outra pessoa')
  await afterAWhile(() => expect(row('Feita por outra pessoa')).toBeVisible({ timeout: 1000 }))

  const connection = await admin.call('createConnection', { name: 'Loja' })
  await page.goto(`${system.origin}/connections`)
  const showQr = page.getByRole('button', { name: 'Ver QR Code' })
  await afterAWhile(() => expect(showQr).toBeVisible({ timeout: 1000 }))
  await showQr.click()
  const dialog = page.getByRole('dialog', { name: 'Conectar Loja' })
  await expect(dialog.getByRole('img', { name: 'QR Code' })).toBeVisible()
  await admin.scanned(connection.id, '5511900000097')
  await expect(dialog).toBeHidden()

  await page.goto(`${system.origin}/contact-lists`)
  await expect(row('Feita por outra pessoa')).toBeVisible()
  const later = await admin.newList('Feita depois')
  await afterAWhile(() => expect(row('Feita depois')).toBeVisible({ timeout: 1000 }))
  await expect(told).toHaveCount(0)

  isBlocked = false
  await afterAWhile(() => expect.poll(() => isHeard, { timeout: 1000 }).toBe(true))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // Everything is fetched once after the opening, and nothing more.
  await expect(async () => {
    asked.length = 0
    await page.clock.fastForward('00:45')
    await page.evaluate("fetch('/favicon.svg')")
    expect(asked).toEqual(['/favicon.svg'])
  }).toPass({ timeout: 15_000 })
  await admin.call('deleteContactList', { contactListId: later.id })
  await expect(row('Feita depois')).toHaveCount(0)
})

test('without a network the app says so, and comes back by itself with it', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const tab = await context.newPage()
  await tab.goto(`${system.origin}/login`)
  await expect(tab.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  await tab.evaluate('navigator.serviceWorker.ready.then(() => true)')
  // The page was loaded before the worker, which serves it from now on.
  await expect.poll(() => tab.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await tab.reload()
  await context.setOffline(true)
  await tab.reload()
  await expect(tab.getByRole('heading', { name: 'Sem conexão com o Recado' })).toBeVisible()
  await expectInOrder(tab, 'the page without a network')
  await context.setOffline(false)
  await expect(tab.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  const kept = await tab.evaluate<string[]>(
    `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))`,
  )
  expect(kept).toContain('/offline.html')
  // Nothing of people: the app's own files only.
  expect(kept.filter((path) => !/^\/(assets\/|offline\.|first-paint|favicon|release)/.test(path))).toEqual([])
  await context.close()
})

test('pages that were never opened open without a network, once the app’s parts are kept', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const tab = await context.newPage()
  await enterAs(tab, system.origin, me, '/')
  const missing = () =>
    tab.evaluate<string[]>(
      `fetch('/parts.json').then((answer) => answer.json()).then(async ({ all, pt }) => {
        const parts = [...all, ...pt]
        const kept = await Promise.all(parts.map((part) => caches.match(part)))
        return parts.filter((_, index) => !kept[index])
      })`,
    )
  await expect.poll(missing).toEqual([])
  const ofOthers = `fetch('/parts.json').then((answer) => answer.json())
    .then(({ en, es }) => Promise.all([...en, ...es].map((part) => caches.match(part))))
    .then((kept) => kept.map(Boolean))`
  expect(new Set(await tab.evaluate<boolean[]>(ofOthers))).toEqual(new Set([false]))
  await context.setOffline(true)
  for (const name of ['Conexões', 'Contatos']) {
    await tab.getByRole('link', { name, exact: true }).click()
    await expect(tab.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await context.close()
})
