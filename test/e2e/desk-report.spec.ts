import { expect, type Page } from '@playwright/test'
import { firstIdOf } from '@recado/shared/ids'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { closed } from '@recado/shared/tickets/rules/apply-change'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { aTicket } from '../support/builders.ts'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { sharedSystem, test } from './shared-system.ts'
import { EVERY_LOOK, enterAs, expectInOrder, lookFrom, openPage } from './steps.ts'

const { system, principals } = sharedSystem()
let desk: Desk
let [boss, ana] = [] as unknown as [Page, Page]
let forgotten: StoredTicket

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test.beforeAll(async ({ browser }) => {
  desk = await Desk.open(principals, '5511944990401', '551194404')
  const { admin, ana: attendant, people, queues, connection } = desk.parts
  await admin.call('updateTicketQueue', {
    queueId: queues[SALES],
    name: SALES,
    color: '#119911',
    greetingMessage: `Aqui é ${SALES}`,
    targetMinutes: 10,
  })
  desk.newCustomer()
  const answered = await desk.attended()
  await desk.answer(attendant, answered.id, 'Bom dia')
  await attendant.call('changeTicket', { ticketId: answered.id, status: 'closed', silent: true })
  desk.newCustomer()
  const { id } = await desk.waiting()
  const table = principals.tenant(people.ana.companyId)
  const waiting = await getTicket(table, id)
  if (!waiting) throw new Error('There is no ticket')
  forgotten = { ...waiting, name: 'Rita Esquecida', waitingSince: ago(25) }
  await writeTicket(table, waiting, forgotten)
  for (let day = 1; day <= 5; day++)
    for (let count = 0; count < 3 + day; count++) {
      const createdAt = ago(day * 24 * 60 + count * 50)
      const opened = aTicket({
        id: `${firstIdOf(Date.parse(createdAt))}${String(day * 100 + count).padStart(16, '0')}`,
        whatsappId: connection.id,
        chat: desk.newCustomer(),
        name: `Cliente ${day}-${count}`,
        protocol: `2026112${day}-0000${count}`,
        queueId: queues[count % 3 ? SALES : FINANCE],
        createdAt,
        updatedAt: createdAt,
        firstInboundAt: createdAt,
        firstResponseAt: ago(day * 24 * 60 + count * 50 - 3 * (count + 1)),
      })
      const end = { reason: 'person', by: people.carla.id, farewell: 'nothing' } as const
      await writeTicket(table, undefined, closed(opened, end, ago(day * 24 * 60 + count * 50 - 47)))
    }
  const owner = await principals.person(people.ana.companyId, { name: 'Dona Chefe' })
  boss = await (await browser.newContext({ acceptDownloads: true })).newPage()
  await enterAs(boss, system.origin, owner)
  ana = await (await browser.newContext()).newPage()
  await enterAs(ana, system.origin, people.ana, '/')
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const card = (page: Page, name: string) =>
  page
    .locator('dl > *')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

test('numbers open their tickets, and the address keeps the open dialog', async () => {
  await boss.goto(`${system.origin}/?tab=desk`)
  await boss.getByRole('radiogroup', { name: 'Período' }).getByText('Hoje').click()
  await expect(card(boss, 'Resolvidos')).toHaveText('1')
  await boss.getByRole('radiogroup', { name: 'Período' }).getByText('30 dias').click()
  await expect(card(boss, 'Abertos')).toHaveText('32')
  await card(boss, 'Abertos').getByRole('button').click()
  await boss.reload()
  const tickets = dialog(boss, 'Abertos').getByRole('link')
  await tickets.last().scrollIntoViewIfNeeded()
  await expect(tickets).toHaveCount(32)
  await expect(tickets.first()).toContainText('Rita Esquecida')
  await boss.keyboard.press('Escape')
  await expect(dialog(boss, 'Abertos')).toBeHidden()
  // The numbers of one attendant.
  await boss.getByRole('radiogroup', { name: 'Agrupar números' }).getByText('Atendente').click()
  await boss.getByRole('button', { name: /^Resolvidos, Ana Lima: 1\./ }).click()
  await dialog(boss, 'Resolvidos').getByRole('link').click()
  await expect(boss).toHaveURL(/\/tickets\/[\w-]+/)
  await expect(boss.getByText('Bom dia', { exact: true }).first()).toBeVisible()
})

test('the forgotten and the longest waiting customer are opened from the dashboard', async () => {
  await boss.goto(`${system.origin}/?tab=desk`)
  const section = boss.getByRole('region', { name: 'Esquecidos' })
  await expect(section.getByRole('link')).toContainText('espera há 25 min')
  await section.getByRole('link', { name: /Rita Esquecida/ }).click()
  await expect(boss).toHaveURL(new RegExp(`/tickets/${forgotten.uuid}`))
  await boss.goBack()
  await card(boss, 'Espera mais longa').getByRole('button').click()
  await expect(boss).toHaveURL(new RegExp(`/tickets/${forgotten.uuid}`))
})

test('a new customer is counted at once, and the report is downloaded', async () => {
  await boss.goto(`${system.origin}/?tab=desk`)
  await expect(card(boss, 'Esperando resposta')).toHaveText('1')
  desk.newCustomer()
  await desk.waiting(FINANCE)
  await expect(card(boss, 'Esperando resposta')).toHaveText('2')
  const download = boss.waitForEvent('download')
  await boss.getByRole('button', { name: 'Baixar planilha' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Atendimento .+\.xlsx$/)
})

test('an attendant finds her own numbers in the menu', async () => {
  await openPage(ana, 'Meus números', 'Atendimentos')
  await expect(card(ana, 'Resolvidos')).toHaveText('1')
  await expect(ana.getByLabel('Atendente')).toHaveCount(0)
  await card(ana, 'Resolvidos').getByRole('button').click()
  await expect(dialog(ana, 'Resolvidos').getByRole('link')).toHaveCount(1)
})

for (const look of EVERY_LOOK)
  test(`the report is in order on ${look}`, async () => {
    await lookFrom(boss, look)
    await boss.goto(`${system.origin}/?tab=desk`)
    await expect(card(boss, 'Abertos')).toBeVisible()
    await expectInOrder(boss, `the report on ${look}`)
    await card(boss, 'Abertos').getByRole('button').click()
    await expect(dialog(boss, 'Abertos').getByRole('link').first()).toBeVisible()
    await expectInOrder(boss, `its tickets on ${look}`)
    await lookFrom(ana, look)
    await ana.goto(`${system.origin}/my-numbers`)
    await expect(card(ana, 'Abertos')).toBeVisible()
    await expectInOrder(ana, `own numbers on ${look}`)
  })
