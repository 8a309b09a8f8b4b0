import { expect, type Page } from '@playwright/test'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { changeHealth } from '@recado/shared/connections/health-store'
import { putConnection, type StoredConnection } from '@recado/shared/connections/store'
import type { ApiClient } from '../support/api-client.ts'
import { aCampaign, aConnection } from '../support/builders.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem, test } from './shared-system.ts'
import { EVERY_LOOK, enterAs, expectInOrder, expectPagesInOrder, lookFrom } from './steps.ts'

const { system, principals } = sharedSystem()
let company: string
/** Another user of the company, who changes things by the API that the page must show. */
let admin: ApiClient

test.beforeEach(async ({ page }) => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  await enter(page)
})

async function enter(page: Page, profile: 'admin' | 'user' = 'admin'): Promise<void> {
  await enterAs(page, system.origin, await principals.person(company, { profile }), '/connections')
  await expect(page.getByRole('heading', { name: 'Conexões' })).toBeVisible()
}

/** A connection without a lease owner: its stored status stays. */
async function resting(overrides: Partial<StoredConnection>): Promise<string> {
  const updatedAt = new Date().toISOString()
  const resting = { companyId: company, wanted: 'closed', isDefault: false, updatedAt } as const
  const connection = aConnection({ ...resting, ...overrides })
  await putConnection(principals.tenant(company), connection)
  return connection.id
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Chooses what a card keeps behind its menu. */
async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: `Mais ações: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
const qrCodeOf = (id: string) =>
  eventually('a QR code', async () => (await admin.connection(id)).qrcode || undefined)

test('a phone is linked by the QR code on the screen, and the page shows it at once', async ({ page }) => {
  await expect(page.getByText('Conecte seu primeiro WhatsApp')).toBeVisible()
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  const form = page.getByRole('dialog', { name: 'Nova conexão' })
  // A new connection asks for its name alone.
  await expect(form.getByRole('textbox')).toHaveCount(1)
  await form.getByRole('button', { name: 'Avançado' }).click()
  await expect(form.getByText('A primeira conexão é a padrão.')).toBeVisible()
  await expect(form.getByText('Ainda não há filas. A conexão funciona sem elas.')).toBeVisible()
  await form.getByLabel('Nome').fill('Loja')
  await form.getByRole('button', { name: 'Adicionar conexão' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conectar Loja' })
  await expect(dialog.getByRole('img', { name: 'QR Code' })).toBeVisible()
  await expect(dialog.getByText('Código 1 de 5')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(5)
  const [connection] = await admin.call('listConnections')
  const qr = await qrCodeOf(connection?.id ?? '')
  await admin.simulator('POST', '/phones/5511900000011/scan', { qr })
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Conexão Loja conectada com sucesso')).toBeVisible()
  await expect(card(page, 'Loja').getByText('+55 11 90000-0011')).toBeVisible()
  await expect(card(page, 'Loja').getByText('Padrão')).toBeVisible()

  await page.getByRole('button', { name: 'Testar a conexão padrão' }).click()
  await expect(page.getByText('A conexão está OK')).toBeVisible()
  await expect(page.getByText(/Loja: o WhatsApp respondeu em \d+ ms/)).toBeVisible()
})

test('the dashboard leads a new company to its first message, then shows what runs and what needs somebody', async ({
  page,
}) => {
  await page.goto(system.origin)
  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  await expect(steps.getByText('0 de 4')).toBeVisible()
  await expectInOrder(page, 'the first steps')
  await steps.getByRole('link', { name: 'Conectar' }).click()
  await expect(page.getByRole('dialog', { name: 'Nova conexão' })).toBeVisible()

  const { id: contactListId } = await admin.newList()
  const { id: whatsappId } = await admin.linkedConnection('5511900000018', 'Loja')
  const paused = aCampaign({
    companyId: company,
    name: 'Parada',
    status: 'EM_ANDAMENTO',
    whatsappId,
    contactListIds: [contactListId],
    pausedAt: new Date().toISOString(),
    pauseReason: 'refusals',
  })
  await putCampaign(principals.tenant(company), paused)
  const draft = await admin.newCampaign({ name: 'Natal', whatsappId, contactListId })
  await resting({ name: 'Balcão', status: 'DISCONNECTED', statusReason: 'LOGGED_OUT' })
  await page.goto(system.origin)
  await expect(steps.getByText('3 de 4')).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Enviar um teste' })).toHaveAttribute(
    'href',
    `/campaigns/${draft.id}/edit`,
  )
  await steps.getByRole('button', { name: 'Dispensar' }).click()
  await expect(steps).toBeHidden()

  const running = page.getByRole('region', { name: 'Em andamento' })
  await expect(running.getByRole('link', { name: 'Parada' })).toHaveAttribute(
    'href',
    `/campaign/${paused.id}/report`,
  )
  const needs = page.getByRole('region', { name: 'Precisa de você' })
  await expect(needs.getByRole('link')).toHaveText([/^A conexão Balcão não está funcionando$/, /^Parada: /])
  // Those that are down come first.
  const chips = page.getByRole('region', { name: 'Conexões' }).getByRole('listitem')
  await expect(chips).toHaveText(['BalcãoDesconectada', 'LojaConectada'])
  await expectInOrder(page, 'the dashboard')
  await page.reload()
  await expect(running).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('a phone is linked by a pairing code typed on it', async ({ page }) => {
  await admin.call('createConnection', { name: 'Balcão' })
  await card(page, 'Balcão').getByRole('button', { name: 'Ver QR Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conectar Balcão' })
  await dialog.getByText('Conectar com código').click()
  await dialog.getByRole('button', { name: 'Gerar código' }).click()
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible()
  const number = dialog.getByRole('textbox', { name: 'Número do celular' })
  await number.fill('1234')
  await number.press('Enter')
  await expect(dialog.getByText('Este não é um número de WhatsApp válido.')).toBeVisible()
  await number.fill('(11) 90000-0012')
  await number.press('Enter')
  const code = dialog.getByLabel('Código de conexão')
  await expect(code).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await expectInOrder(page, 'the code')
  await admin.simulator('POST', '/phones/5511900000012/pairing-code', { code: await code.textContent() })
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Balcão').getByText('Conectada', { exact: true })).toBeVisible()
  await expect(card(page, 'Balcão').getByText('+55 11 90000-0012')).toBeVisible()
})

test('linking another number than a campaign’s needs a confirmation', async ({ page }) => {
  const { id } = await admin.linkedConnection('5511900000013', 'Sede')
  const list = await admin.newList()
  const scheduledAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
  await admin.newCampaign({ name: 'Natal', whatsappId: id, contactListId: list.id, scheduledAt })

  // What needs the connection is named before somebody disconnects or deletes it.
  await expect(card(page, 'Sede').getByText('Em uso por 1 campanha:')).toBeVisible()
  await expect(card(page, 'Sede').getByRole('link', { name: 'Natal' })).toBeVisible()
  await fromMenu(page, 'Sede', 'Excluir')
  const deletion = page.getByRole('dialog', { name: 'Excluir Sede?' })
  await expect(deletion.getByRole('link', { name: 'Natal' })).toBeVisible()
  await expect(deletion.getByRole('button', { name: 'Excluir conexão' })).toBeDisabled()
  await deletion.getByRole('button', { name: 'Cancelar' }).click()
  await card(page, 'Sede').getByRole('button', { name: 'Desconectar' }).click()
  const leaving = page.getByRole('dialog', { name: 'Desconectar Sede?' })
  await expect(leaving.getByText('1 campanha em andamento ou agendada usa esta conexão')).toBeVisible()
  await leaving.getByRole('button', { name: 'Desconectar' }).click()
  await card(page, 'Sede').getByRole('button', { name: 'Novo QR Code' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'QR Code' })).toBeVisible()
  await admin.simulator('POST', '/phones/5511900000014/scan', { qr: await qrCodeOf(id) })

  const question = page.getByRole('dialog', { name: 'Usar outro número em Sede?' })
  await expect(question.getByText('+55 11 90000-0014')).toBeVisible()
  await expect(question.getByText(/passaria a enviar pelo novo número: Natal/)).toBeVisible()
  await expectInOrder(page, 'the question')
  await question.getByRole('button', { name: 'Usar o novo número' }).click()
  await expect(question).toBeHidden()
  await expect(card(page, 'Sede').getByText('Conectada', { exact: true })).toBeVisible()
  await expect(card(page, 'Sede').getByText('+55 11 90000-0014')).toBeVisible()
})

test('a connection with several queues needs a greeting, and its pace is shown day by day', async ({
  page,
}) => {
  for (const [name, color] of [
    ['Vendas', '#1f9d55'],
    ['Suporte', '#993366'],
  ] as const)
    await admin.call('createTicketQueue', { name, color })
  await resting({ name: 'Loja', status: 'DISCONNECTED' })
  await fromMenu(page, 'Loja', 'Editar')
  const dialog = page.getByRole('dialog', { name: 'Editar conexão' })
  await dialog.getByRole('button', { name: 'Avançado' }).click()
  for (const name of ['Vendas', 'Suporte']) {
    await dialog.getByRole('combobox', { name: 'Filas' }).or(dialog.getByLabel('Filas')).first().click()
    await page.getByRole('option', { name }).click()
  }
  await page.keyboard.press('Escape')
  // An error inside opens what is folded.
  await dialog.getByRole('button', { name: 'Avançado' }).click()
  await expect(dialog.getByLabel('Mensagem de saudação')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const problem = 'A mensagem de saudação é obrigatória quando há mais de uma fila.'
  await expect(dialog.getByText(problem)).toBeVisible()
  await expect(dialog.getByLabel('Mensagem de saudação')).toBeFocused()
  await dialog.getByLabel('Mensagem de saudação').fill('Olá! Com quem você quer falar?')
  await dialog.getByLabel('Limitar novos contatos por dia').check()
  await expect(dialog.getByText('2 no dia da conexão, 16 no dia 8, 30 a partir do dia 15.')).toBeVisible()
  await dialog.getByLabel('Dias de aquecimento').fill('0')
  await expect(dialog.getByText('30 por dia desde o primeiro dia.')).toBeVisible()
  await expectInOrder(page, 'the form')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Descartar o que foi preenchido?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  const [saved] = await admin.call('listConnections')
  expect(saved).toMatchObject({ newContactsPerDay: 30, warmUpDays: 0 })
  expect(saved?.queues.map(({ name }) => name).sort()).toEqual(['Suporte', 'Vendas'])
})

test('the page shows why linking ended and the next step, and can start again', async ({ page }) => {
  const id = await resting({ name: 'Loja', status: 'DISCONNECTED', statusReason: 'QR_NOT_SCANNED' })
  await page.goto(`${system.origin}/connections?dialog=qr&id=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Conectar Loja' })
  await expect(dialog.getByRole('alert')).toContainText('Nenhum QR Code ou código foi usado a tempo.')
  await expect(dialog.getByRole('alert')).toContainText('Peça um novo código')
  await dialog.getByRole('button', { name: 'Novo QR Code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR Code' })).toBeVisible({ timeout: 40_000 })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Loja').getByRole('button', { name: 'Ver QR Code' })).toBeVisible()
})

test('a wait of more than half a minute shows a message', async ({ page }) => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  const soon = await resting({ name: 'Praia', status: 'OPENING', updatedAt: ago(0) })
  const late = await resting({ name: 'Loja', status: 'OPENING', updatedAt: ago(31) })
  await page.goto(`${system.origin}/connections?dialog=qr&id=${soon}`)
  await expect(page.getByRole('dialog').getByText('Gerando o QR Code…')).toBeVisible()
  await page.goto(`${system.origin}/connections?dialog=qr&id=${late}`)
  const dialog = page.getByRole('dialog', { name: 'Conectar Loja' })
  await expect(dialog.getByText('Está demorando mais que o normal.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(dialog.getByRole('img', { name: 'QR Code' })).toBeVisible()
})

test('a test without an answer shows an error message', async ({ page }) => {
  await resting({ name: 'Loja', status: 'DISCONNECTED', isDefault: true })
  await fromMenu(page, 'Loja', 'Testar conexão')
  await expect(page.getByText('A sessão do WhatsApp não foi iniciada.')).toBeVisible()
})

test('a user sees the state of connections, without buttons to change them', async ({ page, browser }) => {
  await resting({ name: 'Loja', status: 'DISCONNECTED', statusReason: 'LOGGED_OUT' })
  const other = await browser.newPage()
  await enter(other, 'user')
  await expect(card(other, 'Loja').getByText('Peça a um administrador para resolver.')).toBeVisible()
  for (const name of ['Nova conexão', 'Tentar novamente', 'Novo QR Code'])
    await expect(other.getByRole('button', { name })).toHaveCount(0)
  await other.getByRole('button', { name: 'Mais ações: Loja' }).click()
  await expect(other.getByRole('menuitem')).toHaveText(['Testar conexão'])
  await expect(card(page, 'Loja').getByRole('button', { name: 'Novo QR Code' })).toBeVisible()
  await other.close()
})

for (const look of EVERY_LOOK) {
  test(`every state is accessible on ${look}`, async ({ page }) => {
    const number = '5511987654321'
    const health = { newContactsPerDay: 30, linkedAt: '2026-01-02T12:00:00.000Z' }
    const held = await resting({ name: 'Matriz', status: 'CONNECTED', number, isDefault: true, ...health })
    await changeHealth(principals.tenant(company), held, {
      lockedUntil: Date.now() + 3_600_000,
      lastTrafficAt: Date.now(),
      newChatsUsed: 3,
      newChatsQuota: 50,
    })
    for (const [status, statusReason] of [
      ['DISCONNECTED', 'TEMPORARILY_BANNED'],
      ['qrcode', null],
      ['PAIRING', null],
      ['OPENING', null],
      ['TIMEOUT', 'OUTDATED_CLIENT'],
      ['DISCONNECTED', 'REFUSED'],
      ['DISCONNECTED', 'OTHER_NUMBER'],
      ['PASSKEY_REQUIRED', 'PASSKEY_REQUIRED'],
    ] as const)
      await resting({
        name: `Loja ${statusReason ?? status}`,
        status,
        statusReason,
        pendingNumber: number,
        bannedUntil: '2026-12-24T12:00:00.000Z',
      })
    const banned = await resting({ name: 'Recusada', status: 'DISCONNECTED', statusReason: 'BANNED' })
    const ready = await resting({ name: 'Pronta', status: 'qrcode', qrcode: '2@abc,def,ghi', retries: 1 })
    await lookFrom(page, look)
    await expectPagesInOrder(page, `${system.origin}/connections`, [
      ['', 'Recusada'],
      ['?dialog=new', 'Adicionar conexão'],
      [`?dialog=qr&id=${ready}`, 'Código 1 de 5'],
      [`?dialog=code&id=${ready}`, 'Gerar código'],
      [`?dialog=qr&id=${banned}`, 'Peça uma revisão'],
    ])
    await page.goto(`${system.origin}/connections`)
    await expect(page.getByText(/^Limitada até/)).toBeVisible()
    await expect(page.getByText('O WhatsApp suspendeu esta conta até 24/12 09:00.')).toBeVisible()
    const suspended = card(page, 'Loja TEMPORARILY_BANNED')
    await expect(suspended.getByRole('button', { name: 'Tentar a partir de 24/12 09:00' })).toBeDisabled()
    await page.getByRole('button', { name: 'Detalhes da saúde de Matriz' }).click()
    await expect(page.getByText(/WhatsApp limitou novas conversas até .*; respostas continuam/)).toBeVisible()
    await expect(page.getByText('3 de 50')).toBeVisible()
    await expectInOrder(page, 'the health')
  })
}
