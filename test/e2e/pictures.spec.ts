import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import {
  DIALOGS,
  OPERATORS_PAGES,
  PAGES,
  PUBLIC_PAGES,
  RECORD_PAGES,
  type Records,
} from '../pictures/pages.ts'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { end, enterAs, expectInOrder, goTo, lookFrom } from './steps.ts'

/**
 * Each page and dialog of a new company, and each page of a record, beside its picture in `test/pictures/expected`: shows a style that reaches too
 * far, which no other test sees. `npm run pictures -- --keep` takes them anew after a change that is meant.
 */

let system: RunningSystem
/** Before any picture is compared, so that sessions never seem over. */
const TODAY = new Date('2026-11-20T15:00:00Z')
/** The app goes by the time of the server's answers, and without one by the browser's clock. */
const WITHOUT_SERVER_TIME = `const each = Headers.prototype.forEach
  Headers.prototype.forEach = function (read) {
    each.call(this, (value, name) => name === 'date' || read(value, name, this))
  }`
/** A plan that never ends, so that the pictures last. */
const DUE = '2099-12-31'
let page: Page
let operator: Page
/** Shows the records of a company at work. */
let atWork: Page
let records: Records
/** A page without a session. */
let visitor: Page
const SHOP = '5511944992001'
const CUSTOMERS = ['5511944992101', '5511944992102'] as const

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const principals = new Principals(system)
  const bare = async (): Promise<Page> => {
    const opened = await (await browser.newContext()).newPage()
    await opened.clock.setFixedTime(TODAY)
    await opened.addInitScript(WITHOUT_SERVER_TIME)
    await lookFrom(opened, 'a desk')
    return opened
  }
  const openFor = async (person: Person): Promise<Page> => {
    const opened = await bare()
    await enterAs(opened, system.origin, person, '/')
    return opened
  }
  const company = await principals.company({ name: 'Padaria Aurora', dueDate: DUE })
  const person = (name: string, email: string, isSuper: boolean) =>
    principals.person(company, { name, email, isSuper })
  page = await openFor(await person('Ana Lima', 'ana@aurora.test', false))
  operator = await openFor(await person('Olga Reis', 'olga@aurora.test', true))
  visitor = await bare()
  const busy = await principals.company({ name: 'Livraria Estrela', dueDate: DUE })
  const carla = await principals.person(busy, { name: 'Carla Dias', email: 'carla@estrela.test' })
  const { id: colleague } = await principals.person(busy, { name: 'Davi Melo', email: 'davi@estrela.test' })
  records = await fill(await principals.signIn(carla), colleague)
  atWork = await openFor(carla)
})

/** A campaign that reached two people, a conversation with one of them, and a chat of two colleagues. */
async function fill(admin: ApiClient, colleagueId: string): Promise<Records> {
  const { id: whatsappId } = await admin.linkedConnection(SHOP)
  const { id: contactListId } = await admin.newList('Clientes')
  await admin.addContacts(contactListId, CUSTOMERS)
  await admin.settings({ messageInterval: '0' })
  const { id: campaignId } = await admin.newCampaign({ whatsappId, contactListId })
  await admin.call('startCampaign', { campaignId })
  await admin.finished(campaignId)
  const [from] = CUSTOMERS
  await admin.simulator('POST', '/phones', { number: from, name: 'Bruno Sampaio' })
  await admin.simulator('POST', `/phones/${from}/messages`, { to: SHOP, text: 'Ainda tem?' })
  const ticket = await eventually('a customer waits', async () => {
    const { records } = await admin.call('listTickets', { tab: 'aguardando', all: 'true' })
    return records[0]
  })
  const chat = await admin.call('createChat', { userIds: [colleagueId] })
  await admin.call('sendChatMessage', { chatId: chat.id, clientId: randomUUID(), text: 'O pedido chegou?' })
  return {
    campaignId,
    contactListId,
    ticketUuid: ticket.uuid,
    contactId: ticket.contactId ?? '',
    chatId: chat.id,
  }
}
test.afterAll(({ browser }) => end(browser, system))

/** Moments, ids and durations, which other specs read. */
const CHANGING = 'time, tbody, .recharts-wrapper'
const CHANGING_TEXTS = [/^\d\d\/\d\d\/\d{4}$/, /\d{8}-\d{5}/, /^Finalizada em /]

async function looksLike(name: string, on = page): Promise<void> {
  await expect(on.getByRole('main')).not.toBeEmpty()
  // The styleguide shows these states themselves.
  if (name !== 'styleguide')
    await expect(on.locator('[aria-busy=true], [data-loading], .mantine-Skeleton-root')).toHaveCount(0)
  await expect(on).toHaveScreenshot(`${name}.png`, {
    mask: [on.locator(CHANGING), ...CHANGING_TEXTS.map((text) => on.getByText(text))],
    // Cards differ from the canvas by little: at the usual threshold, one on the other would pass.
    threshold: 0.02,
    maxDiffPixels: 300,
  })
}

for (const [name, path] of Object.entries(PAGES))
  test(`${name} looks as in its picture`, async () => {
    await goTo(page, path)
    await looksLike(name)
  })

for (const [name, path] of Object.entries(PUBLIC_PAGES))
  test(`${name} looks as in its picture`, async () => {
    await visitor.goto(system.origin + path)
    await looksLike(name, visitor)
  })

for (const [name, pathOf] of Object.entries(RECORD_PAGES))
  test(`${name} of a record looks as in its picture`, async () => {
    await goTo(atWork, pathOf(records))
    await looksLike(name, atWork)
  })

for (const [name, path] of Object.entries(OPERATORS_PAGES))
  test(`the operator’s ${name} looks as in its picture`, async () => {
    await goTo(operator, path)
    await looksLike(name, operator)
  })

for (const [name, path] of Object.entries(DIALOGS))
  test(`${name} looks as in its picture, and Escape closes it`, async () => {
    await goTo(page, path)
    await expect(page.getByRole('dialog')).toBeVisible()
    await looksLike(name)
    await expectInOrder(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

for (const name of ['dashboard', 'tickets', 'campaigns', 'campaign-form', 'connections'] as const)
  test(`${name} looks as in its picture on a phone in the dark`, async () => {
    await lookFrom(page, 'a phone in the dark')
    await goTo(page, PAGES[name])
    await looksLike(`${name}-phone`)
  })
