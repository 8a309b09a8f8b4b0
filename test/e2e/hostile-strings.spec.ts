import { expect, type Page, type Request, test } from '@playwright/test'
import { putAnnouncement } from '@recado/shared/announcements/store'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { putConnection } from '@recado/shared/connections/store'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { putList } from '@recado/shared/contact-lists/store'
import { messageWrite } from '@recado/shared/conversations/message'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { newId } from '@recado/shared/ids'
import { platformTable } from '@recado/shared/table/platform'
import type { TenantTable } from '@recado/shared/table/tenant'
import { internalMessage } from '@recado/shared/tickets/store/internal-message'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { putUser } from '@recado/shared/users/store'
import { aCampaign, aCompany, aConnection, aContactList, aTicket } from '../support/builders.ts'
import { hostileStrings } from '../support/hostile-strings.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'
import { end, enterAs, framesLater, goTo } from './steps.ts'

const ALL = hostileStrings()
const NAME_LENGTH = 50
const NAMES = ALL.filter((text) => text.length <= NAME_LENGTH)
/** A page counts as tested if it showed nearly all texts: a trimmed text looks different. */
const SEEN_AT_LEAST = 0.9
/** Texts of one previewed message. */
const LINES = 8
/** A window that shows long lists in few turns. */
const TALL = { width: 1280, height: 2400 }

let system: RunningSystem
let principals: Principals
let page: Page
let operator: Person
let company: string
let shop: string
let listId: string
/** The address of a ticket. */
const conversation = crypto.randomUUID()
let reportOf: string
/** The texts that were executed. */
const alive: string[] = []
/** Calls of the page without an answer yet. */
const pending = new Set<Request>()

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  principals = new Principals(system)
  company = await principals.company({ name: NAMES[0] ?? '' })
  operator = await principals.person(company, { isSuper: true })
  await store(principals.tenant(company))
  await storeOfPlatform()
  page = await (await browser.newContext({ viewport: TALL })).newPage()
  await watch(page)
  await enterAs(page, system.origin, operator)
})
test.afterAll(({ browser }) => end(browser, system))

/** Records every sign of an executed text. */
async function watch(on: Page): Promise<void> {
  on.on('dialog', (dialog) => {
    alive.push(`a dialog: ${dialog.message()}`)
    return dialog.dismiss()
  })
  on.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    if (`${host}${pathname}`.includes('hostile')) alive.push(`a request for ${request.url()}`)
    if (request.url().includes('/api/')) pending.add(request)
  })
  on.on('requestfinished', (request) => pending.delete(request))
  on.on('requestfailed', (request) => pending.delete(request))
  // The end of a call is not always told when its page is left.
  on.on('response', (response) => {
    if (response.request().isNavigationRequest()) pending.clear()
  })
  await on.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    (globalThis.refusals ??= []).push(event.violatedDirective + ' ' + event.blockedURI) })`)
}

/** Unexpected elements in the page. */
const TRACES = `[
  ...[...document.querySelectorAll('[data-h]')].map(({ outerHTML }) => 'an element: ' + outerHTML.slice(0, 200)),
  ...(globalThis.refusals ?? []).map((refusal) => 'refused by the policy: ' + refusal),
  ...(globalThis.h === undefined ? [] : ['a script that ran']),
  ...(({}).h === undefined ? [] : ['a changed prototype']),
]`

const PAGE = `document.querySelector('[role=dialog] [data-scrollbars], [role=dialog]') ?? document.scrollingElement`
/** Whether the end of a list is in sight that has another page. */
const MORE = `[...document.querySelectorAll('[data-more]')]
  .some((end) => end.getBoundingClientRect().top <= innerHeight + 100)`
/**
 * Scrolls, down unless a negative share of the window is given. Answers whether there was anything to scroll, or there is
 * another page.
 */
const scroll = (element: string, share = 0.8) => `(() => {
  const scrolled = ${element}
  const before = scrolled.scrollTop
  scrolled.scrollBy(0, innerHeight * ${share})
  return scrolled.scrollTop !== before || ${MORE}
})()`
/** No page takes more turns from its top to its end. */
const MOST_TURNS = 300
/** What a page without an end shows. */
const PLACE = `JSON.stringify({
  at: scrollY, of: document.documentElement.scrollHeight, url: location.href,
  alerts: [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
  ends: [...document.querySelectorAll('[data-more]')].map((end) => end.getBoundingClientRect().top),
})`
const plain = (text: string) => text.replace(/[\\s\\u0000-\\u001f\\u200b]+/gu, '')

/** Scrolls through a page to its end. @returns all its text, without blanks */
async function readThrough(scrolling = scroll(PAGE)): Promise<string> {
  const read = new Set<string>()
  for (let atEnd = 0, turn = 0; atEnd < 2; turn++) {
    if (turn > MOST_TURNS) throw new Error(`No end after ${turn} turns: ${await page.evaluate(PLACE)}`)
    await expect.poll(() => pending.size).toBe(0)
    await framesLater(page)
    const text = await page.evaluate<string>(
      `[...document.querySelectorAll('input, textarea')].map(({ value }) => value).join(' ') + document.body.innerText`,
    )
    read.add(plain(text))
    atEnd = (await page.evaluate<boolean>(scrolling)) || pending.size > 0 ? 0 : atEnd + 1
  }
  return [...read].join(' ')
}

async function expectDead(where: string): Promise<void> {
  expect(await page.evaluate<string[]>(TRACES), where).toEqual([])
  expect(alive, where).toEqual([])
}

async function expectShownAndDead(
  where: string,
  texts: readonly string[],
  scrolling?: string,
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const read = await readThrough(scrolling)
  const seen = texts.filter((text) => read.includes(plain(text)))
  expect(seen.length, `${where}: texts that were seen`).toBeGreaterThanOrEqual(texts.length * SEEN_AT_LEAST)
  await expectDead(where)
}

/** One entity of each kind, for each of the texts. */
async function store(table: TenantTable): Promise<void> {
  const { companyId } = table
  const now = new Date().toISOString()
  const connection = aConnection({
    companyId,
    name: NAMES[1] ?? '',
    wanted: 'closed',
    status: 'DISCONNECTED',
  })
  shop = connection.id
  await putConnection(table, connection)
  const contacts = NAMES.map((name, at) => ({ name, number: numberOf(at), var1: ALL[at] ?? '', email: '' }))
  listId = await aListOf(table, contacts)
  reportOf = await aLedger(table, shop, contacts, {
    name: NAMES[2] ?? '',
    message1: ALL.slice(0, 5).join('\n'),
  })
  for (const [at, text] of NAMES.entries()) {
    await putList(table, aContactList({ companyId, name: text, searchName: text.toLowerCase() }))
    await putCampaign(table, aCampaign({ companyId, name: text, whatsappId: shop, message1: ALL[at] ?? '' }))
    await putConnection(
      table,
      aConnection({ companyId, name: text, wanted: 'closed', status: 'DISCONNECTED' }),
    )
    const evidence = { text: ALL[at] ?? '', at: now, whatsappId: shop }
    await putBlock(table, {
      id: newId(),
      name: text,
      number: numberOf(at + 1000),
      origin: 'OPT_OUT',
      evidence,
      createdAt: now,
    })
    await putUser(table, {
      id: newId(),
      companyId,
      profile: 'user',
      super: false,
      name: text,
      createdAt: now,
      email: `pessoa${at}@hostil.test`,
      passwordHash: null,
    })
  }
  await storeDesk(table)
  for (const [at, subject] of ALL.entries()) {
    const group = { connectionId: shop, groupId: `12036300000${at}`, subject, addressing: 'pn' as const }
    const listing = { connectionName: 'Loja', orphans: new Map<string, string>() }
    await keepGroup(table, { ...group, members: [], updatedAt: now }, listing)
  }
}

/** Tickets of hostile names, one of them with a conversation of hostile notes and files. */
async function storeDesk(table: TenantTable): Promise<void> {
  for (const [at, name] of NAMES.entries())
    await writeTicket(
      table,
      undefined,
      aTicket({
        id: newId(),
        uuid: crypto.randomUUID(),
        whatsappId: shop,
        chat: numberOf(at + 2000),
        status: 'open',
        userId: operator.id,
        name,
      }),
    )
  const ticket = aTicket({
    id: newId(),
    whatsappId: shop,
    chat: numberOf(9999),
    status: 'open',
    userId: operator.id,
  })
  await writeTicket(table, undefined, { ...ticket, uuid: conversation })
  for (const [at, text] of ALL.entries()) {
    const note = { type: 'note' as const, text, mentions: [] }
    const document = {
      type: 'document' as const,
      fileName: text,
      caption: text,
      media: { state: 'GONE' as const, key: null, mimetype: 'text/plain', bytes: 1 },
    }
    const moment = new Date(Date.now() + at).toISOString()
    const message = internalMessage(ticket, note, moment, 0, {
      userId: operator.id,
      userName: NAMES[at] ?? text,
    })
    await table.transact([
      messageWrite(at % 5 ? message : { ...message, internal: undefined, content: document }),
    ])
  }
}

const numberOf = (at: number) => `55119876${String(50_000 + at)}`

async function storeOfPlatform(): Promise<void> {
  const platform = platformTable(principals.table)
  const now = new Date().toISOString()
  for (const name of NAMES) await foundCompany(principals, aCompany({ name }))
  for (const [at, text] of ALL.entries()) {
    await putAnnouncement(platform, {
      id: newId(),
      title: text,
      text: ALL.at(-at) ?? text,
      priority: 3,
      status: true,
      mediaName: null,
      mediaPath: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
  }
}

test('the hostile texts are executed in a careless page', async ({ browser }) => {
  const careless = await (await browser.newContext()).newPage()
  const lives = await careless.evaluate<number>(`(() => {
    const strings = ${JSON.stringify(ALL)}
    return strings.filter((text) => {
      const holder = document.createElement('div')
      holder.innerHTML = text
      return holder.querySelector('[data-h]') !== null
    }).length
  })()`)
  await careless.close()
  expect(ALL.length).toBeGreaterThanOrEqual(200)
  expect(lives).toBeGreaterThanOrEqual(120)
})

test('the desk of hostile names, notes and files stays text', async () => {
  await page.goto(`${system.origin}/tickets`)
  const list = `document.querySelector('[aria-label="Atendimentos"][style]').parentElement`
  await expect(page.getByRole('list', { name: 'Atendimentos' })).toBeVisible()
  await expectShownAndDead('tickets', NAMES, scroll(list))
  await page.goto(`${system.origin}/tickets/${conversation}`)
  await expect(page.getByRole('log').getByRole('article').first()).toBeVisible()
  await expectShownAndDead('a conversation', ALL, scroll(`document.querySelector('[role=log]')`, -0.8))
})

const LISTS = [
  ['connections', '/connections', NAMES],
  ['campaigns', '/campaigns', NAMES],
  ['contact lists', '/contact-lists', NAMES],
  ['group lists', '/group-lists', NAMES],
  ['groups', '/groups', ALL],
  ['blocked contacts', '/contact-blocks', NAMES],
  ['users', '/users', NAMES],
  ['companies', '/settings?tab=companies', NAMES],
  ['announcements', '/announcements', ALL],
] as const

for (const [what, path, texts] of LISTS)
  test(`${what} of hostile names stay text`, async () => {
    await page.goto(system.origin + path)
    await expectShownAndDead(what, texts)
  })

test('contacts with hostile variables, and the report of their messages, stay text', async () => {
  await page.goto(`${system.origin}/contact-lists/${listId}/contacts`)
  await expectShownAndDead('contacts', NAMES)
  await page.goto(`${system.origin}/campaign/${reportOf}/report`)
  await expectDead('the report')
  await page.getByRole('table', { name: 'Destinatários' }).hover()
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(0, 900)
    await framesLater(page)
  }
  await expectDead('the report')
})

test('a hostile message stays text in its preview, with any formatting', async () => {
  await page.goto(`${system.origin}/campaigns/new`)
  const message = page.getByRole('textbox', { name: 'Texto da mensagem 1' })
  // Formatting ends with its line.
  for (let at = 0; at < ALL.length; at += LINES) {
    const text = ALL.slice(at, at + LINES).join('\n')
    await message.fill(text)
    await framesLater(page)
    await expectDead(`the preview of ${text}`)
  }
  // Unsaved text asks before the page is left.
  await message.fill('')
})

test('hostile announcements stay text on every bell', async () => {
  await page.goto(`${system.origin}/connections`)
  await page.getByRole('button', { name: /^Avisos/ }).click()
  await page.getByRole('tab', { name: 'Informativos' }).click()
  await expect.poll(() => pending.size).toBe(0)
  await expectDead('the bell')
})

test('hostile searches and invented URLs stay text', async () => {
  for (const text of ALL.filter((_, at) => at % 5 === 0)) {
    await goTo(page, `/contact-blocks?search=${encodeURIComponent(JSON.stringify(text))}`)
    await framesLater(page)
    await expect.poll(() => pending.size).toBe(0)
    await expectDead(`a search for ${text}`)
  }
})
