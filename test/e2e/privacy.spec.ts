import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { ApiClient } from '../support/api-client.ts'
import { sharedSystem, test } from './shared-system.ts'
import { enterAs, expectInOrder, openPage } from './steps.ts'

const ANA = '5511987651001'

const { system, principals } = sharedSystem()
let company: string
let admin: ApiClient
let page: Page

test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  const list = await admin.newList('Clientes')
  await admin.addContacts(list.id, [ANA, '5511987651002'])
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, await principals.person(company), '/settings?tab=privacy')
})

const number = () => page.getByRole('textbox', { name: 'Número' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an admin exports the company’s data about a person', async () => {
  await expect(page.getByText('Nenhuma exclusão até agora.')).toBeVisible()
  await button('Baixar os dados').click()
  await expect(page.getByText('Digite um número com DDD')).toBeVisible()
  await number().fill('(11) 98765-1001')
  const coming = page.waitForEvent('download')
  await button('Baixar os dados').click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^Dados de um titular \d\d-\d\d-\d{4}\.zip$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes('dados.xlsx')).toBe(true)
  await expect(page.getByText('O arquivo com os dados está pronto')).toBeVisible()
})

test('an admin learns that the company has no data about a number', async () => {
  await number().fill('(31) 95555-0000')
  await button('Baixar os dados').click()
  await expect(page.getByText('Nenhum dado deste titular está guardado')).toBeVisible()
})

test('an admin erases a person after typing the end of the number, with live progress', async () => {
  await number().fill('(11) 98765-1001')
  await button('Excluir dados do titular').click()
  const dialog = page.getByRole('dialog', { name: 'Excluir os dados de (11) 98765-1001?' })
  const erase = dialog.getByRole('button', { name: 'Excluir dados do titular' })
  await expect(erase).toBeDisabled()
  await expectInOrder(page, 'the question')
  await dialog.getByLabel('Para confirmar, digite os quatro últimos números').fill('1001')
  await erase.click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /Final 1001/ })
  await expect(row.getByText('Excluídos', { exact: true })).toBeVisible()
  await expect(row.getByText('1 contato')).toBeVisible()
  await openPage(page, 'Listas de contatos', 'Contatos')
  await expect(page.getByRole('row', { name: /Clientes/ })).toContainText('1')
  await page.goBack()
})

test('an erased person is written to again only after a question', async () => {
  const row = page.getByRole('row', { name: /Final 1001/ })
  await row.getByRole('button', { name: 'Permitir campanhas para o final 1001' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permitir campanhas para o final 1001?' })
  await expect(dialog.getByText('Só se o titular aceitou de novo')).toBeVisible()
  await dialog.getByRole('button', { name: 'Permitir campanhas' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row.getByText(/^Campanhas permitidas em .* por /)).toBeVisible()
})

test('the page is accessible on a desktop and a phone, also in dark mode', async () => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.reload()
      await expect(page.getByText('Final 1001')).toBeVisible()
      await expectInOrder(page, `${size.width} ${colorScheme}`)
    }
  }
})

test('an admin erases a person whose number WhatsApp did not show', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${system.origin}/settings?tab=privacy&lid=777000111222`)
  const lid = page.getByRole('textbox', { name: 'Identificação no WhatsApp' })
  await expect(lid).toHaveValue('777000111222')
  await expectInOrder(page, 'the identification')
  await button('Excluir dados do titular').click()
  const dialog = page.getByRole('dialog', { name: 'Excluir os dados de 777000111222?' })
  await dialog.getByLabel('Para confirmar, digite os quatro últimos números').fill('1222')
  await dialog.getByRole('button', { name: 'Excluir dados do titular' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Final 1222/ })).toBeVisible()
  // The next person is named by their number again.
  await expect(lid).toBeHidden()
  await expect(number()).toBeEmpty()
})
