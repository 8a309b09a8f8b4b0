import { expect, type Page } from '@playwright/test'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import type { ApiClient } from '../support/api-client.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import {
  choose,
  chooseForRecord,
  chooseSheet,
  enterAs,
  expectInOrder,
  NO_CONSENT,
  sayConsent,
} from './steps.ts'

const { system, principals } = sharedSystem()
let company: string
/** Another user of the company, who changes things by the API that the page must show. */
let admin: ApiClient
let me: Person
let page: Page

// All tests share one sign-in, which takes longer than most of them.
test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  me = await principals.person(company)
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, me)
})

const CONSENT = 'Como estas pessoas aceitaram receber mensagens?'
const at = (path: string) => page.goto(system.origin + path)
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
/** Contacts with unique numbers, as a file. */
const many = (rows: number) =>
  csv(
    'muitos.csv',
    'nome,numero',
    ...Array.from({ length: rows }, (_, n) => `Contato ${n},55119${String(60_000_000 + n)}`),
  )
async function openImport(list: ContactList) {
  await at(`/contact-lists/${list.id}/contacts`)
  await page.getByRole('button', { name: 'Importar' }).first().click()
  return page.getByRole('dialog', { name: 'Importar contatos' })
}

test('a new list leads to its import, which asks for the consent and names the person who confirmed it', async () => {
  await at('/contact-lists')
  await page.getByRole('button', { name: 'Nova lista' }).first().click()
  const create = page.getByRole('dialog', { name: 'Nova lista' })
  await create.getByRole('button', { name: 'Criar lista' }).click()
  await expect(create.getByText('Required')).toBeVisible()
  await create.getByLabel('Nome').fill('Inscritos')
  await create.getByRole('button', { name: 'Criar lista' }).click()
  await expect(page.getByRole('heading', { name: 'Inscritos' })).toBeVisible()

  await expect(page.getByRole('button', { name: 'Importar' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
  await chooseSheet(dialog, csv('i.csv', 'nome,numero', 'Ana,11987650009'))
  for (const radio of await dialog.getByRole('radiogroup', { name: CONSENT }).getByRole('radio').all())
    await expect(radio).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible()
  await sayConsent(page, 'Preencheram um formulário')
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible()
  await dialog.getByLabel('Desde quando').fill('02/01/2026')
  await dialog.getByLabel('Observação').fill('Formulário do site')
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('1 contato importado')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()

  await page.getByRole('link', { name: 'Voltar' }).click()
  await row('Inscritos').getByRole('img', { name: 'Com consentimento' }).hover()
  const said = page.getByRole('tooltip').filter({ hasText: 'Aceitaram receber mensagens em um formulário' })
  await expect(said).toContainText('desde 02/01/2026. Observação: Formulário do site.')
  await expect(said).toContainText(`Registrado por ${me.name}`)

  await chooseForRecord(page, 'Inscritos', 'Editar')
  const edit = page.getByRole('dialog', { name: 'Editar lista' })
  await sayConsent(page, NO_CONSENT)
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expect(row('Inscritos').getByRole('img', { name: 'Consentimento não registrado' })).toBeVisible()
})

test('a spreadsheet is imported after the user states its consent, and its refused rows can be downloaded', async () => {
  const list = await admin.newList('Clientes')
  const dialog = await openImport(list)
  await chooseSheet(
    dialog,
    csv('a.csv', 'nome,numero', 'Ana,11987650001', 'Beto,123', 'Ana,11987650001', 'Caio,11987650003'),
  )
  await expect(dialog.getByText('Colunas reconhecidas: Nome (A), Número (B).')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Descartar o que foi preenchido?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toBeHidden()
  await sayConsent(page, 'Preencheram um formulário')
  await expectInOrder(page, 'the choice of a file')
  await sayConsent(page, NO_CONSENT)
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('2 contatos importados')).toBeVisible()
  await expect(dialog.getByText('Número inválido: 1')).toBeVisible()
  await expectInOrder(page, 'the outcome')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar linhas recusadas' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await dialog.getByRole('button', { name: 'Importar outra' }).click()
  // The recorded answer is kept.
  await expect(dialog.getByRole('radio', { name: NO_CONSENT })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Quantidade: 2')).toBeVisible()
  await expect(page.getByText('Consentimento não registrado')).toBeVisible()
})

test('the dialog shows each column’s field and first values before the import can start', async () => {
  const list = await admin.newList('Do sistema')
  const dialog = await openImport(list)
  await chooseSheet(
    dialog,
    csv(
      'c.csv',
      'Clientes de março',
      'Data;Cód;Cliente;Fone',
      '15/03/2026;1001;Ana;(11) 98765-0001',
      '16/03/2026;1002;Beto;(11) 98765-0002',
    ),
  )
  const found = dialog.getByRole('table', { name: 'As colunas reconhecidas' })
  await expect(found.getByRole('row')).toHaveCount(3)
  await expect(found.getByRole('row').nth(1)).toHaveText(
    /^NúmeroD · Fone\(11\) 98765-0001, \(11\) 98765-0002$/,
  )
  await expect(found.getByRole('row').nth(2)).toHaveText(/^NomeC · ClienteAna, Beto$/)
  await expect(dialog.getByText('Ficam de fora: Data (A), Cód (B).')).toBeVisible()
  await expectInOrder(page, 'the recognised columns')
  // The columns are chosen before the consent is answered, and stay chosen.
  await dialog.getByRole('button', { name: 'Ajustar colunas' }).click()
  for (const column of ['A', 'B'])
    await expect(dialog.getByRole('combobox', { name: `Coluna ${column}` })).toHaveValue('Ignorar')
  await choose(page, 'Coluna A', 'Var 1')
  await dialog.getByRole('button', { name: 'Usar estas colunas' }).click()
  await expect(found.getByRole('row')).toHaveCount(4)
  await expect(dialog.getByText('Ficam de fora: Cód (B).')).toBeVisible()
  await sayConsent(page, NO_CONSENT)
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('2 contatos importados')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row('Beto').getByText('+55 11 98765-0002')).toBeVisible()
})

test('unclear columns are asked about, and an unreadable file is refused with a message', async () => {
  const list = await admin.newList('Clientes')
  const dialog = await openImport(list)
  await dialog.locator('input[type=file]').setInputFiles('test/spreadsheets/senha.xlsx')
  await expect(dialog.getByRole('alert')).toContainText('A planilha está protegida por senha.')
  await chooseSheet(dialog, csv('b.csv', 'Relatório,,', 'x1,Ana,(11) 98765-0001', 'x2,Beto,(11) 98765-0002'))
  await sayConsent(page, NO_CONSENT)
  await dialog
    .getByRole('button', { name: 'Continuar' })
    .or(dialog.getByRole('button', { name: 'Ajustar colunas' }))
    .first()
    .click()
  for (const column of ['A', 'B', 'C']) await choose(page, `Coluna ${column}`, 'Ignorar')
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Escolha a coluna que contém o número.')
  await choose(page, 'Coluna B', 'Nome')
  await choose(page, 'Coluna C', 'Número')
  await dialog.getByRole('radio', { name: 'A linha 3 é o primeiro contato' }).check()
  await expectInOrder(page, 'the columns')
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('1 contato importado')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row('Beto').getByText('+55 11 98765-0002')).toBeVisible()
})

test('an import continues while its dialog is closed, and a long spreadsheet is written in the background', async () => {
  const list = await admin.newList('Grande')
  const dialog = await openImport(list)
  await chooseSheet(dialog, many(6000))
  await sayConsent(page, NO_CONSENT)
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText(/de 6\.000 linhas lidas/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect(page.getByText('6.000 contatos importados')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Ver importação' }).click()
  await expect(page.getByRole('dialog').getByText('Importação concluída')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Quantidade: 6.000')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar planilha' }).click()
  await expect(page.getByText('A planilha está sendo gerada…')).toBeVisible()
  expect((await download).suggestedFilename()).toMatch(/^Grande \d\d-\d\d-\d{4}\.xlsx$/)
  await expect(page.getByText('A planilha está pronta')).toBeVisible()
})

test('an import is cancelled after a question, and its contacts stay', async () => {
  const list = await admin.newList('Longa')
  const dialog = await openImport(list)
  await chooseSheet(dialog, many(60_000))
  await sayConsent(page, NO_CONSENT)
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await dialog.getByRole('button', { name: 'Cancelar importação' }).click()
  const question = page.getByRole('dialog', { name: 'Cancelar a importação?' })
  await expect(question.getByText('O que já entrou fica na lista.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancelar importação' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByText('Importação cancelada')).toBeVisible()
  expect((await admin.list(list.id)).importId).toBeNull()
})

test('a list’s numbers are checked over a connection, and the counts always add up', async () => {
  const { id } = await admin.call('createConnection', { name: 'Sede' })
  const list = await admin.newList('Para verificar')
  await admin.addContacts(list.id, ['5511955585001', '5511955585002', '5511955585003'])
  const tenant = principals.tenant(company)
  await rememberAddress(tenant, '5511955585001', { exists: true, jid: null }, Date.now())
  await rememberAddress(tenant, '5511955585002', { exists: false, jid: null }, Date.now())
  await at(`/contact-lists/${list.id}/contacts`)
  await choose(page, 'Validade', 'Ainda não verificados')
  await expect(page.getByText('Quantidade: 3')).toBeVisible()
  await page.getByRole('button', { name: 'Verificar números' }).click()
  const question = page.getByRole('dialog', { name: 'Verificar 3 números?' })
  await expect(question.getByText(/São poucos números por minuto/)).toBeVisible()
  await expectInOrder(page, 'the question')
  await question.getByRole('button', { name: 'Verificar números' }).click()
  await expect(question).toBeHidden()

  await expect(page.getByText('Esperando a conexão Sede voltar.')).toBeVisible()
  await expect(page.getByText('2 de 3 números verificados.')).toBeVisible()
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
  expect(await admin.list(list.id)).toMatchObject({ contactsCount: 3, valids: 1, invalids: 1, unknowns: 1 })
  await expectInOrder(page, 'a check')
  await page.getByRole('button', { name: 'Parar verificação' }).click()
  await expect(page.getByText('Esperando a conexão Sede voltar.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Verificar números' })).toBeVisible()
  // An address opens the dialog of a contact that the filter leaves out.
  const left = { contactListId: list.id, valid: 'unknown' } as const
  const [unknown] = (await admin.call('listContactListItems', left)).contacts
  await at(`/contact-lists/${list.id}/contacts?valid=true&dialog=edit&id=${unknown?.id}`)
  const dialog = page.getByRole('dialog', { name: 'Editar contato' })
  await expect(dialog.getByLabel('Número')).toHaveValue('+55 11 95558-5003')
  await admin.call('deleteConnection', { whatsappId: id })
})

test('the deletion of a list shows its campaigns, and the start of a campaign shows the list’s consent', async () => {
  const { id: whatsappId } = await admin.call('createConnection', { name: 'Loja' })
  const list = await admin.newList('Feira')
  await admin.addContacts(list.id, ['5511955585004'])
  const scheduledAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
  await admin.newCampaign({ name: 'Natal', whatsappId, contactListId: list.id, scheduledAt })
  await at('/contact-lists')
  await chooseForRecord(page, 'Feira', 'Excluir')
  const question = page.getByRole('dialog', { name: 'Excluir Feira?' })
  await expect(question.getByText(/1 campanha em andamento ou agendada usa esta lista: Natal/)).toBeVisible()
  await expect(question.getByRole('button', { name: 'Excluir lista' })).toBeDisabled()
  await question.getByRole('button', { name: 'Cancelar' }).click()

  await at('/campaigns')
  await row('Natal').getByRole('button', { name: 'Iniciar agora' }).click()
  const start = page.getByRole('dialog', { name: 'Iniciar Natal agora?' })
  await expect(start.getByText('Consentimento não registrado')).toBeVisible()
  await expectInOrder(page, 'the start')
  await admin.call('updateContactList', {
    contactListId: list.id,
    name: 'Feira',
    consent: { source: 'EVENT', date: '2026-01-02' },
  })
  await expect(
    start.getByText(/^Consentimento: Aceitaram receber mensagens em um evento, desde 02\/01\/2026\./),
  ).toBeVisible()
  await expect(start.getByText('Consentimento não registrado')).toBeHidden()
})

test('the page detects a deaf live socket and requests the missed events', async () => {
  const context = page.context()
  const deaf = await context.newPage()
  let opened = 0
  await deaf.routeWebSocket(/\/ws\?t=/, (browser) => {
    opened++
    const server = browser.connectToServer()
    // The first socket stays open, but no frame arrives in either direction.
    if (opened > 1) return
    browser.onMessage(() => undefined)
    server.onMessage(() => undefined)
  })
  await deaf.goto(`${system.origin}/contact-lists`)
  await expect(deaf.getByRole('row', { name: /Inscritos/ })).toBeVisible()
  // All requests of the page's start have been answered.
  await deaf.waitForLoadState('networkidle')
  await admin.newList('Feita por outra pessoa')
  await expect.poll(() => opened, { timeout: 20_000 }).toBe(2)
  await expect(deaf.getByRole('row', { name: /Feita por outra pessoa/ })).toBeVisible()
  await deaf.close()
})

test('lists and their contacts are accessible on a desktop, and on a phone in dark mode', async () => {
  const list = await admin.newList('Um nome de lista que é comprido o bastante')
  await admin.addContacts(list.id, ['5511955585005', '5511955585006'])
  const expectAll = async (pages: Record<string, string>) => {
    for (const [path, awaited] of Object.entries(pages)) {
      await at(path)
      await expect(page.getByText(awaited).last()).toBeVisible()
      await expectInOrder(page, path)
    }
  }
  const pages = {
    '/contact-lists': 'Um nome de lista que é comprido',
    [`/contact-lists/${list.id}/contacts`]: 'Quantidade: 2',
  }
  await expectAll({ ...pages, '/contact-lists?dialog=new': 'Criar lista' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAll({ ...pages, [`/contact-lists/${list.id}/contacts?dialog=import`]: 'Remover duplicados' })
})
