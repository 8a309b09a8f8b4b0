import { expect, type Locator, type Page } from '@playwright/test'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { Desk } from '../support/desk.ts'

export const conversationOn = (page: Page): Locator => page.getByRole('log', { name: 'Mensagens' })
export const composerOn = (page: Page): Locator => page.getByPlaceholder('Escreva uma mensagem')
export const bubbleOn = (page: Page, text: string): Locator =>
  conversationOn(page).getByRole('article').filter({ hasText: text })

/** Accepts the ticket of a new customer on the page. @returns the ticket as it waited */
export async function attendsOn(page: Page, desk: Desk, origin: string): Promise<Ticket> {
  desk.newCustomer()
  const ticket = await desk.waiting()
  await page.goto(`${origin}/tickets/${ticket.uuid}`)
  await page.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Resolver', exact: true })).toBeVisible()
  return ticket
}

/** Sends an answer from the open ticket, and waits until the conversation shows it. */
export async function answersOn(page: Page, text: string): Promise<void> {
  await composerOn(page).fill(text)
  await composerOn(page).press('Enter')
  await expect(bubbleOn(page, text)).toBeVisible()
}

/** Opens the menu of a message. */
export async function menuOn(bubble: Locator): Promise<void> {
  await bubble.hover()
  await bubble.getByRole('button', { name: 'Ações da mensagem' }).click()
}

/** Opens the menu of a message and chooses one of its actions. */
export async function choosesOn(page: Page, bubble: Locator, action: string): Promise<void> {
  await menuOn(bubble)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
