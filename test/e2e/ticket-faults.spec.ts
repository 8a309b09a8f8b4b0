import { expect, type Page, test } from '@playwright/test'
import { Desk, FINANCE } from '../support/desk.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { choosesOn } from './attending.ts'
import { EVERY_LOOK, end, enterAs, expectInOrder, holdAnswers, lookFrom } from './steps.ts'

const SHOP = '5511900000303'
/** The beginning of a PNG is enough to be one. */
const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
let system: RunningSystem
let desk: Desk
let ana: Page

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  desk = await Desk.open(new Principals(system), SHOP, '551195561')
  ana = await (await browser.newContext()).newPage()
  await enterAs(ana, system.origin, desk.parts.people.ana)
})
test.afterAll(({ browser }) => end(browser, system))

const faults = (fault: object) => desk.parts.admin.simulator('POST', '/faults', fault)
const bubble = (text: string) => ana.getByRole('article').filter({ hasText: text })
const composer = () => ana.getByPlaceholder('Escreva uma mensagem')

/** Opens the conversation of a new customer whom Ana attends to. @returns the ticket's id */
async function attends(): Promise<string> {
  desk.newCustomer()
  const { id, uuid } = await desk.waiting()
  await ana.goto(`${system.origin}/tickets/${uuid}`)
  await ana.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await expect(ana.getByRole('button', { name: 'Resolver', exact: true })).toBeVisible()
  return id
}

test('a refused answer says why, and is sent again once', async () => {
  const ticketId = await attends()
  await faults({ kind: 'nack', to: desk.customer, code: 479 })
  await composer().fill('Chegou?')
  await composer().press('Enter')
  await desk.message('it is refused', desk.parts.admin, ticketId, ({ status }) => status === 'FAILED')
  await expect(bubble('Chegou?').getByText('O WhatsApp recusou a mensagem (479)')).toBeVisible()
  await faults({ kind: 'clear', only: 'nack' })
  await bubble('Chegou?').getByRole('button', { name: 'Tentar de novo' }).click()
  await desk.receives('Chegou?')
  await expect(bubble('Chegou?').getByText('enviada de novo')).toBeVisible()
  await expect(ana.getByRole('button', { name: 'Tentar de novo' })).toBeHidden()
  expect((await desk.texts()).filter((text) => text?.includes('Chegou?'))).toHaveLength(1)
})

test('an edit that WhatsApp refuses says so, and a later one takes its place', async () => {
  await attends()
  await composer().fill('Até amanha')
  await composer().press('Enter')
  await expect(bubble('Até amanha').getByRole('img', { name: 'Entregue' })).toBeVisible()
  const edits = async () => {
    await choosesOn(ana, bubble('Até amanha'), 'Editar')
    await ana.getByRole('textbox', { name: 'Novo texto' }).fill('Até amanhã')
    await ana.keyboard.press('Enter')
  }
  await faults({ kind: 'nack', to: desk.customer, code: 479 })
  await edits()
  await expect(bubble('Até amanha').getByText('A edição não chegou ao WhatsApp')).toBeVisible()
  await faults({ kind: 'clear', only: 'nack' })
  await edits()
  await expect(bubble('Até amanhã').getByText('editada')).toBeVisible()
  await expect(ana.getByText('A edição não chegou ao WhatsApp')).toBeHidden()
})

test('a picture that WhatsApp no longer has says so', async () => {
  await attends()
  await faults({ kind: 'goneFiles', uploads: false })
  const picture = { type: 'image', file: PNG, mimetype: 'image/png', caption: 'O recibo' }
  await desk.parts.admin.simulator('POST', `/phones/${desk.customer}/messages`, { to: SHOP, ...picture })
  await expect(bubble('O recibo').getByText('O WhatsApp não tem mais este arquivo')).toBeVisible({
    timeout: 60_000,
  })
  await faults({ kind: 'clear', only: 'goneFiles' })
})

test('a transfer leads back to the list, also when its event comes before its answer', async () => {
  await attends()
  const letAnswer = await holdAnswers(ana, 'PUT', /\/api\/tickets\/\w+$/)
  await ana.keyboard.press('Alt+t')
  const dialog = ana.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.getByRole('combobox', { name: 'Fila' }).fill(FINANCE)
  await ana.getByRole('option', { name: FINANCE }).click()
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  // She does not see that queue.
  await expect(ana.getByText('Não encontramos este registro')).toBeVisible()
  letAnswer()
  await expect(ana.getByText('Atendimento transferido')).toBeVisible()
  await expect(ana.getByText('Escolha um atendimento na lista para ver a conversa.')).toBeVisible()
})

test('an answer on a connection that is down waits, and the composer says so', async () => {
  await attends()
  await faults({ kind: 'refuseLogin', number: SHOP, reason: 503 })
  await faults({ kind: 'disconnect', number: SHOP })
  await expect(ana.getByText(/A conexão Loja está desconectada agora/)).toBeVisible({ timeout: 60_000 })
  await composer().fill('Já volto')
  await composer().press('Enter')
  await expect(bubble('Já volto').getByRole('img', { name: 'Aguardando conexão' })).toBeVisible()
  for (const look of EVERY_LOOK) {
    await lookFrom(ana, look)
    await expectInOrder(ana, `a connection that is down: ${look}`)
  }
  await faults({ kind: 'clear', only: 'refuseLogin' })
  await desk.receives('Já volto')
  await expect(ana.getByText(/A conexão Loja está desconectada agora/)).toBeHidden({ timeout: 60_000 })
})
