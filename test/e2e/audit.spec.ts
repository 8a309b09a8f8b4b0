import { expect, type Page } from '@playwright/test'
import type { ApiClient } from '../support/api-client.ts'
import { sharedSystem, test } from './shared-system.ts'
import { choose, enterAs, expectInOrder } from './steps.ts'

const { system, principals } = sharedSystem()
/** A user of the company, whose actions the trail must show. */
let colleague: ApiClient
let page: Page
let name: string

test.beforeAll(async ({ browser }) => {
  const company = await principals.company()
  const person = await principals.person(company, { profile: 'user' })
  name = person.name
  colleague = await principals.signIn(person)
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, await principals.person(company))
})

const row = (text: string) => page.getByRole('row', { name: new RegExp(text) })

test('the audit trail shows an admin who did what, and why an action was refused', async () => {
  const list = await colleague.newList('Clientes')
  await colleague.call('updateContactList', { contactListId: list.id, name: 'Clientes antigos' })
  const { id } = await colleague.call('createTag', { name: 'VIP', color: '#336699' })
  await colleague.call('updateTag', { tagId: id, name: 'Muito VIP', color: '#336699' })
  await colleague.attempt('updateTag', { tagId: `${id}0`, name: 'Outra', color: '#336699' })
  await page.goto(`${system.origin}/settings?tab=audit`)
  await expect(row('Criou uma lista de contatos')).toContainText('Clientes')
  await expect(row('Criou uma lista de contatos')).toContainText(name)
  await expect(row('Criou uma etiqueta')).toContainText('VIP')
  await expect(row('Alterou uma etiqueta: Muito VIP')).toContainText('Campos: Nome')
  await expect(row('Alterou uma etiqueta: Muito VIP')).not.toContainText('Cor')
  await expect(row('Alterou uma etiqueta: Outra')).toContainText('Recusado')
  await expect(row('Alterou uma etiqueta: Outra')).toContainText('Nenhuma etiqueta encontrada com este ID.')
  await expect(row('Entrou').first()).toContainText(/Chrome, Linux|node/)
  await row('Criou uma etiqueta')
    .getByText(/agora|segundo|minuto/)
    .hover()
  await expect(page.getByRole('tooltip').getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectInOrder(page, 'the trail')
  await page.getByRole('link', { name: 'Clientes antigos' }).click()
  await expect(page).toHaveURL(`${system.origin}/contact-lists/${list.id}/contacts`)
  await page.goBack()
})

test('the audit trail keeps its filter in the URL and downloads with it', async () => {
  await choose(page, 'Área', 'Etiquetas')
  await expect(row('Criou uma lista de contatos')).toHaveCount(0)
  await expect(row('Criou uma etiqueta')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('domain')).toBe('tags')
  await page.reload()
  await expect(row('Criou uma etiqueta')).toBeVisible()
  await choose(page, 'Usuário', name)
  await expect(row('Criou uma etiqueta')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar planilha' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await page.goto(`${system.origin}/settings?tab=audit&from=2020-01-01&to=2020-01-31`)
  await expect(page.getByText('Nada encontrado.')).toBeVisible()
  await expectInOrder(page, 'nothing')
})
