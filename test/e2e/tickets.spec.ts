import { expect, type Page } from '@playwright/test'
import { messageWrites } from '@recado/shared/conversations/message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem, test } from './shared-system.ts'
import { EVERY_LOOK, enterAs, expectInOrder, lookFrom } from './steps.ts'

const SHOP = '5511900000301'
const { system, principals } = sharedSystem()
let company: string
let admin: ApiClient
let connectionId: string
/** Two attendants of the same queue, each at a computer. */
let [ana, carla] = [] as unknown as [Page, Page]
let next = 0

test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  const { id: queueId } = await admin.call('createTicketQueue', { name: 'Vendas', color: '#119911' })
  const { id: whatsappId } = await admin.linkedConnection(SHOP)
  connectionId = whatsappId
  await admin.call('updateConnection', { whatsappId, name: 'Loja', queueIds: [queueId] })
  const attendant = async (name: string): Promise<Page> => {
    const person = await principals.person(company, { profile: 'user', name })
    await admin.call('updateUser', { userId: person.id, name, email: person.email, queueIds: [queueId] })
    const page = await (await browser.newContext()).newPage()
    await enterAs(page, system.origin, person, '/tickets')
    return page
  }
  ana = await attendant('Ana Lima')
  carla = await attendant('Carla Dias')
})

/** A customer with a name of their own, so that each test finds its own row. */
async function aCustomer(): Promise<{
  name: string
  number: string
  writes(text: string): Promise<unknown>
}> {
  next += 1
  const [name, number] = [`Cliente ${'ABCDEFGHIJKL'[next]}`, `55119558${String(30_000 + next)}`]
  await admin.simulator('POST', '/phones', { number, name })
  const writes = (text: string) => admin.simulator('POST', `/phones/${number}/messages`, { to: SHOP, text })
  return { name, number, writes }
}
const phoneGets = (number: string, text: string) =>
  eventually(`the phone gets “${text}”`, async () =>
    (await admin.messagesOf(number)).find((message) => message.text === text),
  )
const ticketOf = (number: string): Promise<Ticket> =>
  eventually(`there is an open ticket with ${number}`, async () =>
    (await admin.call('listTickets', { all: 'true' })).records.find(({ chat }) => chat === number),
  )
/** Chooses a day, and replaces its hour by typing. The first click meets a field that has the focus. */
async function typesAnHour(page: Page): Promise<void> {
  await page.getByLabel('Data e hora').click()
  await page.locator('td').getByRole('button', { disabled: false }).last().click()
  const [hours, minutes] = [page.getByLabel('horas'), page.getByLabel('minutos')]
  await expect(hours).toBeFocused()
  await hours.click()
  await page.keyboard.type('0930')
  await expect(hours).toHaveValue('09')
  await expect(minutes).toHaveValue('30')
  await page.keyboard.press('Enter')
  // The field has the focus again, and its calendar opens at the chosen day, with the typed time.
  await expect(page.getByLabel('Data e hora')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('td button[data-selected]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(hours).toBeFocused()
  await expect(hours).toHaveValue('09')
  await page.keyboard.type('23')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Data e hora')).toHaveText(/09:30$/)
}
/** Later messages, so many that the earlier ones are on older pages. */
async function buries(number: string, count: number): Promise<void> {
  const table = principals.tenant(company)
  const now = Date.now()
  for (let index = 0; index < count; index++)
    await table.transact(
      messageWrites({
        connectionId,
        chat: number,
        messageId: `${number}-${index}`,
        at: new Date(now + index).toISOString(),
        fromMe: false,
        content: { type: 'text', text: `Mensagem ${index}` },
      }),
    )
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const conversation = (page: Page) => page.getByRole('main')
const composer = (page: Page) => page.getByPlaceholder('Escreva uma mensagem')

/** Opens a waiting customer's ticket. */
async function opens(page: Page, name: string): Promise<void> {
  await tab(page, 'Aguardando').click()
  await page.getByText(name, { exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Aceitar', exact: true })).toBeVisible()
}
async function accepts(page: Page, name: string): Promise<void> {
  await opens(page, name)
  await page.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await expect(composer(page)).toBeVisible()
}

test('of two who accept at once one attends, and the other reads who', async () => {
  const customer = await aCustomer()
  await customer.writes('Bom dia!')
  await opens(ana, customer.name)
  await opens(carla, customer.name)
  // The first one's live event may take the other's button away: then that click has no button.
  await Promise.allSettled(
    [ana, carla].map((page) =>
      page.getByRole('button', { name: 'Aceitar', exact: true }).click({ timeout: 5_000 }),
    ),
  )
  const told = (page: Page) => page.getByText(/está atendendo (este contato|agora)/).first()
  await expect.poll(async () => (await told(ana).isVisible()) !== (await told(carla).isVisible())).toBe(true)
  const [winner, other] = (await told(carla).isVisible()) ? [ana, carla] : [carla, ana]
  await composer(winner).fill('Bom dia, como posso ajudar?')
  await composer(winner).press('Enter')
  await phoneGets(customer.number, 'Bom dia, como posso ajudar?')
  await expect(conversation(other).getByText('Bom dia, como posso ajudar?').first()).toBeVisible()
})

test('an answer shows its ticks, and a draft survives a reload', async () => {
  const customer = await aCustomer()
  await customer.writes('Vocês entregam?')
  await accepts(ana, customer.name)
  await composer(ana).fill('Entregamos, sim.')
  await composer(ana).press('Enter')
  await expect(conversation(ana).getByText('Entregamos, sim.').first()).toBeVisible()
  await expect(ana.getByRole('img', { name: /Entregue/ }).last()).toBeVisible()
  await composer(ana).fill('E também no sáb')
  // At once, and so before the server has it.
  await ana.reload()
  await expect(composer(ana)).toHaveValue('E também no sáb')
  // The list shows a draft as soon as its conversation is left, and no longer once the text is gone.
  const drafted = ana.getByRole('link', { name: new RegExp(customer.name) })
  await expect(drafted).not.toContainText('Rascunho:')
  await ana.keyboard.press('Escape')
  await expect(drafted).toContainText('Rascunho: E também no sáb')
  await drafted.click()
  await composer(ana).fill('')
  await ana.keyboard.press('Escape')
  await expect(drafted).not.toContainText('Rascunho:')
})

test('a note that is left, or whose ticket becomes the writer’s, stays a note', async () => {
  const customer = await aCustomer()
  await customer.writes('Tem no estoque?')
  await accepts(ana, customer.name)
  const note = (page: Page) => page.getByPlaceholder('Nota para a equipe: só a equipe vê')
  await ana.getByRole('button', { name: 'Escrever nota' }).click()
  await note(ana).fill('Cobrar mais caro')
  await tab(ana, 'Aguardando').click()
  await expect(note(ana)).toBeHidden()
  await ana.goBack()
  await expect(note(ana)).toHaveValue('Cobrar mais caro')
  // A colleague writes a note beside the conversation, and gets the ticket before it is saved.
  const { id: ticketId, uuid } = await ticketOf(customer.number)
  await carla.goto(`${system.origin}/tickets/${uuid}`)
  await note(carla).fill('O chefe disse 40')
  const attendants = await admin.call('listAttendants')
  const userId = attendants.find(({ name }) => name === 'Carla Dias')?.id ?? ''
  await admin.call('changeTicket', { ticketId, userId })
  await expect(carla.getByRole('button', { name: 'Aceitar', exact: true })).toBeVisible()
  await expect(note(carla)).toHaveValue('O chefe disse 40')
  await note(carla).press('Enter')
  await expect(conversation(carla).getByText('O chefe disse 40').first()).toBeVisible()
  await expect(composer(carla)).toHaveValue('')
  expect((await admin.messagesOf(customer.number)).map(({ text }) => text)).not.toContain('O chefe disse 40')
})

test('a ticket marked as unread while it is open stays unread', async () => {
  const customer = await aCustomer()
  await customer.writes('Bom dia!')
  await accepts(ana, customer.name)
  const unread = async () => (await ticketOf(customer.number)).unread
  await expect.poll(unread).toBe(0)
  await expect(tab(ana, 'Atendendo')).toHaveAttribute('aria-selected', 'true')
  await ana.reload()
  await expect(composer(ana)).toBeVisible()
  const calls: string[] = []
  ana.on('request', (request) => request.url().endsWith('/read') && calls.push(request.url()))
  await composer(ana).press('Alt+KeyU')
  await expect(ana.getByRole('link', { name: new RegExp(customer.name) })).toContainText('1')
  // An answer later, nothing has marked it as read again.
  await composer(ana).fill('Já vejo')
  await composer(ana).press('Enter')
  await phoneGets(customer.number, 'Já vejo')
  expect(calls).toHaveLength(1)
})

test('an attendant signs answers, and the browser remembers it', async () => {
  const customer = await aCustomer()
  await customer.writes('Quem fala?')
  await accepts(ana, customer.name)
  const signs = ana.getByRole('button', { name: 'Assinar com meu nome' })
  await expect(signs).toHaveAttribute('aria-pressed', 'false')
  await signs.click()
  await ana.reload()
  await expect(signs).toHaveAttribute('aria-pressed', 'true')
  await composer(ana).fill('Sou eu')
  await composer(ana).press('Enter')
  await phoneGets(customer.number, '*Ana:*\nSou eu')
  await ana.getByRole('button', { name: 'Escrever nota' }).click()
  await expect(signs).toBeHidden()
  await ana.keyboard.press('Escape')
  await signs.click()
  await composer(ana).fill('E assim, sem nome')
  await composer(ana).press('Enter')
  await phoneGets(customer.number, 'E assim, sem nome')
})

test('a search finds contacts, tickets and messages, and opens a conversation at an old message', async () => {
  const customer = await aCustomer()
  await customer.writes('Tenho uma geladeira azul de ontem')
  await accepts(ana, customer.name)
  const open = await ticketOf(customer.number)
  await buries(customer.number, 70)
  await ana.goto(`${system.origin}/tickets?tab=aguardando`)
  await expect(tab(ana, 'Aguardando')).toHaveAttribute('aria-selected', 'true')
  const field = ana.getByRole('searchbox', { name: 'Buscar contatos, protocolos e mensagens' })
  await ana.keyboard.press('/')
  await expect(field).toBeFocused()
  await ana.keyboard.type('GELADEIRA de')
  const messages = ana.getByRole('region', { name: 'Mensagens', exact: true })
  await expect(messages.locator('mark')).toHaveText('geladeira')
  await expect(ana.getByText(/Palavras com menos de três letras .*: de/)).toBeVisible()
  await expectInOrder(ana, 'results of a search')
  await ana.keyboard.press('ArrowDown')
  await expect(messages.getByRole('link')).toBeFocused()
  await ana.keyboard.press('Enter')
  const old = conversation(ana).getByText('Tenho uma geladeira azul de ontem').last()
  await expect(old).toBeInViewport()
  await expect(conversation(ana).getByText('Mensagem 69', { exact: true })).toHaveCount(0)
  await expect(ana).toHaveURL(/q=GELADEIRA/)
  await ana.getByRole('button', { name: 'Fim da conversa' }).click()
  await expect(conversation(ana).getByText('Mensagem 69', { exact: true })).toBeInViewport()

  await field.fill(open.protocol)
  const tickets = ana.getByRole('region', { name: 'Atendimentos', exact: true })
  await expect(tickets.locator('mark')).toHaveText(open.protocol)
  await field.fill(customer.name)
  const contacts = ana.getByRole('region', { name: 'Contatos', exact: true })
  await expect(contacts.locator('mark')).toHaveText(customer.name)
  await expect(contacts.getByRole('link')).toHaveAttribute('href', /\/contacts\//)
  await field.fill('xyzabc')
  await expect(ana.getByText('Nada encontrado para “xyzabc”')).toBeVisible()
  await field.press('Escape')
  await expect(field).toHaveValue('')
  await expect(tab(ana, 'Aguardando')).toHaveAttribute('aria-selected', 'true')
  await expect(ana).not.toHaveURL(/q=/)
})

test('a search that fails says so, and is tried again', async () => {
  const field = ana.getByRole('searchbox', { name: 'Buscar contatos, protocolos e mensagens' })
  await ana.route('**/api/search*', (route) => route.abort())
  await field.fill('nada disso')
  const problem = ana.getByRole('alert')
  await expect(problem).toBeVisible()
  await ana.unroute('**/api/search*')
  await problem.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(ana.getByText('Nada encontrado para “nada disso”')).toBeVisible()
  await field.press('Escape')
})

test('an attendant begins a conversation with a number, puts it off, and a colleague reads who attends', async () => {
  const { number } = await aCustomer()
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Nova conversa' })
  const begins = async (page: Page) => {
    await expect(page.getByRole('button', { name: 'Nova conversa' })).toBeVisible()
    await page.keyboard.press('Alt+KeyC')
    // The number is not chosen from the list, but typed.
    await page.getByRole('combobox', { name: 'Contato ou número' }).fill(`+${number}`)
    await dialog(page).getByRole('button', { name: 'Iniciar conversa' }).click()
  }
  const before = ana.url()
  // A choice is forgotten when something else is typed, and words without a choice stay.
  const other = await aCustomer()
  await other.writes('Oi')
  await accepts(carla, other.name)
  await ana.keyboard.press('Alt+KeyC')
  const field = ana.getByRole('combobox', { name: 'Contato ou número' })
  await field.fill(other.name)
  await ana.getByRole('option', { name: other.name }).click()
  await expect(field).toHaveValue(new RegExp(other.name))
  await field.fill('Cli')
  await dialog(ana).getByRole('button', { name: 'Iniciar conversa' }).click()
  await expect(dialog(ana)).toContainText('Escolha um contato ou digite um número')
  await expect(field).toHaveValue('Cli')
  await dialog(ana).getByRole('button', { name: 'Cancelar' }).click()
  await begins(ana)
  // Until then the conversation of before is on the screen.
  await expect(ana).not.toHaveURL(before)
  await expect(composer(ana)).toBeVisible()
  await composer(ana).fill('Olá, aqui é da loja.')
  await composer(ana).press('Enter')
  await phoneGets(number, 'Olá, aqui é da loja.')
  await begins(carla)
  await expect(dialog(carla).getByRole('alert')).toContainText('Ana Lima já está atendendo este contato.')
  await dialog(carla).getByRole('link', { name: 'Abrir atendimento' }).click()
  await expect(conversation(carla).getByText('Olá, aqui é da loja.').first()).toBeVisible()
  // Put off, the ticket stands in a tab of its own.
  await conversation(ana).getByRole('button', { name: 'Ações', exact: true }).click()
  await ana.getByRole('menuitem', { name: 'Adiar' }).click()
  await typesAnHour(ana)
  await ana.getByRole('button', { name: 'Por 1 hora' }).click()
  await tab(ana, 'Adiados').click()
  await expect(ana.getByRole('list', { name: 'Atendimentos' })).toContainText('adiado até')
  // The menu folds on the desk, and the browser remembers it.
  await ana.getByRole('button', { name: 'Recolher menu' }).click()
  await ana.reload()
  await expect(ana.getByRole('link', { name: 'Contatos', exact: true })).toBeVisible()
  await ana.getByRole('button', { name: 'Expandir menu' }).click()
  // A narrow window has a choice of its own, and begins with a folded menu.
  const { width = 1280, height = 720 } = ana.viewportSize() ?? {}
  await ana.setViewportSize({ width: 1000, height })
  await expect(ana.getByRole('button', { name: 'Expandir menu' })).toBeVisible()
  await ana.setViewportSize({ width, height })
  await expect(ana.getByRole('button', { name: 'Recolher menu' })).toBeVisible()
  await ana
    .getByRole('list', { name: 'Atendimentos' })
    .getByRole('button', { name: /^Mais ações/ })
    .click()
  await ana.getByRole('menuitem', { name: 'Encerrar adiamento' }).click()
  await expect(tab(ana, 'Atendendo')).toBeVisible()
  await tab(ana, 'Atendendo').click()
})

test('a ticket with an unseen message is not resolved without a warning', async () => {
  const customer = await aCustomer()
  await customer.writes('Quero cancelar')
  await accepts(carla, customer.name)
  // Its event does not come in time: the page still shows one message.
  await carla.context().setOffline(true)
  await customer.writes('Não, esperem!')
  await eventually('it came', async () => {
    const { records } = await admin.call('listTickets', { all: 'true' })
    return records.some(({ chat, inboundSeq }) => chat === customer.number && inboundSeq === 2)
  })
  await carla.context().setOffline(false)
  await carla.getByRole('button', { name: 'Resolver', exact: true }).click()
  const warned = carla.getByRole('dialog', { name: 'Chegou 1 mensagem' })
  const resolved = carla.getByText('Este atendimento foi resolvido.')
  // The page may have caught up before the click: then the message was seen.
  await expect(warned.or(resolved)).toBeVisible()
  if (await warned.isVisible()) await warned.getByRole('button', { name: 'Resolver assim mesmo' }).click()
  await expect(resolved).toBeVisible()
})

for (const look of EVERY_LOOK)
  test(`list and conversation are in order: ${look}`, async () => {
    const customer = await aCustomer()
    await customer.writes('Tem estacionamento?')
    await lookFrom(ana, look)
    await ana.goto(`${system.origin}/tickets?tab=aguardando`)
    await expect(ana.getByText(customer.name, { exact: true }).first()).toBeVisible()
    await expectInOrder(ana, 'the list')
    await ana.getByText(customer.name, { exact: true }).first().click()
    await expect(conversation(ana).getByText('Tem estacionamento?').first()).toBeVisible()
    await expectInOrder(ana, 'a waiting ticket')
    await ana.getByRole('button', { name: 'Aceitar', exact: true }).first().click()
    await expect(composer(ana)).toBeVisible()
    await expectInOrder(ana, 'an open ticket')
  })
