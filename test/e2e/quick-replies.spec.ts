import { expect, type Page } from '@playwright/test'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem, test } from './shared-system.ts'
import { EVERY_LOOK, enterAs, expectInOrder, lookFrom, openPage } from './steps.ts'

const SHOP = '5511944880301'
const { system, principals } = sharedSystem()
let admin: ApiClient
/** Two attendants of the same queue, each at a computer. */
let [ana, carla] = [] as unknown as [Page, Page]
let next = 0

test.beforeAll(async ({ browser }) => {
  const company = await principals.company()
  admin = await principals.signedIn(company)
  const { id: queueId } = await admin.call('createTicketQueue', { name: 'Vendas', color: '#119911' })
  const { id: whatsappId } = await admin.linkedConnection(SHOP)
  await admin.call('updateConnection', { whatsappId, name: 'Loja', queueIds: [queueId] })
  const reply = { scope: 'queue' as const, queueIds: [queueId] }
  await admin.call('createQuickReply', {
    ...reply,
    shortcode: 'entrega',
    message: '{primeiro_nome}, entregamos em dois dias. {atendente}',
  })
  await admin.call('createQuickReply', { ...reply, shortcode: 'boleto', message: 'O boleto vai por e-mail.' })
  const attendant = async (name: string): Promise<Page> => {
    const person = await principals.person(company, { profile: 'user', name })
    await admin.call('updateUser', { userId: person.id, name, email: person.email, queueIds: [queueId] })
    const page = await (await browser.newContext()).newPage()
    await enterAs(page, system.origin, person, '/')
    return page
  }
  ana = await attendant('Ana Lima')
  carla = await attendant('Carla Dias')
})

const PDF = Buffer.from('%PDF-1.4 tabela')
const composer = (page: Page) => page.getByPlaceholder('Escreva uma mensagem')
const replies = (page: Page) => page.getByRole('listbox', { name: 'Respostas rápidas' })

/** A customer writes, and an attendant accepts. */
async function attends(
  page: Page,
): Promise<{ name: string; number: string; writes(text: string): Promise<unknown> }> {
  next += 1
  const [name, number] = [`Rita ${'ABCDEFGH'[next]}`, `55119448${String(80_310 + next)}`]
  await admin.simulator('POST', '/phones', { number, name })
  const writes = (text: string) => admin.simulator('POST', `/phones/${number}/messages`, { to: SHOP, text })
  await writes('Vocês entregam?')
  await page.goto(`${system.origin}/tickets?tab=aguardando&all=true`)
  await page.getByText(name, { exact: true }).first().click()
  await page.getByRole('button', { name: 'Aceitar', exact: true }).first().click()
  await expect(composer(page)).toBeVisible()
  return { name, number, writes }
}

test('an attendant creates a quick reply of their own, and reads what is wrong with it', async () => {
  await openPage(ana, 'Respostas rápidas', 'Atendimentos')
  await ana.getByRole('button', { name: 'Nova resposta rápida' }).first().click()
  const dialog = ana.getByRole('dialog', { name: 'Nova resposta rápida' })
  await dialog.getByRole('textbox', { name: 'Atalho' }).fill('horario')
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Abrimos às 8h, {cliente}')
  await dialog.getByRole('button', { name: 'Criar resposta rápida' }).click()
  await expect(dialog.getByText('Há uma variável desconhecida ou uma chave sem fechar')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Abrimos às 8h, ')
  await dialog.getByRole('button', { name: 'Inserir {nome}', exact: true }).click()
  await dialog.getByRole('button', { name: 'Criar resposta rápida' }).click()
  await expect(dialog).toBeHidden()
  await expect(ana.getByText('/horario', { exact: true }).first()).toBeVisible()
  await expect(ana.getByText('Abrimos às 8h, {nome}').first()).toBeVisible()
  // An attendant changes their own replies only.
  await expect(ana.getByRole('button', { name: 'Editar horario' }).first()).toBeVisible()
  await expect(ana.getByText('/entrega', { exact: true }).first()).toBeVisible()
  await expect(ana.getByRole('button', { name: 'Editar entrega' })).toHaveCount(0)
})

test('a quick reply is chosen and sent by keyboard alone', async () => {
  const { number } = await attends(ana)
  await composer(ana).focus()
  await ana.keyboard.type('Oi! /')
  await expect(replies(ana).getByRole('option')).toHaveCount(3)
  await ana.keyboard.press('Escape')
  await expect(replies(ana)).toBeHidden()
  await expect(composer(ana)).toHaveValue('Oi! /')
  await ana.keyboard.press('Backspace')
  await ana.keyboard.type('/e-mail')
  await expect(replies(ana).getByRole('option')).toHaveText([/boleto/])
  await composer(ana).fill('')
  await ana.keyboard.type('/ent')
  await expect(replies(ana).getByRole('option', { selected: true })).toContainText('Rita, entregamos')
  await ana.keyboard.press('Enter')
  await expect(composer(ana)).toHaveValue('Rita, entregamos em dois dias. Ana Lima')
  await composer(ana).fill('/')
  await expect(replies(ana)).toBeVisible()
  await ana.keyboard.press('ArrowUp')
  await ana.keyboard.press('ArrowDown')
  await ana.keyboard.press('Tab')
  await expect(composer(ana)).not.toHaveValue('/')
  await composer(ana).fill('/ent')
  await ana.keyboard.press('Enter')
  await ana.keyboard.press('Enter')
  await eventually('the phone gets the reply', async () =>
    (await admin.messagesOf(number)).find(({ text }) => text === 'Rita, entregamos em dois dias. Ana Lima'),
  )
})

test('a quick reply brings its file, which goes with the reply', async () => {
  await ana.goto(`${system.origin}/quick-replies`)
  await ana.getByRole('button', { name: 'Nova resposta rápida' }).first().click()
  const dialog = ana.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Atalho' }).fill('tabela')
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Segue a tabela, {primeiro_nome}.')
  const chooser = ana.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Escolher arquivo' }).click()
  await (await chooser).setFiles({ name: 'tabela.pdf', mimeType: 'application/pdf', buffer: PDF })
  await expect(dialog.getByText('tabela.pdf')).toBeVisible()
  await dialog.getByRole('button', { name: 'Criar resposta rápida' }).click()
  await expect(dialog).toBeHidden()
  const { number } = await attends(ana)
  await composer(ana).pressSequentially('/tab')
  await expect(replies(ana).getByRole('option', { selected: true })).toContainText('tabela.pdf')
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('button', { name: 'Remover tabela.pdf' })).toBeVisible()
  await ana.keyboard.press('Enter')
  await eventually('the phone gets the file with its text', async () =>
    (await admin.messagesOf(number)).find(
      (message) =>
        message.type === 'document' && Object(message).caption === 'Segue a tabela, Rita.' && !message.fromMe,
    ),
  )
  // Without the reply its file is gone: the text comes back, and the file does not.
  await composer(ana).pressSequentially('/tab')
  await expect(replies(ana)).toBeVisible()
  await ana.keyboard.press('Enter')
  await ana.route('**/api/messages/*', (route) =>
    route.fulfill({ status: 400, json: { error: 'ERR_NO_FILE', message: 'No file', details: [] } }),
  )
  await ana.keyboard.press('Enter')
  await expect(composer(ana)).toHaveValue('Segue a tabela, Rita.')
  await expect(ana.getByRole('button', { name: 'Remover tabela.pdf' })).toBeHidden()
  await ana.unroute('**/api/messages/*')
  await composer(ana).fill('')
})

test('a note mentions a colleague, who sees it at once', async () => {
  const { name, number } = await attends(ana)
  await carla.goto(ana.url())
  await expect(carla.getByText('Vocês entregam?').first()).toBeVisible()
  await ana.getByRole('main').locator('article').first().click()
  await ana.keyboard.press('Alt+n')
  const note = ana.getByPlaceholder('Nota para a equipe')
  await expect(note).toBeFocused()
  await expect(ana.getByText('Só a equipe vê', { exact: true })).toBeVisible()
  await ana.keyboard.type('Veja isto @car')
  await expect(ana.getByRole('option', { name: 'Carla Dias' })).toBeVisible()
  await ana.keyboard.press('Enter')
  await ana.keyboard.type('por favor')
  await ana.keyboard.press('Enter')
  for (const page of [ana, carla])
    await expect(page.locator('mark', { hasText: '@Carla Dias' })).toBeVisible()
  const texts = (await admin.messagesOf(number)).map(({ text }) => text)
  expect(texts.filter((text) => text?.includes('Veja isto'))).toEqual([])
  // Her bell is silent about the ticket that is open in front of her.
  await expect(carla.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()
  // On another page it counts the mention, and leads to the ticket.
  const ticket = carla.url().replace(/\?.*/, '')
  await carla.goto(`${system.origin}/quick-replies`)
  await ana.keyboard.press('Alt+n')
  await expect(note).toBeFocused()
  await ana.keyboard.type('E isto @car')
  await expect(ana.getByRole('option', { name: 'Carla Dias' })).toBeVisible()
  await ana.keyboard.press('Enter')
  await ana.keyboard.press('Enter')
  await carla.getByRole('button', { name: 'Avisos: 1 não lido' }).click()
  await expect(carla.getByRole('button', { name: 'Marcar todos como lidos' })).toBeEnabled()
  await carla
    .getByRole('link', { name: `Ana Lima mencionou você em ${name}` })
    .first()
    .click()
  await expect(carla).toHaveURL((url) => url.href.startsWith(ticket))
  await expect(carla.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()
})

test('colleagues read who looks at a ticket and who answers it', async () => {
  const { name, writes } = await attends(ana)
  await carla.goto(ana.url())
  await expect(carla.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible()
  const hint = (page: Page) => page.getByRole('status').filter({ hasText: /vendo|respondendo/ })
  await expect(hint(ana)).toHaveText('Carla Dias está vendo')
  await expect(hint(carla)).toHaveText('Ana Lima está vendo')
  await composer(ana).pressSequentially('Entregamos sim, até o fim da semana', { delay: 120 })
  await expect(hint(carla)).toHaveText('Ana Lima respondendo')
  await carla.goto(`${system.origin}/quick-replies`)
  await expect(hint(ana)).toHaveCount(0)
  // The title counts what Ana has not read, wherever she is.
  await composer(ana).fill('')
  await ana.goto(`${system.origin}/quick-replies`)
  await writes('E no sábado?')
  await expect(ana).toHaveTitle(/^\(1\) Respostas rápidas/)
})

for (const look of EVERY_LOOK)
  test(`quick replies are in order: ${look}`, async () => {
    await lookFrom(ana, look)
    await ana.goto(`${system.origin}/quick-replies`)
    await expect(ana.getByText('/entrega', { exact: true }).first()).toBeVisible()
    await expectInOrder(ana, 'the list')
    await ana.getByRole('button', { name: 'Nova resposta rápida' }).first().click()
    await expect(ana.getByRole('dialog')).toBeVisible()
    await expectInOrder(ana, 'the form')
    await ana.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await ana.getByRole('button', { name: 'Avisos', exact: false }).first().click()
    await expectInOrder(ana, 'the bell')
    await ana.getByRole('button', { name: 'Como quero ser avisado' }).click()
    await expect(ana.getByRole('switch', { name: 'Som de aviso' })).toBeVisible()
    await expectInOrder(ana, 'how one is told')
    await ana.keyboard.press('Escape')
    await attends(ana)
    await composer(ana).fill('/')
    await composer(ana).press('ArrowDown')
    await expect(replies(ana)).toBeVisible()
    await expectInOrder(ana, 'the open list')
  })
