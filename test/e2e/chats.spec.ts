import { expect, type Page, type Route } from '@playwright/test'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { Desk } from '../support/desk.ts'
import { choosesOn } from './attending.ts'
import { sharedSystem, test } from './shared-system.ts'
import {
  type Account,
  choose,
  EVERY_LOOK,
  enterAs,
  expectInOrder,
  holdAnswers,
  lookFrom,
  openGroup,
} from './steps.ts'

const { system, principals } = sharedSystem()
let desk: Desk
/** Ana serves sales, Bruno serves finance. */
let [ana, bruno] = [] as unknown as [Page, Page]
let ticket: Ticket

/** A green square of eight pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGMQnCmIFTEMLQkARNYuwUFlvOsAAAAASUVORK5CYII=',
  'base64',
)

test.beforeAll(async ({ browser }) => {
  desk = await Desk.open(principals, '5511900000303', '551195564')
  const open = async (person: Account) => {
    const page = await (await browser.newContext()).newPage()
    await enterAs(page, system.origin, person, '/')
    return page
  }
  desk.newCustomer()
  ticket = await desk.attended()
  ana = await open(desk.parts.people.ana)
  bruno = await open(desk.parts.people.bruno)
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Escreva para a equipe' })
const bubble = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Mensagens da conversa' }).getByRole('article').filter({ hasText: text })
const inMenu = (page: Page) =>
  page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: /^Chat interno/ })

async function says(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(bubble(page, text)).toBeVisible()
}
const chooses = (page: Page, text: string, action: string) => choosesOn(page, bubble(page, text), action)
/** Opens the conversation of two from the list. */
async function opens(page: Page, name: string): Promise<void> {
  await page.goto(`${system.origin}/chats`)
  await page.getByRole('region', { name: 'Conversas' }).getByText(name).first().click()
  await expect(page.getByRole('region', { name: `Conversa: ${name}` })).toBeVisible()
}

/** A script that pastes a text where the focus is. */
const pasting = (text: string) => `{
  const data = new DataTransfer()
  data.setData('text', ${JSON.stringify(text)})
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
  document.activeElement.dispatchEvent(paste)
}`

test('two colleagues talk; the menu counts unread messages until they are read', async () => {
  await ana.goto(`${system.origin}/chats`)
  await ana.getByRole('searchbox', { name: 'Buscar conversas e colegas' }).fill('bruno')
  await ana.getByRole('button', { name: /Bruno Reis/ }).click()
  await openGroup(bruno, 'Atendimentos')
  await says(ana, 'Bruno, tem um minuto?')
  await expect(inMenu(bruno).getByLabel('1 mensagem não lida')).toBeVisible()
  await says(ana, 'É sobre um boleto')
  await expect(inMenu(bruno).getByLabel('2 mensagens não lidas')).toBeVisible()
  await inMenu(bruno).click()
  await bruno.getByRole('link', { name: /Ana Lima/ }).click()
  await expect(bubble(bruno, 'É sobre um boleto')).toBeVisible()
  await expect(inMenu(bruno).getByLabel(/não lida/)).toHaveCount(0)
  await says(bruno, 'Pode falar')
  await chooses(ana, 'Pode falar', 'Responder')
  await says(ana, 'O cliente pagou duas vezes')
  const reply = bubble(bruno, 'O cliente pagou duas vezes')
  await expect(reply.getByTitle('Ir para a mensagem citada')).toContainText('Pode falar')
})

test('a conversation is dark once the dark theme is chosen', async () => {
  await ana.emulateMedia({ colorScheme: 'light' })
  const messages = ana.getByRole('log', { name: 'Mensagens da conversa' })
  await expect(messages).toHaveCSS('color-scheme', 'light')
  const choose = async (scheme: string) => {
    await ana.getByRole('button', { name: 'Perfil' }).click()
    await ana.getByRole('menuitem', { name: scheme }).click()
  }
  await choose('Usar tema escuro')
  await expect(messages).toHaveCSS('color-scheme', 'dark')
  await choose('Usar tema claro')
  await expect(messages).toHaveCSS('color-scheme', 'light')
  await ana.emulateMedia({ colorScheme: null })
})

test('a message is edited and deleted for both', async () => {
  await opens(ana, 'Bruno Reis')
  await opens(bruno, 'Ana Lima')
  await says(ana, 'Reunião às 3')
  await chooses(ana, 'Reunião às 3', 'Editar')
  await ana.getByRole('textbox', { name: 'Novo texto' }).fill('Reunião às 4')
  await ana.getByRole('button', { name: 'Salvar edição' }).click()
  await expect(bubble(bruno, 'Reunião às 4')).toContainText('editada')
  await bubble(bruno, 'Reunião às 4').hover()
  await bubble(bruno, 'Reunião às 4').getByRole('button', { name: 'Ações da mensagem' }).click()
  await expect(bruno.getByRole('menuitem', { name: 'Responder' })).toBeVisible()
  await expect(bruno.getByRole('menuitem', { name: 'Apagar' })).toHaveCount(0)
  await bruno.keyboard.press('Escape')
  await chooses(ana, 'Reunião às 4', 'Apagar')
  await ana.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
  await expect(bubble(bruno, 'Mensagem apagada')).toBeVisible()
  await expect(bubble(bruno, 'Reunião')).toHaveCount(0)
})

test('files arrive, a picture inline and a document as a card', async () => {
  await opens(ana, 'Bruno Reis')
  await opens(bruno, 'Ana Lima')
  await ana.locator('input[type=file]').setInputFiles([
    { name: 'foto.png', mimeType: 'image/png', buffer: PNG },
    { name: 'tabela.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 tabela') },
  ])
  const dialog = ana.getByRole('dialog', { name: '2 arquivos' })
  await dialog
    .getByRole('textbox', { name: /Legenda/ })
    .first()
    .fill('O comprovante')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await bubble(bruno, 'O comprovante').getByRole('button', { name: 'Abrir Foto' }).click()
  await expect(bruno.getByRole('dialog').getByRole('img')).toBeVisible()
  await bruno.keyboard.press('Escape')
  const download = bruno.waitForEvent('download')
  await bubble(bruno, 'tabela.pdf').getByRole('button', { name: 'Baixar tabela.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('tabela.pdf')
})

test('a ticket is shared: who may see it opens it, who may not is told so', async () => {
  await ana.goto(`${system.origin}/tickets/${ticket.uuid}`)
  await ana
    .getByRole('region', { name: /^Conversa com/ })
    .getByRole('button', { name: 'Ações', exact: true })
    .click()
  await ana.getByRole('menuitem', { name: 'Compartilhar no chat' }).click()
  const dialog = ana.getByRole('dialog', { name: 'Compartilhar atendimento no chat' })
  await choose(ana, 'Conversa ou colega', 'Bruno Reis')
  await dialog.getByRole('textbox', { name: 'Mensagem (opcional)' }).fill('Você conhece este caso?')
  await dialog.getByRole('button', { name: 'Compartilhar' }).click()
  await expect(dialog).toBeHidden()
  await opens(bruno, 'Ana Lima')
  await expect(bubble(bruno, 'Você conhece este caso?')).toContainText('Atendimento de outra fila')
  await opens(ana, 'Bruno Reis')
  // The address of a ticket's page, pasted, is its card too.
  await field(ana).focus()
  await ana.evaluate(pasting(`${system.origin}/tickets/${ticket.uuid}`))
  const linked = ana.getByRole('button', { name: 'Tirar o atendimento' })
  await expect(linked).toBeVisible()
  // It stays while an older message is edited.
  await chooses(ana, 'Você conhece este caso?', 'Editar')
  await expect(linked).toBeHidden()
  await ana.getByRole('textbox', { name: 'Novo texto' }).press('Escape')
  await expect(field(ana)).toBeFocused()
  await expect(linked).toBeVisible()
  await says(ana, 'Este aqui')
  await bubble(ana, 'Este aqui').getByTitle(`Abrir atendimento ${ticket.protocol}`).click()
  await expect(ana).toHaveURL(new RegExp(`/tickets/${ticket.uuid}$`))
})

test('a message that did not leave says why, stays, and leaves when it is tried again', async () => {
  await opens(ana, 'Bruno Reis')
  await field(ana).fill('Rascunho')
  await ana.reload()
  await expect(field(ana)).toHaveValue('Rascunho')
  // Messages are also read there.
  const refuse = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue())
  await ana.route('**/api/chats/*/messages', refuse)
  await field(ana).fill('Sem rede')
  await field(ana).press('Enter')
  const again = bubble(ana, 'Sem rede').getByRole('button', { name: 'Tentar de novo' })
  await expect(again).toBeVisible()
  await ana.unroute('**/api/chats/*/messages', refuse)
  await again.click()
  await opens(bruno, 'Ana Lima')
  await expect(bubble(bruno, 'Sem rede')).toHaveCount(1)
  await expect(bubble(ana, 'Sem rede').getByRole('alert')).toHaveCount(0)
})

test('a room is made, renamed and left', async () => {
  await ana.goto(`${system.origin}/chats`)
  await ana.getByRole('button', { name: 'Nova sala' }).click()
  const dialog = ana.getByRole('dialog', { name: 'Nova sala' })
  await dialog.getByRole('button', { name: 'Criar sala' }).click()
  await expect(dialog.getByText('Escolha pelo menos um colega.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Nome da sala' }).fill('Plantão')
  for (const name of ['Bruno Reis', 'Carla Dias']) await choose(ana, 'Participantes', name)
  await ana.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Criar sala' }).click()
  await expect(ana.getByRole('region', { name: 'Conversa: Plantão' })).toBeVisible()
  await says(ana, 'Quem fica até as 20h?')
  await opens(bruno, 'Plantão')
  await expect(bubble(bruno, 'Quem fica até as 20h?')).toContainText('Ana Lima')
  await ana.getByRole('button', { name: /^Plantão/ }).click()
  const managed = ana.getByRole('dialog', { name: 'Participantes e nome' })
  await managed.getByRole('textbox', { name: 'Nome da sala' }).fill('Plantão da noite')
  await managed.getByRole('button', { name: 'Salvar' }).click()
  await expect(bruno.getByRole('button', { name: /^Plantão da noite/ })).toBeVisible()
  await bruno.getByRole('button', { name: /^Plantão da noite/ }).click()
  await bruno.getByRole('button', { name: 'Sair da sala' }).click()
  const letAnswer = await holdAnswers(bruno, 'DELETE', /\/users\/me$/)
  await bruno.getByRole('dialog').getByRole('button', { name: 'Sair da sala' }).click()
  await expect(bruno.getByText('Não encontramos este registro')).toBeVisible()
  letAnswer()
  await expect(bruno).toHaveURL(/\/chats$/)
  await expect(bruno.getByRole('link', { name: /Plantão/ })).toHaveCount(0)
  await expect(ana.getByRole('button', { name: /2 participantes/ })).toBeVisible()
})

/** A room with each kind of message. Carla has no browser. */
async function aRoomOfCarla(): Promise<string> {
  const { carla, people } = desk.parts
  const userIds = [people.ana.id, people.bruno.id]
  const { id: chatId } = await carla.call('createChat', { userIds, title: 'Caixa' })
  const says = (text: string, more: object = {}) =>
    carla.call('sendChatMessage', { chatId, clientId: crypto.randomUUID(), text, ...more })
  const first = await says('Fecho o caixa às 18h')
  const { id: messageId } = await says('Engano')
  await carla.call('deleteChatMessage', { chatId, messageId })
  await says('É este', { ticketUuid: ticket.uuid })
  await says('Mudou: 19h', { replyTo: first.id })
  return chatId
}

test.describe('the chat', () => {
  for (const look of EVERY_LOOK)
    test(`is accessible and fits the window seen from ${look}`, async () => {
      const chatId = await aRoomOfCarla()
      await lookFrom(ana, look)
      await ana.goto(`${system.origin}/chats`)
      await expect(ana.getByRole('link', { name: /Caixa/ }).first()).toBeVisible()
      await expectInOrder(ana, `the list from ${look}`)
      await ana.goto(`${system.origin}/chats/${chatId}`)
      await expect(bubble(ana, 'É este').getByText(ticket.protocol)).toBeVisible()
      await bubble(ana, 'Mudou').getByRole('button', { name: 'Ações da mensagem' }).click()
      await ana.getByRole('menuitem', { name: 'Responder' }).click()
      await expectInOrder(ana, `a conversation from ${look}`)
      await ana.getByRole('button', { name: /^Caixa/ }).click()
      await expectInOrder(ana, `the users of a room from ${look}`)
      await ana.goto(`${system.origin}/chats`)
      await ana.getByRole('button', { name: 'Nova sala' }).click()
      await expectInOrder(ana, `the dialog of a room from ${look}`)
    })
})
