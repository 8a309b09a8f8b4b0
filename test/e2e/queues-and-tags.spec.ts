import { expect, type Page } from '@playwright/test'
import { putConnection } from '@recado/shared/connections/store'
import type { ApiClient } from '../support/api-client.ts'
import { aConnection } from '../support/builders.ts'
import { eventually } from '../support/eventually.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import {
  choose,
  chooseForRecord,
  EVERY_LOOK,
  enterAs,
  expectInOrder,
  expectPagesInOrder,
  lookFrom,
  openPage,
} from './steps.ts'

const { system, principals } = sharedSystem()
let company: string
let me: Person
/** Another admin, who changes things by the API that the page must show. */
let admin: ApiClient
let page: Page

test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  me = await principals.person(company)
  admin = await principals.signedIn(company)
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, me, '/')
})

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialogOf = (name: string) => page.getByRole('dialog', { name })
const queue = async (name: string) => (await admin.call('listTicketQueues')).find((one) => one.name === name)
const queueNames = async () => (await admin.call('listTicketQueues')).map(({ name }) => name)

test('an admin creates a queue with a user, a target and offers, and a taken colour is refused at its field', async () => {
  await openPage(page, 'Filas', 'Administração')
  await expect(page.getByText('As filas separam os atendimentos por setor')).toBeVisible()
  await admin.call('createTicketQueue', { name: 'Suporte', color: '#993366' })
  await expect(row('Suporte')).toBeVisible()
  await page.getByRole('button', { name: 'Nova fila' }).click()
  const dialog = dialogOf('Nova fila')
  const submit = dialog.getByRole('button', { name: 'Criar fila' })
  await submit.click()
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Vendas')
  await dialog.getByRole('textbox', { name: 'Cor' }).fill('#993366')
  await submit.click()
  await expect(dialog.getByText('Esta cor já está em uso, escolha outra.')).toBeVisible()
  await expectInOrder(page, 'the form with a refused colour')
  await dialog.getByRole('radio', { name: 'Turquesa' }).check()
  await choose(page, 'Usuários', me.name)
  await page.keyboard.press('Escape')
  await dialog.getByRole('radio', { name: 'Por oferta' }).check()
  await dialog.getByLabel('Responder em (minutos)').fill('10')
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(row('Vendas').getByText('Responder em 10 min')).toBeVisible()
  await expect(row('Vendas').getByRole('cell', { name: '1', exact: true })).toBeVisible()
  expect(await queue('Vendas')).toMatchObject({ color: '#12a3a3', targetMinutes: 10, distribution: 'offer' })
  expect((await admin.call('getUser', { userId: me.id })).queueIds).toEqual([(await queue('Vendas'))?.id])
})

test('the hours and the users of a queue change, and the form says when the hours have no effect', async () => {
  await row('Vendas').getByRole('button', { name: 'Editar Vendas' }).click()
  const dialog = dialogOf('Editar fila')
  await dialog.getByLabel('Horário próprio').check()
  await expect(dialog.getByText('Este horário só vale quando')).toBeVisible()
  await expectInOrder(page, 'the form with hours')
  await dialog
    .getByRole('group', { name: 'Segunda-feira' })
    .getByRole('button', { name: /Remover/ })
    .last()
    .click()
  await dialog.getByRole('combobox', { name: 'Usuários' }).click()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await expect(row('Vendas').getByRole('cell', { name: '0', exact: true })).toBeVisible()
  expect((await queue('Vendas'))?.schedules?.periods).toHaveLength(9)
  expect((await admin.call('getUser', { userId: me.id })).queueIds).toEqual([])
})

test('queues are moved with the keyboard, and keep their new order', async () => {
  expect(await queueNames()).toEqual(['Suporte', 'Vendas'])
  await page.getByRole('button', { name: 'Mover Suporte para baixo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Mover Suporte para cima' })).toBeFocused()
  await expect(page.getByText('Suporte: posição 2 de 2')).toBeAttached()
  await eventually('the new order', async () => (await queueNames()).join() === 'Vendas,Suporte' || undefined)
})

test('a connection gets its queues, a default one of them, and its rules of service', async () => {
  const connection = aConnection({
    companyId: company,
    name: 'Loja',
    wanted: 'closed',
    status: 'DISCONNECTED',
  })
  await putConnection(principals.tenant(company), connection)
  await page.goto(`${system.origin}/connections?dialog=edit&id=${connection.id}`)
  const dialog = dialogOf('Editar conexão')
  await dialog.getByRole('button', { name: 'Avançado' }).click()
  await choose(page, 'Filas', 'Vendas')
  await page.getByRole('option', { name: 'Suporte', exact: true }).click()
  await page.keyboard.press('Escape')
  await choose(page, 'Fila padrão', 'Suporte')
  await choose(page, 'Grupos', 'Ignorar')
  await choose(page, 'Confirmação de leitura', 'Com a primeira resposta')
  await dialog.getByLabel('Mostrar que está digitando').uncheck()
  await dialog.getByLabel('Mensagem de saudação').fill('Olá! Com quem você quer falar?')
  await expectInOrder(page, 'the connection')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  expect(await admin.connection(connection.id)).toMatchObject({
    defaultQueueId: (await queue('Suporte'))?.id,
    groups: 'ignore',
    readReceipts: 'answer',
    showTyping: false,
  })
})

test('a queue is deleted after a question that names what goes with it, and asks where its tickets go', async () => {
  await page.goto(`${system.origin}/queues`)
  await expect(row('Suporte').getByText('Loja')).toBeVisible()
  await chooseForRecord(page, 'Suporte', 'Excluir')
  const question = dialogOf('Excluir a fila Suporte?')
  await expect(question.getByText('1 conexão deixa de usar a fila.')).toBeVisible()
  await expectInOrder(page, 'the question')
  // The answer of a queue with live tickets; what follows it is real.
  const inUse = { error: 'ERR_QUEUE_IN_USE', message: 'Live tickets are in this queue', details: [] }
  await page.route('**/api/queue/*', (route) => route.fulfill({ status: 409, json: inUse }), { times: 1 })
  await question.getByRole('button', { name: 'Excluir fila' }).click()
  await expect(question.getByText('Escolha a fila que fica com eles.')).toBeVisible()
  const move = question.getByRole('button', { name: 'Mover e excluir' })
  await expect(move).toBeDisabled()
  await choose(page, 'Mover os atendimentos para', 'Vendas')
  await expectInOrder(page, 'the question for another queue')
  const moved = page.waitForRequest((request) => request.method() === 'DELETE')
  await move.click()
  expect(new URL((await moved).url()).searchParams.get('moveTo')).toBe((await queue('Vendas'))?.id)
  await expect(question).toBeHidden()
  await expect(row('Suporte')).toHaveCount(0)
  expect(await queueNames()).toEqual(['Vendas'])
})

test('a tag is created, found, renamed and deleted', async () => {
  await openPage(page, 'Etiquetas', 'Atendimentos')
  await page.getByRole('button', { name: 'Nova etiqueta' }).first().click()
  const create = dialogOf('Nova etiqueta')
  await create.getByRole('textbox', { name: 'Nome' }).fill('Cliente VIP')
  await create.getByRole('radio', { name: 'Roxo' }).check()
  await create.getByRole('button', { name: 'Criar etiqueta' }).click()
  await expect(create).toBeHidden()
  await admin.call('createTag', { name: 'Inadimplente', color: '#993366' })
  await expect(page.getByText('Quantidade: 2')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar etiquetas' }).fill('vip')
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
  await row('Cliente VIP').getByRole('button', { name: 'Editar Cliente VIP' }).click()
  const edit = dialogOf('Editar etiqueta')
  await edit.getByRole('textbox', { name: 'Nome' }).fill('Inadimplente')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expect(edit.getByText('Já existe um registro com este nome.')).toBeVisible()
  await edit.getByRole('textbox', { name: 'Nome' }).fill('VIP ouro')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await chooseForRecord(page, 'VIP ouro', 'Excluir')
  await dialogOf('Excluir a etiqueta VIP ouro?').getByRole('button', { name: 'Excluir etiqueta' }).click()
  await expect(page.getByText('Nada encontrado.')).toBeVisible()
  expect((await admin.call('listTags')).records.map(({ name }) => name)).toEqual(['Inadimplente'])
})

test('a user who is not an admin has no queues to change, and deletes no tags', async () => {
  const browser = page.context().browser()
  const other = await browser?.newContext().then((context) => context.newPage())
  if (!other) throw new Error('There is no browser')
  await enterAs(other, system.origin, await principals.person(company, { profile: 'user' }), '/')
  await expect(other.getByRole('button', { name: 'Páginas de Atendimentos' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Páginas de Administração' })).toHaveCount(0)
  await other.goto(`${system.origin}/queues`)
  await expect(other.getByRole('heading', { name: 'Conexões' })).toBeVisible()
  await openPage(other, 'Etiquetas', 'Atendimentos')
  await expect(other.getByRole('button', { name: 'Editar Inadimplente' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Mais ações: Inadimplente' })).toHaveCount(0)
  // All users read the steps. Only admins have the link, since only they may open the page.
  await openPage(other, 'Ajuda')
  const link = other.getByRole('link', { name: 'Abrir esta página' })
  await other.getByRole('button', { name: 'Responder mais rápido' }).click()
  await expect(link).toBeVisible()
  await other.getByRole('button', { name: 'Filas, horários e mensagens automáticas' }).click()
  await expect(other.getByText('Em Filas, crie uma por assunto')).toBeVisible()
  await expect(link).toHaveCount(0)
  await other.context().close()
})

for (const look of EVERY_LOOK) {
  test(`queues and tags are accessible on ${look}`, async () => {
    await lookFrom(page, look)
    await expectPagesInOrder(page, system.origin, [
      ['/queues', 'Responder em 10 min'],
      ['/queues?dialog=new', 'Nova fila'],
      ['/tags', 'Quantidade: 1'],
      ['/tags?dialog=new', 'Nova etiqueta'],
    ])
  })
}
