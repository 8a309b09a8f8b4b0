import { expect, type Page } from '@playwright/test'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem, test } from './shared-system.ts'
import { EVERY_LOOK, enterAs, expectInOrder, lookFrom, openPage } from './steps.ts'

const SHOP = '5511944990301'
const CUSTOMER = '5511944990310'
const NUMBER_OF = { 'a desk': '5511944990312', 'a phone in the dark': '5511944990313' }
const { system, principals } = sharedSystem()
let admin: ApiClient
let ana: Page

test.beforeAll(async ({ browser }) => {
  const company = await principals.company()
  admin = await principals.signedIn(company)
  const { id: queueId } = await admin.call('createTicketQueue', { name: 'Vendas', color: '#119911' })
  const { id: whatsappId } = await admin.linkedConnection(SHOP)
  await admin.call('updateConnection', { whatsappId, name: 'Loja', queueIds: [queueId] })
  const person = await principals.person(company, { profile: 'user', name: 'Ana Lima' })
  await admin.call('updateUser', {
    userId: person.id,
    name: person.name,
    email: person.email,
    queueIds: [queueId],
  })
  ana = await (await browser.newContext()).newPage()
  await enterAs(ana, system.origin, person)
})

const composer = () => ana.getByPlaceholder('Escreva uma mensagem')
const dialogOf = (name: string) => ana.getByRole('dialog', { name })
const row = (text: string) => ana.getByRole('article').filter({ hasText: text })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** The form knows minutes, and the test waits for none: what it sends leaves in three seconds. */
async function leavesSoon(page: Page): Promise<void> {
  await page.route(
    '**/api/schedules',
    async (route) => {
      const sendAt = new Date(Date.now() + 3000).toISOString()
      await route.continue({ postData: { ...route.request().postDataJSON(), sendAt } })
    },
    { times: 1 },
  )
}

test('a message that was written in a conversation leaves at its time and stands among those sent', async () => {
  await admin.simulator('POST', '/phones', { number: CUSTOMER, name: 'Rita Sousa' })
  await admin.simulator('POST', `/phones/${CUSTOMER}/messages`, { to: SHOP, text: 'Vocês entregam?' })
  await ana.goto(`${system.origin}/tickets?tab=aguardando&all=true`)
  await ana.getByText('Rita Sousa', { exact: true }).first().click()
  await ana.getByRole('button', { name: 'Aceitar', exact: true }).first().click()
  await composer().fill('Sua entrega sai *amanhã*')
  await ana.getByRole('button', { name: 'Agendar', exact: true }).click()
  const dialog = dialogOf('Agendar mensagem')
  await expect(dialog.getByRole('textbox', { name: 'Contato' })).toHaveValue('Rita Sousa')
  await expect(dialog.getByRole('textbox', { name: 'Texto' })).toHaveValue('Sua entrega sai *amanhã*')
  await expect(dialog.getByText(/^Sai em .+, às \d\d:\d\d, pela conexão Loja\.$/)).toBeVisible()
  await leavesSoon(ana)
  await dialog.getByRole('button', { name: 'Agendar mensagem' }).click()
  await expect(dialog).toBeHidden()
  await expect(composer()).toHaveValue('')
  await openPage(ana, 'Agendamentos', 'Atendimentos')
  await expect(row('Sua entrega sai')).toContainText('por Ana Lima')
  await eventually('the phone gets the message', async () =>
    (await admin.messagesOf(CUSTOMER)).find(({ text }) => text === 'Sua entrega sai *amanhã*'),
  )
  // It goes from one tab to the other by itself.
  await expect(row('Sua entrega sai')).toHaveCount(0)
  await ana.getByRole('tab', { name: 'Enviadas' }).click()
  await expect(row('Sua entrega sai')).toContainText(/Enviada às \d\d:\d\d/)
  await expect(row('Sua entrega sai').getByRole('button', { name: /^Ver / })).toBeVisible()
  await expect(row('Sua entrega sai').getByRole('button', { name: /^Mais ações/ })).toHaveCount(0)
})

test('a schedule is made, changed and deleted by keyboard, and errors stand at their fields', async () => {
  const { id: contactId } = await admin.call('createContact', { name: 'Bruno Reis', number: '5511944990311' })
  await ana.goto(`${system.origin}/schedules?dialog=new`)
  const dialog = dialogOf('Agendar mensagem')
  const contact = dialog
    .getByRole('combobox', { name: 'Contato' })
    .or(dialog.getByRole('textbox', { name: 'Contato' }))
    .first()
  await expect(contact).toBeFocused()
  await dialog.getByRole('button', { name: 'Agendar mensagem' }).click()
  await expect(dialog.getByText('Campo obrigatório')).toHaveCount(2)
  await contact.fill('bruno')
  // The list of the search, behind that of all contacts.
  await expect(dialog.getByRole('option')).toHaveText([/^Bruno Reis/])
  await ana.keyboard.press('ArrowDown')
  await ana.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Bom dia, Bruno!\nTudo certo?')
  await admin.call('createContactBlock', { name: 'Bruno Reis', number: '5511944990311' })
  await dialog.getByRole('button', { name: 'Agendar mensagem' }).click()
  await expect(dialog.getByText('Este contato está bloqueado e não recebe mensagens.')).toBeVisible()
  const { contacts } = await admin.call('listContactBlocks', { searchParam: '5511944990311' })
  await admin.call('deleteContactBlock', { contactBlockId: contacts[0]?.id ?? '' })
  await dialog.getByRole('button', { name: 'Agendar mensagem' }).click()
  await expect(dialog).toBeHidden()
  await expect(row('Bom dia, Bruno!')).not.toContainText('Tudo certo?')
  await ana.goto(`${system.origin}/contacts/${contactId}`)
  const section = ana.getByRole('region', { name: 'Agendamentos' })
  await section.getByRole('button', { name: /^Editar agendamento para Bruno Reis/ }).click()
  const editing = dialogOf('Editar agendamento')
  await editing.getByRole('textbox', { name: 'Texto' }).fill('Boa tarde, Bruno!')
  await editing.getByRole('switch', { name: 'Não enviar se o contato responder antes' }).press('Space')
  await editing.getByRole('button', { name: 'Salvar' }).click()
  await expect(section).toContainText('Boa tarde, Bruno!')
  await ana.goto(`${system.origin}/schedules`)
  await expect(row('Boa tarde, Bruno!')).toContainText('não envia se responder')
  await row('Boa tarde, Bruno!')
    .getByRole('button', { name: /^Mais ações/ })
    .click()
  await ana.getByRole('menuitem', { name: 'Excluir', exact: true }).click()
  await dialogOf('Excluir o agendamento para Bruno Reis?')
    .getByRole('button', { name: 'Excluir agendamento' })
    .click()
  await expect(row('Boa tarde, Bruno!')).toHaveCount(0)
})

for (const look of EVERY_LOOK)
  test(`schedules are in order on ${look}`, async () => {
    const contact = await admin.call('createContact', { name: 'Carla Nunes', number: NUMBER_OF[look] })
    await admin.call('createSchedule', {
      contactId: contact.id,
      body: `Lembrete para ${look}`,
      sendAt: inDays(2),
      openTicket: true,
      cancelIfReplied: true,
    })
    await lookFrom(ana, look)
    await ana.goto(`${system.origin}/schedules`)
    await expect(row(`Lembrete para ${look}`)).toContainText('abre atendimento')
    await expectInOrder(ana, 'the list')
    await ana.getByRole('radiogroup', { name: 'Mostrar como' }).getByText('Dia', { exact: true }).click()
    await expect(ana).toHaveURL(/view=day/)
    await ana.getByRole('heading', { name: 'Agendamentos' }).click()
    for (const _ of [1, 2]) await ana.keyboard.press('ArrowRight')
    await expect(row(`Lembrete para ${look}`)).toBeVisible()
    await ana.keyboard.press('ArrowLeft')
    await expect(ana.getByText('Nada agendado neste dia')).toBeVisible()
    await ana.getByRole('button', { name: 'Próximo dia' }).click()
    await expect(row(`Lembrete para ${look}`)).toBeVisible()
    // The button’s tooltip goes.
    await ana.getByRole('heading', { name: 'Agendamentos' }).click()
    await expectInOrder(ana, 'the day')
    // A colleague’s schedule is read only.
    await row(`Lembrete para ${look}`).getByRole('button', { name: /^Ver / }).click()
    await expect(dialogOf('Agendamento')).toContainText('Só quem agendou ou um administrador')
    await expectInOrder(ana, 'the details')
    await ana.keyboard.press('Escape')
    await ana.getByRole('button', { name: 'Agendar mensagem' }).click()
    await expect(dialogOf('Agendar mensagem')).toContainText('Sai em')
    await expectInOrder(ana, 'the form')
    await ana.keyboard.press('Escape')
    await expect(dialogOf('Agendar mensagem')).toBeHidden()
  })
