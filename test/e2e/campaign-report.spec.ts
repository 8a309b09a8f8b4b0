import { expect, type Page } from '@playwright/test'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem, test } from './shared-system.ts'
import { choose, enterAs, expectInOrder, openPage } from './steps.ts'

const SHOP = '5511900000051'
/** Messages to Ana are refused, and Beto is blocked. */
const PEOPLE = {
  'Ana Souza': '5511955580001',
  'Beto Lima': '5511955580002',
  'Caio Reis': '5511955580003',
  'Dora Paz': '5511955580004',
  'Elis Braga': '5511955580005',
}
type Name = keyof typeof PEOPLE
const REFUSAL = 479

const { system, principals } = sharedSystem()
let company: string
/** Another user of the company, who changes things by the API that the page must show. */
let admin: ApiClient
let page: Page
let shop: string
let customers: string
let promotion: Campaign

// All tests share one sign-in and one campaign. A sign-in takes longer than most of these tests.
test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  shop = (await admin.linkedConnection(SHOP, 'Loja')).id
  customers = (await admin.newList('Clientes')).id
  for (const [name, number] of Object.entries(PEOPLE))
    await admin.call('createContactListItem', { contactListId: customers, name, number })
  const pace = { messageInterval: '0', minimumMessageInterval: '1', longerIntervalAfter: '0' }
  await admin.settings({ ...pace, greaterInterval: '0' })
  await admin.simulator('POST', '/faults', { kind: 'nack', to: PEOPLE['Ana Souza'], code: REFUSAL })
  await admin.call('createContactBlock', { name: 'Beto', number: PEOPLE['Beto Lima'] })
  const texts = { message1: 'Olá {nome}', message2: 'Oi {nome}, tem promoção' }
  promotion = await admin.newCampaign({ whatsappId: shop, contactListId: customers, ...texts })
  page = await (await browser.newContext()).newPage()
  const me = await principals.person(company)
  await enterAs(page, system.origin, me)
})

const at = (path: string) => page.goto(system.origin + path)
const report = ({ id }: Campaign) => at(`/campaign/${id}/report`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const table = () => page.getByRole('table', { name: 'Destinatários' })
const row = (name: Name) => table().getByRole('row', { name: new RegExp(name) })
const rows = () =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const counter = (term: string) =>
  page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })
const read = (name: Name) => admin.simulator('POST', `/phones/${PEOPLE[name]}/read`, { chat: SHOP })
const say = (name: Name, text: string) =>
  admin.simulator('POST', `/phones/${PEOPLE[name]}/messages`, { to: SHOP, text })

test('the report updates while a campaign runs: recipients, counts and reasons of failures', async () => {
  await report(promotion)
  await expect(page.getByRole('heading', { name: 'Relatório da Promoção' })).toBeVisible()
  await expect(page.getByText('Os destinatários aparecem aqui quando a campanha começa.')).toBeVisible()
  await admin.call('startCampaign', { campaignId: promotion.id })
  await expect(page.getByText('Finalizada', { exact: true })).toBeVisible({ timeout: 60_000 })

  await expect(rows()).toHaveCount(5)
  await expect(row('Ana Souza')).toContainText('+55 11 95558-0001')
  await expect(row('Ana Souza')).toContainText('Falhou')
  await expect(row('Ana Souza')).toContainText(`O WhatsApp recusou a mensagem (${REFUSAL})`)
  await expect(row('Beto Lima')).toContainText('Bloqueado')
  await expect(row('Caio Reis')).toContainText('Enviado')
  await expect(row('Caio Reis')).toContainText('Entregue')
  for (const [term, count] of Object.entries({
    'Contatos válidos': 5,
    Enviadas: 3,
    Entregues: 3,
    Falhas: 1,
    Bloqueados: 1,
    'Em aberto': 0,
  }))
    await expect(counter(term)).toContainText(String(count))
  await expect(
    page.getByText('Enviadas 3 + falhas 1 + bloqueados 1 + em aberto 0 = 5 destinatários'),
  ).toBeVisible()
  await expect(page.getByText(/^Finalizada em .+: 60% entregues, 0% lidas\.$/)).toBeVisible()
  // Blocked recipients do not count: three of four.
  await expect(page.getByRole('progressbar', { name: 'Progresso' })).toHaveAttribute('aria-valuenow', '75')
  await expect(page.getByText('1 envio falhou.')).toBeVisible()
})

test('the report explains each failure in words, with the next step', async () => {
  await row('Ana Souza').getByRole('button', { name: 'Por que não foi enviada?' }).click()
  const refused = page.getByRole('dialog', { name: 'Por que não foi enviada?' })
  await expect(refused).toContainText('que não a aceitaram')
  await expect(refused).toContainText(`Código do WhatsApp: ${REFUSAL}`)
  await expect(refused).toContainText('O que fazer: Espere algumas horas e reenvie as falhas.')
  await expectInOrder(page, 'why not')
  await page.keyboard.press('Escape')
  await expect(refused).toBeHidden()
  await row('Beto Lima').getByRole('button', { name: 'Por que não foi enviada?' }).click()
  await expect(page.getByRole('dialog')).toContainText('nunca recebe campanhas')
  await page.keyboard.press('Escape')
})

test('receipts and answers appear in the row, in the counts and in the results of each message', async () => {
  await read('Caio Reis')
  await expect(row('Caio Reis')).toContainText('Lida')
  await say('Dora Paz', 'Quanto custa?')
  await expect(row('Dora Paz')).toContainText('Respondida')
  await expect(counter('Responderam')).toContainText('1')
  await expect(counter('Responderam')).toContainText('33% das enviadas')
  const { shipping } = await admin.report(promotion.id)
  const results = page.getByRole('table', { name: 'Resultado por mensagem' })
  for (const variant of [1, 2]) {
    const sent = shipping.filter((each) => each.variant === variant && each.status === 'SENDED').length
    const result = results.getByRole('row', { name: new RegExp(`Mensagem ${variant}`) })
    await expect(result.getByRole('cell').nth(1)).toHaveText(String(sent))
  }
  await row('Dora Paz').getByRole('button', { name: 'Detalhes do envio' }).click()
  const details = page.getByRole('dialog', { name: 'Detalhes do envio' })
  for (const time of ['Enviada em', 'Entregue em', 'Respondida em'])
    await expect(details.getByText(time)).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the report shows the steps of the recipients, and the campaign over time', async () => {
  await page.reload()
  const steps = page.getByRole('region', { name: 'Funil' }).getByRole('listitem')
  await expect(steps).toHaveText([
    /Válidos5100%/,
    /Enviados360%/,
    /Entregues360%100% da etapa anterior/,
    /Lidos\d/,
    /Responderam120%/,
  ])
  const overTime = page.getByRole('region', { name: 'Ao longo do tempo' })
  await overTime.getByRole('button', { name: 'Ver em tabela' }).click()
  const last = overTime.getByRole('row').last()
  await expect(last.getByRole('cell').nth(1)).toHaveText('3')
  await expect(overTime.locator('svg.recharts-surface').first()).toBeVisible()
})

test('a counter filters the table, and a second click takes the filter away', async () => {
  const failures = counter('Falhas').getByRole('button')
  await failures.click()
  await expect(failures).toHaveAttribute('aria-pressed', 'true')
  await expect(rows()).toHaveCount(1)
  await expect(row('Ana Souza')).toBeVisible()
  await expect(page).toHaveURL(/status=FAULTS/)
  await failures.click()
  await expect(failures).toHaveAttribute('aria-pressed', 'false')
  await expect(rows()).toHaveCount(5)
})

test('the table’s filter and search are in the URL', async () => {
  await choose(page, 'Mostrar', 'Não enviadas')
  await expect(rows()).toHaveCount(2)
  await expect(page.getByText('Quantidade: 2')).toBeVisible()
  await expect(page).toHaveURL(/status=FAILED/)
  await choose(page, 'Mostrar', 'Bloqueados')
  await expect(rows()).toHaveCount(1)
  await expect(row('Beto Lima')).toBeVisible()
  await choose(page, 'Mostrar', 'Enviadas')
  await expect(rows()).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill('ELIS')
  await expect(rows()).toHaveCount(1)
  await expect(row('Elis Braga')).toBeVisible()
  await page.reload()
  await expect(row('Elis Braga')).toBeVisible()
  await expect(rows()).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill('ninguém')
  await expect(page.getByText('Nada encontrado. Mude a busca ou o filtro.')).toBeVisible()
  await report(promotion)
})

test('a search that is typed just before the user leaves does not bring them back', async () => {
  const other = await page.context().newPage()
  await other.clock.install()
  const { promise: isLoaded, resolve: loaded } = Promise.withResolvers<void>()
  await other.route(/\/assets\/group-campaigns\.index/, (route) => isLoaded.then(() => route.continue()))
  await other.goto(`${system.origin}/campaign/${promotion.id}/report`)
  await other.getByRole('searchbox', { name: 'Buscar contatos' }).fill('elis')
  await openPage(other, 'Campanhas em grupo')
  const next = `${system.origin}/group-campaigns`
  await expect(other).toHaveURL(next)
  // The pause after the last key ends while the next page is loading.
  await other.clock.fastForward('00:01')
  loaded()
  await expect(other.getByRole('heading', { name: 'Campanhas em grupo' })).toBeVisible()
  await expect(other).toHaveURL(next)
  await other.close()
})

test('a user downloads the recipients as a spreadsheet', async () => {
  const download = page.waitForEvent('download')
  await button('Baixar planilha').click()
  expect((await download).suggestedFilename()).toMatch(/^Promoção \d\d-\d\d-\d{4}\.xlsx$/)
})

test('the report is accessible in light and dark mode, on a desktop and on a phone', async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      await report(promotion)
      await expect(page.getByText('Elis Braga')).toBeVisible()
      await expectInOrder(page, `report, ${colorScheme}, ${width}`)
    }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('failed recipients are sent to again after a confirmation', async () => {
  await admin.simulator('POST', '/faults', { kind: 'clear' })
  await report(promotion)
  await button('Reenviar todas com falha').click()
  const question = page.getByRole('dialog', { name: 'Reenviar as falhas de Promoção?' })
  await expect(question.getByText('1 destinatário vai recebê-la.')).toBeVisible()
  await expect(question.getByRole('checkbox')).toBeHidden()
  await expectInOrder(page, 'the question')
  await question.getByRole('button', { name: 'Reenviar todas com falha' }).click()
  await expect(page.getByText('Reenvio iniciado')).toBeVisible()
  await expect(row('Ana Souza')).toContainText('Enviado', { timeout: 60_000 })
  await expect(page.getByText('Finalizada', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(counter('Falhas')).toContainText('0')
  await expect(row('Beto Lima')).toContainText('Bloqueado')
  await expect(button('Reenviar todas com falha')).toBeHidden()
  expect(await admin.messagesOf(PEOPLE['Ana Souza'])).toHaveLength(1)
  expect(await admin.messagesOf(PEOPLE['Beto Lima'])).toEqual([])
})

test('a recipient with an unknown outcome gets the message again only if a person decides so', async () => {
  await admin.simulator('POST', '/faults', { kind: 'nack', to: PEOPLE['Ana Souza'], code: REFUSAL })
  const again = await aFinishedCampaign({ name: 'Talvez' })
  await admin.simulator('POST', '/faults', { kind: 'clear' })
  await forgetOutcome(again, 'Ana Souza')
  await report(again)
  await expect(row('Ana Souza')).toContainText('Não se sabe se a mensagem chegou')
  await button('Reenviar todas com falha').click()
  const question = page.getByRole('dialog', { name: 'Reenviar as falhas de Talvez?' })
  await expect(question.getByRole('button', { name: 'Reenviar todas com falha' })).toBeDisabled()
  await expect(question.getByText('A mensagem pode chegar duas vezes a eles.')).toBeVisible()
  await question
    .getByRole('checkbox', { name: 'Incluir 1 destinatário de quem não se sabe se recebeu' })
    .check()
  await expect(question.getByText('1 destinatário vai recebê-la.')).toBeVisible()
  await question.getByRole('button', { name: 'Reenviar todas com falha' }).click()
  await expect(row('Ana Souza')).toContainText('Enviado', { timeout: 60_000 })
})

test('a recipient with an open question is shown as waiting, and the answer appears at once', async () => {
  const few = (await admin.newList('Convidados')).id
  for (const name of ['Caio Reis', 'Dora Paz'] as const)
    await admin.call('createContactListItem', { contactListId: few, name, number: PEOPLE[name] })
  const asked = { confirmation: true, confirmationMessage1: 'Quer receber a oferta?' }
  const offer = await admin.newCampaign({ name: 'Oferta', whatsappId: shop, contactListId: few, ...asked })
  await admin.call('startCampaign', { campaignId: offer.id })
  await report(offer)
  await expect(row('Caio Reis')).toContainText('Aguardando confirmação')
  await expect(row('Dora Paz')).toContainText('Aguardando confirmação')
  await expect(counter('Aguardando resposta')).toContainText('2')
  await say('Dora Paz', 'Não')
  await expect(row('Dora Paz')).toContainText('O contato respondeu que não quer receber')
  await say('Caio Reis', 'Sim')
  await expect(row('Caio Reis')).toContainText('Enviado', { timeout: 60_000 })
  await expect(counter('Confirmadas e entregues')).toContainText('1')
  await expect(page.getByText('Finalizada', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(counter('Aguardando resposta')).toContainText('0')
  await expect(button('Reenviar todas com falha')).toBeHidden()
})

test('a group campaign’s report shows each group as one recipient', async () => {
  const members = [SHOP, PEOPLE['Caio Reis']]
  await admin.simulator('POST', '/groups', { subject: 'Vizinhança', members, admins: [SHOP] })
  await admin.call('syncGroups')
  const group = await eventually('the group has become a list', async () => {
    const { records } = await admin.call('listContactLists', { type: 'GROUP' })
    return records[0]
  })
  const general = await admin.newCampaign({
    type: 'GROUP',
    name: 'Recado geral',
    contactListId: [group.id],
    whatsappId: shop,
    message1: 'Olá a todos',
  })
  await admin.call('startCampaign', { campaignId: general.id })
  await at(`/group-campaign/${general.id}/report`)
  await expect(page.getByRole('heading', { name: 'Relatório da Recado geral' })).toBeVisible()
  const recipient = table().getByRole('row', { name: /Vizinhança/ })
  await expect(recipient).toContainText('Enviado', { timeout: 60_000 })
  await expect(recipient.getByRole('cell').nth(1)).toHaveText('Grupo')
  await expect(page.getByRole('progressbar', { name: 'Progresso' })).toHaveAttribute('aria-valuenow', '100')
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(/\/group-campaigns$/)
})

test('a campaign is paused, continued, cancelled and restarted from its report', async () => {
  const pace = { messageInterval: '3600', minimumMessageInterval: '3600', longerIntervalAfter: '0' }
  await admin.settings({ ...pace, greaterInterval: '0' })
  const slow = await admin.newCampaign({ name: 'Aviso', whatsappId: shop, contactListId: customers })
  await admin.call('startCampaign', { campaignId: slow.id })
  await report(slow)
  await expect(page.getByText(/Deve terminar por volta de/)).toBeVisible()
  const act = async (action: string, done: string) => {
    await button(action).click()
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
    await expect(page.getByText(done, { exact: true })).toBeVisible()
  }
  await act('Pausar', 'Campanha pausada')
  await expect(page.getByText(/Pausada desde/)).toBeVisible()
  await act('Continuar', 'Campanha retomada')
  await expect(page.getByText(/Pausada desde/)).toBeHidden()
  await act('Cancelar campanha', 'Campanha cancelada')
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible()
  await act('Reiniciar campanha', 'Campanha reiniciada')
  await expect(page.getByText('Em andamento', { exact: true })).toBeVisible()
  await act('Cancelar campanha', 'Campanha cancelada')
})

test('the dashboard counts sent messages by day and shows the latest campaigns', async () => {
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const { days, counters } = await admin.call('getDashboard', {
    date_from: dayFromNow(-1),
    date_to: dayFromNow(0),
  })
  expect(days.reduce((sum, { sent }) => sum + sent, 0)).toBe(counters.messages)
  expect(counters.messages).toBeGreaterThanOrEqual(4)
  await at(`/?from=${dayFromNow(-1)}&to=${dayFromNow(0)}`)
  await expect(counter('Mensagens enviadas')).toContainText(String(counters.messages))
  await expect(counter('Listas de contatos')).toContainText('3')
  await expect(counter('Campanhas')).toContainText('5')
  await button('Ver em tabela').click()
  const perDay = page.getByRole('table', { name: 'Mensagens por dia' })
  await expect(perDay.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(days.length)
  const latest = page.getByRole('table', { name: 'Últimas campanhas' })
  await expect(latest.getByRole('row', { name: /Promoção/ })).toContainText('Finalizada')
  await expect(
    latest
      .getByRole('row', { name: /Promoção/ })
      .getByRole('cell')
      .nth(2),
  ).toHaveText('4')

  await at('/?from=2025-01-01&to=2025-01-31')
  await expect(page.getByText('Nenhum registro para este período')).toBeVisible()
  await expect(page.getByText('Nenhuma mensagem enviada neste período.')).toBeVisible()
  await expect(page.getByLabel('Período')).toHaveText('01/01/2025 – 31/01/2025')
  await at('/?from=2024-01-01&to=2026-01-31')
  await expect(page.getByRole('alert')).toContainText('Escolha um período de no máximo 366 dias.')
})

test('the dashboard is accessible in light and dark mode, on a desktop and on a phone', async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      await at(`/?from=${dayFromNow(-1)}&to=${dayFromNow(0)}`)
      await expect(page.getByText('Promoção')).toBeVisible()
      await page.getByLabel('Período').click()
      await expectInOrder(page, `dashboard, ${colorScheme}, ${width}`)
    }
})

test('a user who is not an admin has no dashboard', async ({ page: other }) => {
  await enterAs(other, system.origin, await principals.person(company, { profile: 'user' }), '/')
  await expect(other.getByRole('heading', { name: 'Conexões' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await other.goto(`${system.origin}/?from=2026-01-01&to=2026-01-02`)
  await expect(other).toHaveURL(/\/connections/)
})

async function aFinishedCampaign(more: { name: string }): Promise<Campaign> {
  const campaign = await admin.newCampaign({ whatsappId: shop, contactListId: customers, ...more })
  await admin.call('startCampaign', { campaignId: campaign.id })
  return admin.finished(campaign.id)
}

/** As after a process died between wire and table, without any result of the message. */
async function forgetOutcome(campaign: Campaign, name: Name): Promise<void> {
  const tenant = principals.tenant(company)
  const { ledger } = (await getCampaign(tenant, campaign.id)) ?? {}
  const { shipping } = await admin.report(campaign.id)
  const place = shipping.findIndex(({ number }) => number === PEOPLE[name])
  const key = recipientKey({ ledger: ledger ?? '', place })
  const found = await tenant.get(key)
  if (!found) throw new Error(`No recipient at place ${place}`)
  const { failureCode: _, ...recipient } = found
  await tenant.put({ ...recipient, reason: 'UNKNOWN_OUTCOME' })
}

/** A local date of the company, whose zone is São Paulo. */
const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)
