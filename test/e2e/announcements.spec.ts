import { expect, type Page, test } from '@playwright/test'
import { newId } from '@recado/shared/ids'
import { tellOnce } from '@recado/shared/notices/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ApiClient } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import {
  choose,
  chooseForRecord,
  EVERY_LOOK,
  end,
  enterAs,
  expectInOrder,
  lookFrom,
  openPage,
} from './steps.ts'

let system: RunningSystem
let operatorApi: ApiClient
/** An operator of the platform, and a user of a company. */
let operator: Page
let reader: Page
let readerId: string
let readers: TenantTable

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const principals = new Principals(system)
  const [operators, company] = [await principals.company(), await principals.company()]
  operatorApi = await principals.signedIn(operators, { isSuper: true })
  operator = await (await browser.newContext()).newPage()
  await enterAs(operator, system.origin, await principals.person(operators, { isSuper: true }), '/')
  reader = await (await browser.newContext()).newPage()
  const person = await principals.person(company, { profile: 'user' })
  readerId = person.id
  readers = principals.tenant(company)
  await enterAs(reader, system.origin, person, '/')
})
test.afterAll(({ browser }) => end(browser, system))

const row = (title: string) => operator.getByRole('row', { name: new RegExp(title) })
/** Opens the bell with its announcements. */
async function openAnnouncements(page: Page) {
  await bell(page).click()
  await page.getByRole('tab', { name: 'Informativos' }).click()
  return page.getByRole('dialog', { name: 'Avisos' })
}
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Avisos/ })

/** A red square of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('the operator writes an announcement in a validated form, and it is on every bell at once', async () => {
  await expect(bell(reader)).toHaveAccessibleName('Avisos')
  await openPage(operator, 'Informativos', 'Administração')
  await operator.getByRole('button', { name: 'Novo informativo' }).first().click()
  const dialog = operator.getByRole('dialog', { name: 'Novo informativo' })
  const submit = dialog.getByRole('button', { name: 'Publicar informativo' })
  await submit.click()
  await expect(dialog.getByText('Obrigatório', { exact: true })).toHaveCount(2)
  await expectInOrder(operator, 'the empty form')
  await dialog.getByLabel('Título').fill('Manutenção no domingo')
  await dialog.getByLabel('Texto').fill('O sistema para às 3h.\nVolta às 4h.')
  await choose(operator, 'Prioridade', 'Alta')
  const image = dialog.locator('input[type=file]')
  await expect(image).toHaveAttribute('accept', '.png,.jpg,.jpeg')
  await image.setInputFiles({ name: 'aviso.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByRole('alert')).toContainText('Só são aceitas imagens .png, .jpg e .jpeg.')
  await image.setInputFiles({ name: 'falso.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('Só são aceitas imagens .png, .jpg e .jpeg.')
  await expect(bell(reader)).toHaveAccessibleName('Avisos')
  await image.setInputFiles({ name: 'aviso.png', mimeType: 'image/png', buffer: PNG })
  await expect(dialog.getByRole('img', { name: 'aviso.png' })).toBeVisible()
  // A browser fires no event for a file that its input already holds.
  await expect(image).toHaveValue('')
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(row('Manutenção no domingo').getByText('Alta')).toBeVisible()
  await expect(row('Manutenção no domingo').getByText('Ativo')).toBeVisible()
  await expect(row('Manutenção no domingo')).toHaveCount(1)
  await expect(bell(reader)).toHaveAccessibleName('Avisos: 1 não lido')
})

test('the bell shows an announcement’s priority in colour and word, loads its image on opening, and remembers seen ones', async () => {
  // Only announcements are new, so the bell opens with them.
  await bell(reader).click()
  const list = reader.getByRole('dialog', { name: 'Avisos' })
  const item = list.getByRole('button', { name: /Manutenção no domingo/ })
  await expect(item.getByText('Alta')).toBeVisible()
  await expect(item.getByText('Novo')).toBeVisible()
  // Red, as specified.
  await expect(item).toHaveCSS('border-left-color', 'rgb(200, 50, 43)')
  await expectInOrder(reader, 'the bell')
  await item.click()
  const detail = reader.getByRole('dialog', { name: 'Manutenção no domingo' })
  await expect(detail.getByText('Volta às 4h.')).toBeVisible()
  const image = detail.getByRole('img', { name: 'Imagem de Manutenção no domingo' })
  await expect(image).toBeVisible()
  expect(await image.evaluate((element) => Reflect.get(element, 'naturalWidth'))).toBe(1)
  await expectInOrder(reader, 'the announcement')
  await detail.getByRole('button', { name: 'Fechar' }).click()
  await expect(bell(reader)).toHaveAccessibleName('Avisos')
  await reader.reload()
  await expect(bell(reader)).toHaveAccessibleName('Avisos')
})

test('one bell counts notices and announcements, leads to their pages, and asks how one wants to be told', async () => {
  const announced = { title: 'Versão nova', text: 'Texto', priority: 3 } as const
  const { id: announcementId } = await operatorApi.call('createAnnouncement', announced)
  const about = { place: 'contacts', reason: 'DONE', done: 40, failed: 2 } as const
  const notice = { kind: 'import-ended', ticketId: null, about, at: new Date().toISOString() } as const
  const told = { subject: 'I1', since: notice.at }
  await tellOnce(readers, { ...notice, id: newId(), userId: readerId }, told)
  await reader.reload()
  await expect(bell(reader)).toHaveAccessibleName('Avisos: 2 não lidos')
  await bell(reader).click()
  const panel = reader.getByRole('dialog', { name: 'Avisos' })
  await panel.getByRole('button', { name: 'Como quero ser avisado' }).click()
  const settings = reader.getByRole('dialog', { name: 'Como quero ser avisado' })
  // Users get no notices about connections.
  await expect(settings.getByRole('checkbox', { name: 'Conexão fora do ar: E-mail' })).toHaveCount(0)
  const byMail = settings.getByRole('checkbox', { name: 'Minha importação terminou: E-mail' })
  await expect(byMail).not.toBeChecked()
  const saved = reader.waitForResponse((response) => response.request().method() === 'PUT')
  await byMail.focus()
  await reader.keyboard.press('Space')
  expect((await saved).status()).toBe(200)
  await reader.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await reader.reload()
  await bell(reader).click()
  await panel.getByRole('button', { name: 'Como quero ser avisado' }).click()
  await expect(byMail).toBeChecked()
  await reader.keyboard.press('Escape')
  await bell(reader).click()
  await panel.getByRole('link', { name: /Sua importação terminou. Importados: 40. Recusados: 2./ }).click()
  await expect(reader).toHaveURL(/\/contacts/)
  await expect(bell(reader)).toHaveAccessibleName('Avisos: 1 não lido')
  await bell(reader).click()
  await expect(panel.getByRole('tab', { name: 'Informativos' })).toHaveAttribute('aria-selected', 'true')
  await expect(panel.getByRole('button', { name: /Versão nova/ })).toBeVisible()
  await reader.keyboard.press('Escape')
  await expect(bell(reader)).toHaveAccessibleName('Avisos')
  await operatorApi.call('deleteAnnouncement', { announcementId })
})

test('the operator changes an announcement, and an inactive one is on no bell', async () => {
  await row('Manutenção').getByRole('button', { name: 'Editar' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Editar informativo' })
  await expect(dialog.getByRole('img', { name: 'aviso.png' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remover imagem' }).click()
  await choose(operator, 'Prioridade', 'Média')
  await choose(operator, 'Status', 'Inativo')
  await dialog.getByRole('button', { name: 'Salvar informativo' }).click()
  await expect(dialog).toBeHidden()
  await expect(row('Manutenção').getByText('Inativo')).toBeVisible()
  await expect(row('Manutenção').getByText('Média')).toBeVisible()
  await expect(row('Manutenção').getByLabel('Com imagem')).toHaveCount(0)
  const list = await openAnnouncements(reader)
  await expect(list.getByText('Nenhum informativo por aqui.')).toBeVisible()
  await reader.keyboard.press('Escape')
})

test('the list is searchable, loads further pages by itself, and deletes after a question', async () => {
  for (let at = 1; at <= 24; at++)
    await operatorApi.call('createAnnouncement', { title: `Novidade ${at}`, text: 'Texto', priority: 3 })
  await operator.goto(`${system.origin}/announcements`)
  await expect(row('Novidade 24')).toBeVisible()
  // Further rows come when the last one is in view.
  await expect(async () => {
    await operator.getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(row('Novidade 1 ')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await operator.getByRole('searchbox', { name: 'Buscar informativos' }).fill('NOVIDADE 12')
  await expect(row('Novidade 12')).toBeVisible()
  await expect(row('Novidade 13')).toHaveCount(0)
  expect(new URL(operator.url()).searchParams.get('search')).toBe('novidade 12')
  await chooseForRecord(operator, 'Novidade 12', 'Excluir')
  const question = operator.getByRole('dialog', { name: 'Excluir o informativo “Novidade 12”?' })
  await expectInOrder(operator, 'the question')
  await question.getByRole('button', { name: 'Excluir informativo' }).click()
  await expect(operator.getByText('Nada encontrado.')).toBeVisible()
  await expect(bell(reader)).toHaveAccessibleName(/^Avisos: \d\d não lidos$/)
})

test('a user who is not an operator finds neither the page nor its menu entry', async () => {
  await expect(reader.getByRole('link', { name: 'Configurações' })).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Informativos' })).toHaveCount(0)
  await reader.goto(`${system.origin}/announcements`)
  await expect(reader).toHaveURL(/\/connections$/)
})

test('page, form and bell are accessible on a desktop, and on a phone in dark mode', async ({
  browserName: _,
}, info) => {
  for (const look of EVERY_LOOK) {
    await lookFrom(operator, look)
    for (const [path, awaited] of [
      ['/announcements', 'Novidade 24'],
      ['/announcements?dialog=new', 'PNG ou JPG de até 5 MB.'],
    ] as const) {
      await operator.goto(system.origin + path)
      await expect(operator.getByText(awaited).first()).toBeVisible()
      await expectInOrder(operator, path)
      await operator.screenshot({
        path: info.outputPath(`${look}-${path.includes('dialog') ? 'form' : 'list'}.png`),
      })
    }
    await operator.goto(`${system.origin}/announcements`)
    const list = await openAnnouncements(operator)
    await expect(list.getByText('Baixa').first()).toBeVisible()
    await expectInOrder(operator, 'the bell')
    await operator.screenshot({ path: info.outputPath(`${look}-bell.png`) })
    await list.getByRole('button', { name: 'Como quero ser avisado' }).click()
    const settings = operator.getByRole('dialog', { name: 'Como quero ser avisado' })
    await expect(settings.getByRole('checkbox', { name: 'Conexão fora do ar: E-mail' })).toBeChecked()
    await expectInOrder(operator, 'the channels')
    await operator.screenshot({ path: info.outputPath(`${look}-channels.png`) })
  }
})
