import { expect, type Page } from '@playwright/test'

/** Signs in as a person would. */
export async function signIn(page: Page, origin: string, email = 'admin@demo.test'): Promise<void> {
  await page.goto(origin)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Senha' }).fill('recado-demo')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Olá, ')).toBeVisible()
}

/** Picks an option of a select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
