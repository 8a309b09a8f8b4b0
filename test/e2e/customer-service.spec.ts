import { expect, type Page } from '@playwright/test'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { sharedSystem, test } from './shared-system.ts'
import { choose, enterAs, lookFrom, NO_CONSENT, sayConsent } from './steps.ts'

/** Part 4 §14, "shown when done": what the team sees while customers write. */

const SHOP = '5511900000305'
const { system, principals } = sharedSystem()
let desk: Desk
/** Ana attends to sales, Bruno to finance. */
let [ana, bruno] = [] as unknown as [Page, Page]

test.beforeAll(async ({ browser }) => {
  desk = await Desk.open(principals, SHOP, '551195563')
  const { admin, connection, queues, people } = desk.parts
  await admin.call('saveSetting', { settingKey: 'userRating', value: 'enabled' })
  await admin.call('updateConnection', {
    whatsappId: connection.id,
    name: 'Loja',
    queueIds: Object.values(queues),
    greetingMessage: 'Olá! Com quem você quer falar?',
    complationMessage: 'Atendimento encerrado.',
    ratingMessage: 'De 1 a 5, que nota você dá?',
  })
  const atWork = async (person: (typeof people)['ana']): Promise<Page> => {
    const page = await (await browser.newContext()).newPage()
    await enterAs(page, system.origin, person)
    return page
  }
  ana = await atWork(people.ana)
  bruno = await atWork(people.bruno)
})

/** A customer with a name of their own. */
async function named(name: string): Promise<string> {
  const number = desk.newCustomer()
  await desk.parts.admin.simulator('POST', '/phones', { number, name })
  return number
}
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) })
const main = (page: Page) => page.getByRole('main')
const composer = (page: Page) => page.getByPlaceholder('Escreva uma mensagem')
const showsWaiting = (page: Page) => page.goto(`${system.origin}/tickets?tab=aguardando`)

/** Opens the ticket of a customer who chose sales, and accepts it. @returns the ticket's address */
async function attends(name: string): Promise<string> {
  await named(name)
  const { uuid } = await desk.waiting()
  const address = `${system.origin}/tickets/${uuid}`
  await ana.goto(address)
  await ana.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await expect(composer(ana)).toBeVisible()
  return address
}

test('a stranger who answers the menu with “2️⃣” is seen at once by that queue, and by no other', async () => {
  await named('Otávio Lins')
  await Promise.all([showsWaiting(ana), showsWaiting(bruno)])
  await desk.writes('Oi')
  await desk.receives(`*2* - ${SALES}`)
  await desk.writes('2️⃣')
  await desk.receives(`Aqui é ${SALES}`)
  await expect(row(ana, 'Otávio Lins')).toContainText(SALES)
  // A later ticket of his own queue shows that Bruno's list is up to date.
  await named('Marta Reis')
  await desk.waiting(FINANCE)
  await expect(row(bruno, 'Marta Reis')).toContainText(FINANCE)
  await expect(row(bruno, 'Otávio Lins')).toHaveCount(0)
})

test('a rating is recorded, thanks open nothing, and a question brings the ticket back to its attendant', async () => {
  const address = await attends('Pedro Sá')
  await composer(ana).fill('Pronto, resolvido!')
  await composer(ana).press('Enter')
  await desk.receives('Pronto, resolvido!')
  await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
  await desk.receives('De 1 a 5')
  await desk.writes('5️⃣')
  await expect(
    main(ana)
      .getByText(/nota 5/)
      .first(),
  ).toBeVisible()
  await desk.writes('obrigado')
  await expect(main(ana).getByText('obrigado', { exact: true }).first()).toBeVisible()
  await expect(ana.getByText('Este atendimento foi resolvido.')).toBeVisible()
  await desk.writes('e o boleto?')
  await ana.goto(`${system.origin}/tickets?tab=aguardando&scope=mine`)
  await row(ana, 'Pedro Sá').click()
  await expect(ana).toHaveURL(new RegExp(address))
  await expect(main(ana).getByText('e o boleto?').first()).toBeVisible()
})

test('a campaign’s reply opens a ticket in the campaign’s queue, with the campaign’s text above', async () => {
  const number = await named('Rosa Melo')
  const { admin, connection, queues } = desk.parts
  const list = await admin.newList()
  await admin.addContacts(list.id, [number])
  const { id } = await admin.newCampaign({
    whatsappId: connection.id,
    contactListId: list.id,
    name: 'Volta às aulas',
    message1: 'Cadernos com desconto, {nome}!',
    queueId: queues[FINANCE],
    initTreatment: true,
  })
  await admin.call('startCampaign', { campaignId: id })
  await desk.receives('Cadernos com desconto')
  await showsWaiting(bruno)
  await desk.writes('Quero dez cadernos')
  await row(bruno, 'Rosa Melo').click()
  await expect(main(bruno).getByText('Quero dez cadernos').first()).toBeVisible()
  await expect(
    main(bruno)
      .getByText(/Cadernos com desconto/)
      .first(),
  ).toBeVisible()
  expect(await desk.texts()).not.toContain('Olá! Com quem você quer falar?')

  // The report leads to the conversation.
  await bruno.goto(`${system.origin}/campaign/${id}/report?view=replies&replies=waiting`)
  await expect(bruno.getByText('Aguardando resposta: 1. Respondidas: 0. Sem resposta: 0.')).toBeVisible()
  await bruno.getByRole('link', { name: /Abrir a conversa com/ }).click()
  await expect(main(bruno).getByText('Quero dez cadernos').first()).toBeVisible()
})

test('a list is filled with the customers of a queue’s tickets', async () => {
  await named('Vânia Luz')
  await desk.waiting(FINANCE)
  const { id } = await desk.parts.admin.newList('Do financeiro')
  await bruno.goto(`${system.origin}/contact-lists/${id}/contacts?dialog=import`)
  const dialog = bruno.getByRole('dialog')
  await dialog.getByText('Atendimentos', { exact: true }).click()
  await choose(bruno, 'Filas', FINANCE)
  await sayConsent(bruno, NO_CONSENT)
  await dialog.getByRole('button', { name: 'Adicionar à lista' }).click()
  await expect(dialog.getByText('Importação concluída')).toBeVisible()
  const { contacts } = await desk.parts.admin.call('listContactListItems', { contactListId: id })
  expect(contacts.map(({ number }) => number)).toContain(desk.customer)
})

test('an answer on the company’s phone is shown, ends the wait, and nothing answers it', async () => {
  await attends('Sônia Lopes')
  await desk.writes('Alguém aí?')
  await expect(row(ana, 'Sônia Lopes')).toContainText(/chegou agora|espera há/)
  const before = (await desk.texts()).length
  await desk.parts.admin.simulator('POST', `/phones/${SHOP}/messages`, {
    to: desk.customer,
    text: 'Estou aqui, no celular',
  })
  const bubble = ana.getByRole('article').filter({ hasText: 'Estou aqui, no celular' })
  await expect(bubble).toContainText('pelo celular')
  await expect(row(ana, 'Sônia Lopes')).not.toContainText(/chegou agora|espera há/)
  await desk.receives('Estou aqui, no celular')
  expect((await desk.texts()).length).toBe(before + 1)
})

test('a customer without a number learns it: one conversation and one ticket', async () => {
  const number = await named('Téo Vidal')
  const writes = (text: string, hideNumber: boolean) =>
    desk.parts.admin.simulator('POST', `/phones/${number}/messages`, {
      to: SHOP,
      text,
      addressing: 'lid',
      hideNumber,
    })
  await writes('Vocês abrem amanhã?', true)
  await desk.receives('*2* - ')
  await writes('2', true)
  await desk.receives(`Aqui é ${SALES}`)
  await showsWaiting(ana)
  await row(ana, 'Téo Vidal').click()
  await ana.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await expect(composer(ana)).toBeVisible()
  await writes('Este é o meu número', false)
  await expect(main(ana).getByText('Este é o meu número').first()).toBeVisible()
  await expect(main(ana).getByText('Vocês abrem amanhã?').first()).toBeVisible()
  await expect(row(ana, 'Téo Vidal')).toHaveCount(1)
  await composer(ana).fill('Abrimos às nove')
  await composer(ana).press('Enter')
  await desk.receives('Abrimos às nove')
})

test('out of hours is said once, and the ticket waits in its queue', async () => {
  const { admin, queues } = desk.parts
  await admin.call('saveSetting', { settingKey: 'scheduleType', value: 'queue' })
  await admin.call('updateTicketQueue', {
    queueId: queues[FINANCE],
    name: FINANCE,
    color: '#aa2211',
    outOfHoursMessage: 'Agora estamos fechados.',
    schedules: { periods: [], holidays: [] },
  })
  await named('Vera Pinto')
  await desk.writes('Oi')
  await desk.receives('*1* - ')
  await desk.writes(FINANCE)
  await desk.receives('Agora estamos fechados.')
  await desk.writes('Olá?')
  await showsWaiting(bruno)
  await expect(row(bruno, 'Vera Pinto')).toContainText('Olá?')
  expect((await desk.texts()).filter((text) => text === 'Agora estamos fechados.')).toHaveLength(1)
  await admin.call('saveSetting', { settingKey: 'scheduleType', value: 'disabled' })
})

test('a ticket is transferred with a note, which only the team reads', async () => {
  await attends('Ivo Couto')
  await ana.keyboard.press('Alt+t')
  const dialog = ana.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.getByRole('combobox', { name: 'Fila' }).fill(FINANCE)
  await ana.getByRole('option', { name: FINANCE }).click()
  await dialog.getByRole('combobox', { name: 'Atendente' }).fill('Bruno')
  await ana.getByRole('option', { name: /Bruno Reis/ }).click()
  await dialog.getByRole('textbox', { name: 'Recado para quem recebe' }).fill('Quer a segunda via')
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await expect(dialog).toBeHidden()
  // She is not in that queue, so the conversation gives way to the list.
  await expect(ana.getByText('Escolha um atendimento na lista para ver a conversa.')).toBeVisible()
  await bruno.getByRole('button', { name: /^Avisos: \d não lidos?$/ }).click()
  await expect(bruno.getByText('Ana Lima transferiu para você: Ivo Couto')).toBeVisible()
  await bruno.keyboard.press('Escape')
  await showsWaiting(bruno)
  await expect(row(bruno, 'Ivo Couto')).toContainText('Para você')
  await row(bruno, 'Ivo Couto').click()
  await expect(bruno.getByRole('article').filter({ hasText: 'Quer a segunda via' })).toContainText(
    'Só a equipe vê',
  )
  expect((await desk.texts()).filter((text) => text?.includes('segunda via'))).toEqual([])
})

test('an answer that a colleague was faster than waits for its writer', async () => {
  const address = await attends('Nara Sales')
  const { admin } = desk.parts
  const ticket = await desk.ticketIn(admin, 'open')
  await ana.context().setOffline(true)
  await composer(ana).fill('Custa 20 reais')
  await composer(ana).press('Enter')
  expect(await desk.answer(admin, ticket.id, 'Custa 10 reais')).toMatchObject({ status: 201 })
  await ana.context().setOffline(false)
  const dialog = ana.getByRole('dialog', { name: /acabou de responder/ })
  await dialog.getByRole('button', { name: 'Ver' }).click()
  await expect(composer(ana)).toHaveValue('Custa 20 reais')
  await expect(main(ana).getByText('Custa 10 reais').first()).toBeVisible()
  await composer(ana).fill('Custa 10, isso mesmo')
  await composer(ana).press('Enter')
  await desk.receives('Custa 10, isso mesmo')
  expect(await desk.texts()).not.toContain('Custa 20 reais')

  // What she does not send is there when she signs in elsewhere.
  const kept = ana.waitForResponse((response) => response.url().endsWith('/draft'))
  await composer(ana).fill('E entregamos am')
  await kept
  const elsewhere = await (await ana.context().browser()?.newContext())?.newPage()
  if (!elsewhere) throw new Error('The browser has gone')
  ana = elsewhere
  await enterAs(ana, system.origin, desk.parts.people.ana)
  await ana.goto(address)
  await expect(composer(ana)).toHaveValue('E entregamos am')
})

test('a ticket is taken, answered, noted and resolved on a phone in the dark, with the keyboard alone', async () => {
  await lookFrom(ana, 'a phone in the dark')
  await named('Wilma Dutra')
  await desk.waiting()
  await ana.goto(`${system.origin}/tickets?tab=atendendo`)
  await expect(ana.getByRole('button', { name: 'Atender próximo' })).toBeVisible()
  await ana.keyboard.press('?')
  await expect(ana.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
  await ana.keyboard.press('Escape')
  // Tickets of the tests before wait longer. On a phone an open ticket takes the place of the list.
  await expect(async () => {
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('Alt+a')
    await expect(ana.getByRole('region', { name: 'Conversa com Wilma Dutra' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await composer(ana).focus()
  await ana.keyboard.type('Boa tarde, Wilma')
  await ana.keyboard.press('Enter')
  await desk.receives('Boa tarde, Wilma')
  await ana.keyboard.press('Alt+n')
  await ana.keyboard.type('Cliente antiga')
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('article').filter({ hasText: 'Cliente antiga' })).toBeVisible()
  await desk.writes('Chegou a encomenda?')
  await expect(main(ana).getByText('Chegou a encomenda?').first()).toBeVisible()
  // The list with its search is beside the conversation at a desk.
  await lookFrom(ana, 'a desk')
  await ana.keyboard.press('Alt+f')
  await ana.keyboard.type('boa tarde')
  await expect(ana.getByRole('region', { name: 'Mensagens', exact: true }).locator('mark')).toHaveText([
    'Boa',
    'tarde',
  ])
  await ana.keyboard.press('Escape')
  await lookFrom(ana, 'a phone in the dark')
  // A user who has not seen the last message is asked first.
  await main(ana).getByText('Chegou a encomenda?').first().scrollIntoViewIfNeeded()
  await expect(ana.getByRole('button', { name: /1 nova/ })).toBeHidden()
  await ana.keyboard.press('Alt+e')
  await desk.receives('De 1 a 5')
  await expect(ana.getByText('Este atendimento foi resolvido.')).toBeVisible()
})
