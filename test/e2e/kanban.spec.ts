import { type Browser, type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import type { Tag } from '@recado/shared/tags/tag'
import { Desk, SALES } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem, test } from './shared-system.ts'
import { choose, EVERY_LOOK, enterAs, expectInOrder, framesLater, lookFrom, openPage } from './steps.ts'

const SHOP = '5511900000309'
const { system, principals } = sharedSystem()
let desk: Desk
let ana: Page
let stages: Record<'Novo' | 'Proposta', Tag>

test.beforeAll(async ({ browser }) => {
  desk = await Desk.open(principals, SHOP, '551195596')
  ana = await (await browser.newContext()).newPage()
  await enterAs(ana, system.origin, desk.parts.people.ana, '/')
})

const column = (name: string) => ana.getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (name: string, within = 'Sem etapa') =>
  column(within).getByRole('link', { name: new RegExp(name) })
const told = (text: string) => expect(ana.getByRole('status').filter({ hasText: text })).toBeAttached()
const showsKanban = () => ana.goto(`${system.origin}/kanban`)

/** @returns for each call since then the number of columns that it asked for */
function watchCalls(): readonly number[] {
  const calls: number[] = []
  ana.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/tickets/kanban')) calls.push(searchParams.get('stages')?.split(',').length ?? 0)
  })
  return calls
}

/** A customer who waits in sales. @returns the id of the ticket */
async function waiting(name: string): Promise<string> {
  const number = desk.newCustomer()
  await desk.parts.admin.simulator('POST', '/phones', { number, name })
  return (await desk.waiting()).id
}
const tagsOf = async (ticketId: string) => (await desk.parts.admin.call('getTicket', { ticketId })).tagIds
const hasTags = (ticketId: string, ...tags: Tag[]) =>
  eventually('the tags of the ticket', async () => {
    const found = await tagsOf(ticketId)
    return found.join() === tags.map(({ id }) => id).join() || undefined
  })

test('an empty kanban explains itself, and tags become its columns in the chosen order', async () => {
  await openPage(ana, 'Kanban', 'Atendimentos')
  await expect(ana.getByText('O kanban mostra os atendimentos por etapa')).toBeVisible()
  await ana.getByRole('link', { name: 'Escolher etiquetas' }).click()
  for (const name of ['Proposta', 'Novo']) {
    await ana.getByRole('button', { name: 'Nova etiqueta' }).first().click()
    const dialog = ana.getByRole('dialog', { name: 'Nova etiqueta' })
    await dialog.getByRole('textbox', { name: 'Nome' }).fill(name)
    await dialog.getByRole('switch', { name: 'Coluna do kanban' }).press('Space')
    await dialog.getByRole('button', { name: 'Criar etiqueta' }).click()
    await expect(dialog).toBeHidden()
  }
  await showsKanban()
  const names = () => ana.getByRole('heading', { level: 2 })
  await expect(names()).toHaveText(['Sem etapa', 'Novo', 'Proposta'])
  const calls = watchCalls()
  await ana.reload()
  await expect(names()).toHaveText(['Sem etapa', 'Novo', 'Proposta'])
  await expect(ana.getByText('Nenhum atendimento nesta etapa')).toHaveCount(3)
  // The columns are asked for together, again when the page begins to hear live events.
  expect(new Set(calls), 'columns of a call').toEqual(new Set([3]))
  await ana.getByRole('button', { name: 'Opções da etapa Novo' }).click()
  await ana.getByRole('menuitem', { name: 'Mover para a direita' }).click()
  await expect(names()).toHaveText(['Sem etapa', 'Proposta', 'Novo'])
  await ana.getByRole('button', { name: 'Opções da etapa Novo' }).click()
  await ana.getByRole('menuitem', { name: 'Mover para a esquerda' }).click()
  await expect(names()).toHaveText(['Sem etapa', 'Novo', 'Proposta'])
  const { records } = await desk.parts.admin.call('listTags')
  const [proposta, novo] = records.toSorted((one, other) => other.orderIndex - one.orderIndex)
  if (!novo || !proposta) throw new Error('A tag is missing')
  stages = { Novo: novo, Proposta: proposta }
})

test('a card comes by itself, and is moved with the keyboard, with the mouse and by its menu', async () => {
  await showsKanban()
  const ticketId = await waiting('Rita Sousa')
  await expect(card('Rita Sousa')).toContainText(SALES)
  await expect(card('Rita Sousa')).toContainText(/chegou agora|espera há/)
  await expect(column('Sem etapa')).toHaveAccessibleName('Sem etapa, 1 atendimento')
  await card('Rita Sousa').focus()
  await ana.keyboard.press('Space')
  await told('Rita Sousa em Sem etapa. Escolha a etapa com as setas')
  for (const _ of [1, 2]) await ana.keyboard.press('ArrowRight')
  await told('Proposta')
  await ana.keyboard.press('Space')
  await expect(card('Rita Sousa', 'Proposta')).toBeFocused()
  await told('Rita Sousa foi para Proposta')
  await hasTags(ticketId, stages.Proposta)
  await ana.keyboard.press('Space')
  await ana.keyboard.press('ArrowLeft')
  await ana.keyboard.press('Escape')
  await told('Rita Sousa continua em Proposta')
  await card('Rita Sousa', 'Proposta').hover()
  await ana.mouse.down()
  await column('Novo').hover()
  await ana.keyboard.press('Escape')
  await card('Rita Sousa', 'Proposta').hover()
  await ana.mouse.up()
  expect(await ana.evaluate('String(getSelection())')).toBe('')
  await expect(ana).toHaveURL(/\/kanban/)
  await ana.mouse.down()
  await column('Novo').hover()
  await ana.mouse.up()
  await expect(card('Rita Sousa', 'Novo')).toBeVisible()
  await expect(ana).toHaveURL(/\/kanban/)
  await hasTags(ticketId, stages.Novo)
  await ana.getByRole('button', { name: 'Mover Rita Sousa para…' }).click()
  await ana.getByRole('menuitem', { name: 'Mover para Sem etapa' }).click()
  await expect(card('Rita Sousa')).toBeFocused()
  await hasTags(ticketId)
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('region', { name: 'Conversa com Rita Sousa' })).toBeVisible()
})

test('the focus follows a moved card that a colleague moves on, until the user does something else', async () => {
  const ticketId = await waiting('Ivo Pires')
  const { carla } = desk.parts
  await showsKanban()
  await card('Ivo Pires').focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await ana.keyboard.press(key)
  await expect(card('Ivo Pires', 'Novo')).toBeFocused()
  await hasTags(ticketId, stages.Novo)
  await carla.call('changeTicket', { ticketId, tagIds: [stages.Proposta.id] })
  await expect(card('Ivo Pires', 'Proposta')).toBeFocused()
  await ana.keyboard.press('Tab')
  await carla.call('changeTicket', { ticketId, tagIds: [] })
  await expect(card('Ivo Pires')).toBeVisible()
  await expect(card('Ivo Pires')).not.toBeFocused()
  await carla.call('changeTicket', { ticketId, status: 'closed', silent: true })
})

test('a move that is refused goes back, and says why', async () => {
  const ticketId = await waiting('Bento Luz')
  await showsKanban()
  await ana.route(
    `**/api/tickets/${ticketId}`,
    (route) => route.fulfill({ status: 404, json: { error: 'ERR_NO_TAG_FOUND', message: '', details: [] } }),
    { times: 1 },
  )
  await card('Bento Luz').focus()
  await ana.keyboard.press('Space')
  await ana.keyboard.press('ArrowRight')
  await ana.keyboard.press('Space')
  const alert = ana.getByRole('alert').filter({ hasText: 'Bento Luz voltou para Sem etapa' })
  await expect(alert).toContainText('Nenhuma etiqueta encontrada')
  await expect(card('Bento Luz')).toBeFocused()
  await expect(card('Bento Luz', 'Novo')).toHaveCount(0)
  expect(await tagsOf(ticketId)).toEqual([])
  // A colleague moves it.
  await desk.parts.carla.call('changeTicket', { ticketId, tagIds: [stages.Novo.id] })
  await expect(card('Bento Luz', 'Novo')).toBeVisible()
  await desk.parts.carla.call('changeTicket', { ticketId, status: 'closed', silent: true })
  await expect(card('Bento Luz', 'Novo')).toHaveCount(0)
})

test('a finger that rests on a card moves it, on a tablet and on a phone, and one that swipes scrolls', async ({
  browser,
}) => {
  const ticketId = await waiting('Elis Nunes')
  const page = await onTouchScreen(browser, 800)
  const proposta = page.getByRole('heading', { name: 'Proposta' })
  const left = async () => (await proposta.boundingBox())?.x ?? 0
  const elis = (stage: string) =>
    page.locator(`section[aria-label^="${stage}, "]`).getByRole('link', { name: /Elis Nunes/ })
  const ghost = page.locator('[aria-hidden]').filter({ hasText: /^Elis Nunes$/ })
  const finger = new Finger(await page.context().newCDPSession(page))
  await expect(elis('Sem etapa')).toBeVisible()
  await expectInOrder(page, 'the kanban on a tablet')
  const begun = await left()
  await finger.swipe(elis('Sem etapa'), -200)
  await expect.poll(left).toBeLessThan(begun)
  await elis('Sem etapa').scrollIntoViewIfNeeded()
  await finger.down(elis('Sem etapa'))
  await expect(ghost).toBeVisible()
  await finger.moveOver(page.getByRole('heading', { name: 'Novo' }))
  await finger.up()
  await expect(elis('Novo')).toBeVisible()
  await hasTags(ticketId, stages.Novo)

  await page.setViewportSize({ width: 360, height: 740 })
  // A menu that opens before the phone's page is drawn may stay hidden.
  await expect(elis('Novo')).toHaveCount(0)
  await framesLater(page)
  await choose(page, 'Etapa', 'Novo')
  await finger.down(elis('Novo'))
  await expect(ghost).toBeVisible()
  await finger.up()
  await expect(ghost).toHaveCount(0)
  await finger.down(elis('Novo'))
  await expect(ghost).toBeVisible()
  await finger.moveOver(page.getByText('Mover para Proposta'))
  await finger.up()
  await expect(elis('Novo')).toHaveCount(0)
  await hasTags(ticketId, stages.Proposta)
  await expect(page).toHaveURL(/\/kanban/)
})

for (const look of EVERY_LOOK)
  test(`the kanban is in order on ${look}`, async () => {
    await lookFrom(ana, look)
    const name = look === 'a desk' ? 'Caio Prado' : 'Dora Lins'
    const ticketId = await waiting(name)
    await desk.parts.admin.call('changeTicket', { ticketId, tagIds: [stages.Novo.id] })
    await showsKanban()
    if (look === 'a phone in the dark') {
      await expect(column('Sem etapa')).toBeVisible()
      await choose(ana, 'Etapa', 'Novo')
      await expect(column('Sem etapa')).toHaveCount(0)
    }
    await expect(card(name, 'Novo')).toBeVisible()
    await expectInOrder(ana, 'the kanban')
    await ana.getByRole('button', { name: `Mover ${name} para…` }).click()
    await ana.getByRole('menuitem', { name: 'Mover para Proposta' }).click()
    await hasTags(ticketId, stages.Proposta)
    await expect(card(name, 'Novo')).toHaveCount(0)
  })

test('an admin mutes a group, and everybody reads it in the list and above the conversation', async ({
  browser,
}) => {
  await lookFrom(ana, 'a desk')
  const { admin, people, queues } = desk.parts
  const members = [desk.newCustomer(), SHOP]
  const { id } = await admin.simulator<{ id: string }>('POST', '/groups', { subject: 'Obra do Sul', members })
  await admin.simulator('POST', `/phones/${desk.customer}/messages`, { to: id, text: 'Chegou a areia' })
  await ana.goto(`${system.origin}/tickets?tab=grupos`)
  const row = ana.getByRole('link', { name: /Obra do Sul/ })
  await row.click()
  await expect(ana.getByRole('switch', { name: 'Silenciar grupo' })).toHaveCount(0)
  const boss = await principals.person(people.ana.companyId)
  const page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, boss)
  await page.goto(ana.url())
  await page.getByRole('button', { name: 'Ver dados do contato' }).click()
  await page.getByRole('switch', { name: 'Silenciar grupo' }).press('Space')
  await expect(row.getByRole('img', { name: 'Silenciado' })).toBeVisible()
  await expect(ana.getByRole('main').getByRole('img', { name: 'Silenciado' })).toHaveCount(2)
  await expect(ana.getByRole('tab', { name: 'Grupos' })).toHaveText('Grupos')
  await expectInOrder(page, 'the settings of a group')
  await choose(page, 'Filas que veem este grupo', 'Financeiro')
  await expect(row).toHaveCount(0)
  const [ticket] = await desk.ticketsIn(admin, 'grupos', `group-${id.replace('@g.us', '')}`)
  expect(ticket?.group).toEqual({ muted: true, queueIds: [queues.Financeiro] })
})

/** Carla's kanban on a screen for fingers. Ana is signed in elsewhere. */
async function onTouchScreen(browser: Browser, width: number): Promise<Page> {
  const viewport = { width, height: 740 }
  const page = await (await browser.newContext({ hasTouch: true, isMobile: true, viewport })).newPage()
  await enterAs(page, system.origin, desk.parts.people.carla, '/kanban')
  return page
}

interface Point {
  x: number
  y: number
}

/** A finger that goes down, moves and goes up. Playwright's own only taps. */
class Finger {
  readonly #session: CDPSession
  #at = { x: 0, y: 0 }

  constructor(session: CDPSession) {
    this.#session = session
  }

  async down(on: Locator): Promise<void> {
    this.#at = await middleOf(on)
    await this.#touch('touchStart', [this.#at])
  }

  async moveOver(over: Locator): Promise<void> {
    await this.#moveTo(await middleOf(over))
  }

  /** At once, so that even on a busy machine the finger does not rest. */
  async swipe(on: Locator, x: number): Promise<void> {
    const from = await middleOf(on)
    this.#at = from
    await Promise.all([this.#touch('touchStart', [from]), this.#moveTo({ x: from.x + x, y: from.y })])
    await this.up()
  }

  /** In steps, as a finger moves. */
  async #moveTo({ x, y }: Point): Promise<void> {
    const from = this.#at
    this.#at = { x, y }
    const along = (part: number) => ({ x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part })
    await Promise.all([0.1, 0.3, 0.5, 0.7, 0.9, 1].map((part) => this.#touch('touchMove', [along(part)])))
  }

  up = (): Promise<void> => this.#touch('touchEnd', [])

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
}

async function middleOf(locator: Locator): Promise<Point> {
  await expect(locator).toBeVisible()
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not in view')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
