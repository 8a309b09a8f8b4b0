import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Campaign, MEDIA_MAX_BYTES } from '@recado/shared/campaigns/contract/campaign'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { traceKey } from '../../web/src/api/traces.ts'
import type { ApiClient } from '../support/api-client.ts'
import { Conversations } from '../support/conversations.ts'
import { eventually } from '../support/eventually.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import { choose, enterAs, expectInOrder } from './steps.ts'

const SHOP = '5511900000041'
const [ANA, BETO, TESTER] = ['5511955570001', '5511955570002', '5511955570003'] as const

const { system, principals } = sharedSystem()
/** Another user of the company, who changes things by the API that the page must show. */
let admin: ApiClient
let me: Person
let page: Page
let shop: Connection
let customers: ContactList

// All tests share one sign-in, which takes longer than most of them.
test.beforeAll(async ({ browser }) => {
  const company = await principals.company()
  admin = await principals.signedIn(company)
  shop = await admin.linkedConnection(SHOP, 'Loja')
  customers = await admin.newList('Clientes')
  for (const [number, name] of [
    [ANA, 'Ana Souza'],
    [BETO, 'Beto Lima'],
  ] as const)
    await admin.call('createContactListItem', { contactListId: customers.id, name, number })
  page = await (await browser.newContext()).newPage()
  me = await principals.person(company, { isSuper: true })
  await enterAs(page, system.origin, me)
})

const at = (path: string) => page.goto(system.origin + path)
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const button = (name: string | RegExp) => page.getByRole('button', { name })
/** The primary button of a form with a time. */
const SCHEDULE = /^Agendar para/
const dialogOf = (name: string) => page.getByRole('dialog', { name })
const preview = () => page.getByRole('region', { name: 'Prévia' })
const attach = (name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
/** A green square. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)
const draft = (campaign: Record<string, unknown>) =>
  admin.newCampaign({ whatsappId: shop.id, contactListId: customers.id, ...campaign })
const edit = ({ id }: Campaign) => at(`/campaigns/${id}/edit`)

async function fillWhom(name: string): Promise<void> {
  await page.getByLabel('Nome').fill(name)
  await choose(page, 'Conexão', 'Loja · +55 11 90000-0041')
  await choose(page, 'Lista de contatos', 'Clientes (2 contatos)')
}

test('an incomplete campaign is refused with the specified texts', async () => {
  await admin.newList('Outra')
  await at('/campaigns/new')
  await button(SCHEDULE).click()
  await expect(page.getByText('Required')).toBeVisible()
  // The only connection is chosen already, one of two lists is not.
  await expect(page.getByText('Campo obrigatório')).toHaveCount(1)
  await expect(
    page.getByText('Deve conter ao menos um anexo ou uma mensagem para criar a campanha'),
  ).toBeVisible()
  await expect(page.getByText('Limite de 500 contatos por lista')).toBeVisible()
  await page.getByLabel('Nome').fill('x')
  await button('Confirmação antes do envio').click()
  await page.getByRole('switch', { name: 'Pedir confirmação antes' }).press('Space')
  await button('Cartão de contato').click()
  await page.getByRole('textbox', { name: 'Contato', exact: true }).fill('Suporte')
  await button('Cartão de contato').click()
  await button(SCHEDULE).click()
  await expect(page.getByText('Too Short!')).toBeVisible()
  await expect(page.getByText('Escreva ao menos uma mensagem de confirmação')).toBeVisible()
  // The fold with an error inside has opened.
  await expect(page.getByRole('textbox', { name: 'Telefone' })).toBeVisible()
  await expect(page.getByText('Campo obrigatório')).toHaveCount(2)
  await page.getByLabel('Nome').fill('x'.repeat(51))
  await button(SCHEDULE).click()
  await expect(page.getByText('Too Long!')).toBeVisible()

  const large = test.info().outputPath('enorme.pdf')
  await writeFile(large, Buffer.alloc(MEDIA_MAX_BYTES + 1))
  await page.locator('input[type=file]').setInputFiles(large)
  await expect(page.getByText('Não é permitido arquivo maior de 20mb')).toBeVisible()
  await attach('recado.ogg', 'audio/ogg', Buffer.from('OggS'))
  await expect(page.getByText(/Somente áudio \.mp3 é suportado/)).toBeVisible()
})

test('the preview shows the message as on the phone, and a test of a new draft reaches a phone', async () => {
  await at('/campaigns/new')
  await fillWhom('Promoção')
  await page.getByLabel('Texto da mensagem 1').fill('Olá ')
  await button('{nome}').click()
  await page.getByLabel('Texto da mensagem 1').pressSequentially(', hoje é ')
  await button('Negrito').click()
  await page.getByLabel('Texto da mensagem 1').pressSequentially('festa')
  await button('Inserir emoji').click()
  await expectInOrder(page, 'the emojis')
  await button('🎉').click()
  await expect(page.getByLabel('Texto da mensagem 1')).toHaveValue('Olá {nome}, hoje é *festa🎉*')
  await expect(preview().getByText('Olá Ana Souza, hoje é festa🎉')).toBeVisible()
  await button('Adicionar variação').click()
  await expect(page.getByLabel('Texto da mensagem 2')).toBeFocused()
  await page.getByLabel('Texto da mensagem 2').fill('Outra')
  await button('Adicionar variação').click()
  await page.getByLabel('Texto da mensagem 3').fill('Oi {nome}: https://exemplo.com.br')
  await page.getByRole('tab', { name: 'Mensagem 2' }).click()
  await button('Remover mensagem 2').click()
  await expect(page.getByLabel('Texto da mensagem 2')).toHaveValue('Oi {nome}: https://exemplo.com.br')
  await expect(page.getByRole('tab')).toHaveCount(2)
  await attach('oferta.png', 'image/png', PNG)
  await button('Cartão de contato').click()
  await page.getByRole('textbox', { name: 'Contato', exact: true }).fill('Suporte')
  await page.getByLabel('Telefone').fill('(11) 95557-0009')
  await expect(preview().getByText(/Para não receber mais mensagens/)).toBeVisible()
  await expect(preview().getByRole('img', { name: 'Imagem' })).toBeVisible()
  await expect(preview().getByText('+55 11 95557-0009')).toBeVisible()
  await button('Próxima mensagem').click()
  await expect(preview().getByText(/hoje é/)).toBeVisible()
  await expectInOrder(page, 'the form')

  await page.getByRole('link', { name: 'Conexões' }).click()
  await page
    .getByRole('dialog', { name: 'Sair sem salvar?' })
    .getByRole('button', { name: 'Cancelar' })
    .click()
  // The test saves a draft, with its attachment, and keeps the time that was not saved.
  await button('Enviar teste').click()
  const dialog = dialogOf('Enviar mensagem de teste')
  await expect(dialog.getByLabel('Número')).toHaveValue('+55 11 90000-0041')
  await expect(page).toHaveURL(/\/campaigns\/[^/]+\/edit/)
  await dialog.getByLabel('Número').fill('123')
  await dialog.getByRole('button', { name: 'Enviar teste' }).click()
  await expect(dialog.getByText('Este não é um número de WhatsApp válido.')).toBeVisible()
  await expect(
    dialog.getByText(/envie dele qualquer mensagem para \+55 11 90000-0041\. Até 10 testes/),
  ).toBeVisible()
  await choose(page, 'Qual mensagem', 'Mensagem 2')
  await dialog.getByLabel('Número').fill('(11) 95557-0003')
  await dialog.getByRole('button', { name: 'Enviar teste' }).click()
  await expect(dialog.getByText(/Só números de teste recebem mensagens de teste/)).toBeVisible()
  await admin.simulator('POST', `/phones/${TESTER}/messages`, { to: SHOP, text: 'Quero testar' })
  const conversations = await Conversations.ofConnection(admin, shop.id)
  await conversations.until('what the tester wrote', TESTER, ({ fromMe }) => !fromMe)
  await expectInOrder(page, 'the test')
  await dialog.getByRole('button', { name: 'Enviar teste' }).click()
  await expect(page.getByText('Mensagem de teste enviada')).toBeVisible()
  const testNumber = traceKey('testNumber', me.id, me.companyId)
  expect(await page.evaluate((key) => localStorage.getItem(key), testNumber)).toBe('(11) 95557-0003')
  const [image, card] = await eventually('the test arrives', async () => {
    const messages = (await admin.messagesOf(TESTER)).filter(({ fromMe }) => !fromMe)
    return messages.length === 2 && messages
  })
  expect(image).toMatchObject({
    type: 'image',
    caption: expect.stringMatching(/^Oi Ana Souza: https:\/\/exemplo\.com\.br\n\nPara não/),
  })
  expect(card).toMatchObject({ type: 'contact', contact: { name: 'Suporte', number: '5511955570009' } })

  await expect(button(SCHEDULE)).toBeVisible()
  await page.getByRole('tab', { name: 'Mensagem 2' }).click()
  await page.getByLabel('Texto da mensagem 2').fill('Oi de novo')
  await button('Enviar teste').click()
  // This browser proposes the last number.
  await expect(dialog.getByLabel('Número')).toHaveValue('(11) 95557-0003')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await admin.call('listCampaigns', {})).records[0]).toMatchObject({
    name: 'Promoção',
    status: 'INATIVA',
    message2: 'Oi de novo',
  })
})

test('a failed attachment upload leaves the campaign saved, and can be repeated', async () => {
  await at('/campaigns/new')
  await fillWhom('Com anexo')
  await attach('oferta.png', 'image/png', PNG)
  await page.getByText('Agora', { exact: true }).click()
  await page.route(/recado-files/, (route) => route.abort())
  await button('Salvar rascunho').click()
  const problem = page
    .getByRole('alert')
    .filter({ hasText: 'A campanha foi salva, mas o anexo não foi enviado' })
  await expect(problem).toContainText('O servidor não respondeu.')
  await page.unroute(/recado-files/)
  await problem.getByRole('button', { name: 'Enviar o anexo de novo' }).click()
  await expect(page).toHaveURL(/\/campaigns\/[^/]+\/edit/)
  await page.reload()
  await expect(preview().getByRole('img', { name: 'Imagem' })).toBeVisible()
  await button('Remover').click()
  await page.getByLabel('Texto da mensagem 1').fill('Sem anexo')
  await button('Salvar rascunho').click()
  await expect(page.getByText('Campanha salva')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Arraste um arquivo para cá')).toBeVisible()
})

test('a scheduled campaign is changed only after the review, and starts at once after another', async () => {
  const scheduledAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
  const { id } = await draft({ name: 'Marcada', message1: 'Olá', scheduledAt })
  const stored = () => admin.call('getCampaign', { campaignId: id })
  await at(`/campaigns/${id}/edit`)
  await page.getByLabel('Texto da mensagem 1').fill('Olá, {nome}')
  await expect(button('Enviar teste')).toBeDisabled()
  await button(/^Agendar para \d\d\/\d\d/).click()
  const review = dialogOf('Agendar Marcada?')
  await expect(review.getByText('Para 2 contatos da lista Clientes, pela conexão Loja')).toBeVisible()
  await expect(review.getByText(/^Os envios começam em/)).toBeVisible()
  expect(await stored()).toMatchObject({ status: 'PROGRAMADA', message1: 'Olá' })
  await review.getByRole('button', { name: 'Voltar e ajustar' }).click()
  await expect(button(/^Agendar para \d\d\/\d\d/)).toBeFocused()
  await page.getByText('Agora', { exact: true }).click()
  await button('Enviar agora').click()
  const start = dialogOf('Enviar Marcada agora?')
  await expect(start.getByText(/^Deve terminar por volta de/)).toBeVisible()
  // Nothing has happened: the campaign has its time and its text.
  expect(await stored()).toMatchObject({ status: 'PROGRAMADA', message1: 'Olá' })
  await start.getByRole('button', { name: 'Enviar agora' }).click()
  await expect(page.getByRole('heading', { name: 'Relatório da Marcada' })).toBeVisible()
  expect(await stored()).toMatchObject({ status: 'EM_ANDAMENTO', message1: 'Olá, {nome}' })
  await admin.call('cancelCampaign', { campaignId: id })
})

/** Picks an action that the list keeps under ⋯. */
async function fromMenu(name: string, action: string): Promise<void> {
  await row(name)
    .getByRole('button', { name: `Mais ações: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a start shows a pre-check first, and the list offers the actions of each state', async () => {
  await admin.settings({ messageInterval: '40', minimumMessageInterval: '40' })
  await draft({ name: 'Devagar', message1: 'Olá {nome}, {var1}' })
  await at('/campaigns')
  await row('Devagar').getByRole('button', { name: 'Iniciar agora' }).click()
  const start = page.getByRole('dialog', { name: 'Iniciar Devagar agora?' })
  await expect(
    start.getByText('Para 2 contatos da lista Clientes, pela conexão Loja, +55 11 90000-0041.'),
  ).toBeVisible()
  await expect(start.getByText(/^Deve terminar por volta de/)).toBeVisible()
  await expect(start.getByText('2 destinatários sem {var1}')).toBeVisible()
  await expectInOrder(page, 'the start')
  await start.getByRole('button', { name: 'Iniciar agora' }).click()
  await expect(page.getByRole('heading', { name: 'Relatório da Devagar' })).toBeVisible()
  await at('/campaigns')
  await row('Devagar').getByRole('button', { name: 'Pausar' }).click()
  await expect(row('Devagar').getByText(/^Pausada desde/)).toBeVisible()
  await row('Devagar').getByRole('button', { name: 'Continuar' }).click()
  await expect(row('Devagar').getByText(/^Pausada desde/)).toBeHidden()
  await fromMenu('Devagar', 'Cancelar campanha')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar campanha' }).click()
  await expect(row('Devagar').getByText('Cancelada')).toBeVisible()
  await page.getByRole('tab', { name: 'Em andamento' }).click()
  await expect(page.getByText('Nada encontrado. Mude a busca ou o filtro.')).toBeVisible()
  await page.getByRole('tab', { name: 'Canceladas' }).click()
  await expect(page).toHaveURL(/status=CANCELADA/)
  await expect(row('Devagar').getByText(/^\d de 2$/)).toBeVisible()

  await fromMenu('Devagar', 'Editar')
  await expect(page.getByText('só a conexão e as mensagens podem ser alteradas')).toBeVisible()
  await expect(page.getByLabel('Nome')).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Incluir instrução de descadastro' })).toBeDisabled()
  await page.getByLabel('Texto da mensagem 1').fill('Outra')
  await expect(button('Reiniciar campanha')).toBeDisabled()
  await button('Salvar campanha').click()
  await fromMenu('Devagar', 'Duplicar')
  await expect(page.getByLabel('Texto da mensagem 1')).toHaveValue('Outra')
  await expect(page.getByLabel('Nome')).toBeEnabled()
})

test('send windows are saved, and one switch stops and resumes all sending', async () => {
  await at('/campaigns-config')
  await page.getByRole('switch', { name: 'Enviar só em certos horários' }).press('Space')
  await page
    .getByRole('group', { name: 'Segunda-feira', exact: true })
    .getByRole('button', { name: 'Copiar para' })
    .click()
  await page.getByRole('menuitem', { name: 'Sábado' }).click()
  await expectInOrder(page, 'the settings')
  await button('Salvar Configurações').click()
  await expect(page.getByText('Configurações salvas')).toBeVisible()
  const { settings } = await admin.call('getCampaignSettings')
  expect(settings.sendWindows?.periods).toContainEqual({ weekday: 6, from: '13:00', to: '18:00' })
  await page.getByRole('switch', { name: 'Enviar só em certos horários' }).press('Space')
  await button('Salvar Configurações').click()

  await button('Parar todos os envios').click()
  await button('Parar envios').click()
  await expect(page.getByText('Campo obrigatório')).toBeVisible()
  await page.getByLabel('Motivo').fill('A mensagem tem um erro')
  await button('Parar envios').click()
  const banner = page.getByRole('status').filter({ hasText: 'Todos os envios da empresa estão parados' })
  await expect(banner).toContainText('A mensagem tem um erro')
  await at('/group-campaigns')
  await expectInOrder(page, 'the banner')
  await banner.getByRole('button', { name: 'Retomar envios' }).click()
  await page.getByLabel('Motivo').fill('Corrigido')
  await page.getByRole('dialog').getByRole('button', { name: 'Retomar envios' }).click()
  await expect(banner).toBeHidden()
  await admin.call('stopSending', { reason: 'De outra pessoa' })
  await expect(banner).toContainText('De outra pessoa')
  await admin.call('resumeSending', { reason: 'De outra pessoa' })
  await expect(banner).toBeHidden()
})

test('a group campaign is sent into several groups, or to each of their members', async () => {
  for (const subject of ['Bairro', 'Escola'])
    await admin.simulator('POST', '/groups', { subject, members: [SHOP, ANA], admins: [SHOP] })
  await at('/group-lists')
  await button('Sincronizar grupos').first().click()
  await expect(row('Escola')).toBeVisible()
  await at('/group-campaigns/new')
  await page.getByLabel('Nome').fill('Aviso')
  await choose(page, 'Conexão', 'Loja · +55 11 90000-0041')
  await choose(page, 'Listas de grupos', 'Bairro (2 contatos)')
  await page.getByRole('option', { name: 'Escola (2 contatos)', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: 'Dentro do grupo' })).toBeChecked()
  await page.getByLabel('Texto da mensagem 1').fill('Aviso a {nome}')
  await expect(preview().getByText('Aviso a Bairro')).toBeVisible()
  await page.getByText('Agora', { exact: true }).click()
  await button('Enviar agora').click()
  await expect(page.getByText('Para 2 grupos, pela conexão Loja, +55 11 90000-0041.')).toBeVisible()
  // An address of the other type leads to the record's own page.
  const [group] = await admin.call('allContactLists', { type: 'GROUP' })
  const campaign = await draft({ name: 'Aviso antigo' })
  await at(`/group-campaign/${campaign.id}/report`)
  await expect(page).toHaveURL(`${system.origin}/campaign/${campaign.id}/report`)
  await at(`/contact-lists/${group?.id}/contacts`)
  await expect(page).toHaveURL(`${system.origin}/group-lists/${group?.id}/contacts`)
})

test('all pages are accessible on a desktop, and on a phone in dark mode', async () => {
  const written = await draft({
    name: 'Comprida',
    message1: 'Olá',
    confirmation: true,
    confirmationMessage1: 'Posso?',
  })
  const pages = [
    '/campaigns',
    '/group-campaigns',
    '/campaigns/new',
    '/group-campaigns/new',
    '/group-campaigns-config',
  ]
  const expectAll = async () => {
    for (const path of pages) {
      await at(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectInOrder(page, path)
    }
    await edit(written)
    await expect(preview().getByText('Posso?')).toBeVisible()
    await expectInOrder(page, 'a campaign')
  }
  await expectAll()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAll()
})
