import { expect, type Page } from '@playwright/test'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { newId } from '@recado/shared/ids'
import type { ApiClient } from '../support/api-client.ts'
import { sharedSystem, test } from './shared-system.ts'
import {
  choose,
  EVERY_LOOK,
  enterAs,
  expectInOrder,
  expectPagesInOrder,
  framesLater,
  lookFrom,
  openPage,
} from './steps.ts'

const { system, principals } = sharedSystem()
let company: string
/** Another user of the company, who changes things by the API that the page must show. */
let admin: ApiClient
let page: Page

// All tests share one sign-in, which takes longer than most of them.
test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, await principals.person(company), '/')
  await openPage(page, 'Contatos bloqueados', 'Contatos')
})

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

test('a user blocks a contact in the form, which shows the specified errors', async () => {
  await expect(page.getByText('Quantidade: 0')).toBeVisible()
  await page.getByRole('button', { name: 'Bloquear contato' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Bloquear contato' })
  const submit = dialog.getByRole('button', { name: 'Bloquear contato' })
  await submit.click()
  await expect(dialog.getByText('Campo obrigatório')).toHaveCount(2)
  const [name, number] = [dialog.getByLabel('Nome'), dialog.getByLabel('Número')]
  for (const [text, words] of [
    ['A', 'Nome muito curto!'],
    ['A'.repeat(51), 'Nome muito longo!'],
  ] as const) {
    await name.fill(text)
    await submit.click()
    await expect(dialog.getByText(words)).toBeVisible()
  }
  await name.fill('Carlos Pereira')
  for (const wrong of ['1234567', '1'.repeat(17)]) {
    await number.fill(wrong)
    await submit.click()
    await expect(dialog.getByText('Telefone Inválido')).toBeVisible()
    await expect(dialog.getByText('Nome muito longo!')).toBeHidden()
  }
  await expectInOrder(page, 'the form')
  await number.fill('(11) 98765-4321')
  await number.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Lista de contatos criada com sucesso!')).toBeVisible()
  await expect(row('Carlos Pereira').getByText('+55 11 98765-4321')).toBeVisible()
  await expect(row('Carlos Pereira').getByText('Manual')).toBeVisible()
  await expect(row('Carlos Pereira').getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
})

test('other users’ changes appear at once, and the search finds names and numbers', async () => {
  const input = { name: 'Dora Lima', number: '11 98765-0009' }
  const { id } = await admin.call('createContactBlock', input)
  await expect(row('Dora Lima')).toBeVisible()
  await expect(page.getByText('Quantidade: 2')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Buscar contatos bloqueados' })
  await search.fill('98765-0009')
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
  await expect(row('Carlos Pereira')).toHaveCount(0)
  await admin.call('deleteContactBlock', { contactBlockId: id })
  await expect(page.getByText('Nada encontrado.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar busca' }).click()
  await expect(row('Carlos Pereira')).toBeVisible()
})

test('an opted-out person is shown with their message, and unblocked only after a question', async () => {
  const evidence = { text: 'SAIR', at: '2026-01-02T12:00:00.000Z', whatsappId: newId() }
  await putBlock(principals.tenant(company), {
    id: newId(),
    name: 'Edu Reis',
    number: '5511987650077',
    origin: 'OPT_OUT',
    evidence,
    createdAt: new Date().toISOString(),
  })
  await page.reload()
  await row('Edu Reis').getByRole('button', { name: 'Mensagem de Edu Reis' }).click()
  await expect(page.getByText('SAIR', { exact: true })).toBeVisible()
  await expect(page.getByText('Escreveu em 02/01/2026 09:00')).toBeVisible()
  await expectInOrder(page, 'the message')
  await page.keyboard.press('Escape')
  await row('Edu Reis').getByRole('button', { name: 'Excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Desbloquear Edu Reis?' })
  await expect(question.getByRole('alert')).toContainText('Esta pessoa pediu para não receber mensagens.')
  await expect(question.getByRole('button', { name: 'Desbloquear contato' })).toBeDisabled()
  await question.getByRole('textbox', { name: 'Por que desbloquear?' }).fill('Pediu por telefone')
  await expectInOrder(page, 'the question')
  await question.getByRole('button', { name: 'Desbloquear contato' }).click()
  await expect(row('Edu Reis')).toHaveCount(0)
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
})

test('a spreadsheet’s numbers are blocked by the columns that the user chose', async () => {
  await page.getByRole('button', { name: 'Importar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Importar contatos bloqueados' })
  await expect(dialog.getByText('Remover duplicados')).toHaveCount(0)
  await expect(dialog.getByText('Consentimento')).toHaveCount(0)
  const lines = ['nome,numero,email', 'Fábio,11987650081,f@exemplo.com', 'Gil,12,', 'Carlos,11987654321,']
  const buffer = Buffer.from(lines.join('\n'))
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByText('Colunas reconhecidas: Nome (A), Número (B).')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ajustar colunas' }).click()
  await choose(page, 'Coluna A', 'Ignorar')
  await dialog.getByRole('button', { name: 'Bloquear contatos' }).click()
  await expect(dialog.getByText('1 contato bloqueado')).toBeVisible()
  await expect(dialog.getByText('Número inválido: 1')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar linhas recusadas' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await expect(row('5511987650081').getByText('Planilha')).toBeVisible()
  await expect(page.getByText('Quantidade: 2')).toBeVisible()
})

test('the page is accessible on a desktop, and on a phone in dark mode', async () => {
  for (const look of EVERY_LOOK) {
    await lookFrom(page, look)
    await expectPagesInOrder(page, system.origin, [
      ['/contact-blocks', 'Quantidade: 2'],
      ['/contact-blocks?dialog=import', 'Arraste a planilha para cá'],
    ])
  }
})

const LISTED = /\/api\/contact-blocks(\?|$)/
test('a list that is being refreshed is refreshed to its end before its next page is loaded', async () => {
  for (let at = 0; at < 21; at++) {
    const number = `55119876${String(60_000 + at)}`
    await admin.call('createContactBlock', { name: `Pessoa ${at}.`, number })
  }
  await lookFrom(page, 'a desk')
  await page.goto(`${system.origin}/contact-blocks`)
  await expect(page.getByText('Quantidade: 23')).toBeVisible()
  const { promise: mayAnswer, resolve } = Promise.withResolvers<void>()
  const isRefreshed = { first: false, beforeNext: true }
  await page.route(LISTED, async (route) => {
    const answer = await route.fetch()
    await mayAnswer
    await route.fulfill({ response: answer })
  })
  page.on('request', (request) => {
    if (request.url().includes('/api/contact-blocks?cursor=')) isRefreshed.beforeNext &&= isRefreshed.first
  })
  const refreshes = page.waitForRequest(LISTED)
  await admin.call('createContactBlock', { name: 'Zélia Prado', number: '11 98765-0099' })
  await refreshes
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await framesLater(page)
  isRefreshed.first = true
  resolve()
  await expect(page.getByText('Quantidade: 24')).toBeVisible()
  await expect(row('Carlos Pereira')).toBeVisible()
  expect(isRefreshed.beforeNext).toBe(true)
})
