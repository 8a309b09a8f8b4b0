import { expect, type Page } from '@playwright/test'
import { putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import type { ApiClient } from '../support/api-client.ts'
import { aConnection, aTicket } from '../support/builders.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import { choose, EVERY_LOOK, enterAs, expectInOrder, expectPagesInOrder, goTo, lookFrom } from './steps.ts'

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

const dialogOf = (name: string) => page.getByRole('dialog', { name })
const moreActions = () => page.getByRole('button', { name: /^Mais ações: / }).click()
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const found = async (searchParam: string) => (await admin.call('listContacts', { searchParam })).records

test('a person adds a contact with extra information and tags, and a taken number is refused at its field', async () => {
  await admin.call('createTag', { name: 'Fiel', color: '#993366' })
  await admin.call('createContact', { name: 'Bruno Reis', number: '5511944778001' })
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await expect(row('Bruno Reis')).toBeVisible()
  await page.getByRole('button', { name: 'Novo contato' }).click()
  const dialog = dialogOf('Novo contato')
  const submit = dialog.getByRole('button', { name: 'Adicionar contato' })
  await submit.click()
  await expect(dialog.getByText('Campo obrigatório')).toHaveCount(2)
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Ana Lima')
  await dialog.getByRole('textbox', { name: 'Número' }).fill('(11) 94477-8001')
  await submit.click()
  await expect(dialog.getByText('Já existe um contato com este número.')).toBeVisible()
  await expectInOrder(page, 'the form with a refused number')
  await dialog.getByRole('textbox', { name: 'Número' }).fill('(11) 94477-8002')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('ana@exemplo.test')
  await choose(page, 'Etiquetas', 'Fiel')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Adicionar informação' }).click()
  await dialog.getByRole('textbox', { name: 'Campo 1' }).fill('Cidade')
  await dialog.getByRole('textbox', { name: 'Valor 1' }).fill('Santos')
  await dialog.getByLabel('Sem mensagens automáticas').check()
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Ana Lima' })).toBeVisible()
  await expect(page.getByText('Santos')).toBeVisible()
  expect(await found('ana lima')).toMatchObject([{ number: '5511944778002', botDisabled: true }])
})

test('a note is written and deleted, and the contact changes', async () => {
  const notes = page.getByRole('region', { name: 'Notas' })
  await notes.getByRole('textbox', { name: 'Nova nota' }).fill('Prefere a tarde')
  await page.getByRole('link', { name: 'Conexões' }).click()
  await dialogOf('Sair sem salvar?').getByRole('button', { name: 'Cancelar' }).click()
  await notes.getByRole('button', { name: 'Adicionar nota' }).click()
  await expect(notes.getByText('Prefere a tarde')).toBeVisible()
  await expect(notes.getByText(me.name)).toBeVisible()
  await notes.getByRole('button', { name: /Excluir nota/ }).click()
  await expect(notes.getByText('Nenhuma nota ainda.')).toBeVisible()
  await page.getByRole('button', { name: 'Editar contato' }).click()
  const dialog = dialogOf('Editar contato')
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Ana Lima Prado')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Ana Lima Prado' })).toBeVisible()
  expect(await found('prado')).toMatchObject([{ number: '5511944778002', email: 'ana@exemplo.test' }])
})

test('a contact’s page says that the person is blocked, from the moment on when they are', async () => {
  const notice = page.getByText(/^Contato bloqueado: não recebe campanhas/)
  await expect(notice).toHaveCount(0)
  const { id } = await admin.call('createContactBlock', { name: 'Ana', number: '5511944778002' })
  await expect(notice).toBeVisible()
  await admin.call('deleteContactBlock', { contactBlockId: id })
  await expect(notice).toHaveCount(0)
})

test('a contact’s former tickets are listed with links', async () => {
  const connection = aConnection({
    companyId: company,
    name: 'Loja',
    wanted: 'closed',
    status: 'DISCONNECTED',
  })
  const table = principals.tenant(company)
  await putConnection(table, connection)
  const [ana] = await found('ana lima prado')
  const former = aTicket({
    whatsappId: connection.id,
    chat: '5511944778002',
    id: newId(),
    uuid: crypto.randomUUID(),
    status: 'closed',
    contactId: ana?.id ?? null,
  })
  await writeTicket(table, undefined, former)
  await page.reload()
  const tickets = page.getByRole('region', { name: 'Atendimentos' })
  await expect(tickets.getByText('Resolvido')).toBeVisible()
  await expect(tickets.getByRole('link', { name: /Atendimento 20260101-00001/ })).toHaveAttribute(
    'href',
    `/tickets/${former.uuid}`,
  )
})

test('two contacts are compared and merged, and the toast and the contact undo it', async () => {
  await admin.call('createContact', { name: 'Ana L.', number: '5511944778003', email: 'ana@exemplo.test' })
  await page.goto(`${system.origin}/contacts`)
  await page.getByRole('link', { name: 'Possíveis duplicados' }).click()
  await expect(row('Ana L.').getByText('Mesmo e-mail')).toBeVisible()
  const compare = page.getByRole('button', { name: /Comparar/ })
  await compare.click()
  const dialog = dialogOf('Unir contatos')
  const stays = dialog.getByRole('radio', { name: /Fica Ana Lima Prado/ })
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await stays.click()
  await expectInOrder(page, 'the merge')
  await dialog.getByRole('button', { name: 'Unir contatos' }).click()
  await expect(page.getByText('Nenhum contato parece repetido.')).toBeVisible()
  expect(await found('ana l')).toHaveLength(1)
  await page.getByRole('status').getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('União desfeita')).toBeVisible()
  await expect(row('Ana L.').getByText('Mesmo e-mail')).toBeVisible()
  expect(await found('ana l')).toHaveLength(2)
  await compare.click()
  await stays.click()
  await dialog.getByRole('button', { name: 'Unir contatos' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`${system.origin}/contacts`)
  await page.getByRole('link', { name: 'Ana Lima Prado' }).click()
  const merged = page.getByRole('region', { name: 'Contatos unidos a este' })
  await expect(merged.getByText('Ana L.')).toBeVisible()
  await expectInOrder(page, 'a merged contact')
  await merged.getByRole('button', { name: 'Desfazer a união com Ana L.' }).click()
  await expect(merged).toHaveCount(0)
  expect(await found('ana l')).toHaveLength(2)
})

test('a contact is merged with any other one, and the toast undoes it', async () => {
  await page.goto(`${system.origin}/contacts`)
  await page.getByRole('link', { name: 'Ana Lima Prado' }).click()
  await moreActions()
  await page.getByRole('menuitem', { name: 'Unir com outro' }).click()
  const search = dialogOf('Unir com outro contato')
  await search.getByRole('combobox', { name: 'Outro contato' }).fill('bruno')
  await expectInOrder(page, 'the search for the other contact')
  await page.getByRole('option', { name: /Bruno Reis/ }).click()
  const dialog = dialogOf('Unir contatos')
  await expect(dialog.getByRole('radio', { name: /Fica Bruno Reis/ })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /Fica Ana Lima Prado/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Unir contatos' }).click()
  await expect(page.getByRole('region', { name: 'Contatos unidos a este' })).toContainText('Bruno Reis')
  await page.getByRole('status').getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('União desfeita')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contatos unidos a este' })).toHaveCount(0)
  expect(await found('bruno reis')).toHaveLength(1)
})

test('the panel beside a conversation leads to the erasure of its contact’s data', async () => {
  await page.getByRole('link', { name: /Atendimento 20260101-00001/ }).click()
  await page.getByRole('button', { name: 'Ver dados do contato' }).click()
  await page.getByRole('link', { name: 'Apagar dados (LGPD)' }).click()
  await expect(page.getByRole('textbox', { name: 'Número' })).toHaveValue('5511944778002')
  await expect(page.getByRole('button', { name: 'Baixar os dados' })).toBeVisible()
})

test('people of a contact list become contacts', async () => {
  const list = await admin.newList('Feira de maio')
  await admin.addContacts(list.id, ['5511944778011', '5511944778012'])
  await page.goto(`${system.origin}/contacts`)
  await page.getByRole('button', { name: 'Importar' }).click()
  await page.getByRole('menuitem', { name: 'Importar de uma lista de contatos' }).click()
  const dialog = dialogOf('Importar contatos')
  await choose(page, 'Lista', 'Feira de maio (2)')
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('2 contatos importados')).toBeVisible()
  await expectInOrder(page, 'the import')
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await expect(page.getByText('Quantidade: 5')).toBeVisible()
})

test('contacts are downloaded as a spreadsheet', async () => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^Contatos .*\.xlsx$/)
})

test('a search finds a contact, which is deleted after a question', async () => {
  await page.getByRole('searchbox', { name: /Buscar contatos/ }).fill('ana l.')
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
  await page.getByRole('link', { name: 'Ana L.' }).click()
  await moreActions()
  await page.getByRole('menuitem', { name: 'Excluir contato' }).click()
  const question = dialogOf('Excluir Ana L.?')
  await expectInOrder(page, 'the question')
  await question.getByRole('button', { name: 'Excluir contato' }).click()
  await expect(page.getByText('Quantidade: 4')).toBeVisible()
  expect(await found('ana l.')).toEqual([])
})

test('a user who is not an admin merges, imports, exports and deletes nothing', async () => {
  const browser = page.context().browser()
  const other = await browser?.newContext().then((context) => context.newPage())
  if (!other) throw new Error('There is no browser')
  await enterAs(other, system.origin, await principals.person(company, { profile: 'user' }), '/')
  await other.getByRole('link', { name: 'Contatos', exact: true }).click()
  await expect(other.getByRole('button', { name: 'Novo contato' })).toBeVisible()
  for (const name of ['Importar', 'Exportar'])
    await expect(other.getByRole('button', { name })).toHaveCount(0)
  await other.getByRole('link', { name: 'Bruno Reis' }).click()
  await expect(other.getByRole('button', { name: 'Editar contato' })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Mais ações: Bruno/ })).toHaveCount(0)
  await other.context().close()
})

for (const look of EVERY_LOOK) {
  test(`contacts are accessible on ${look}`, async () => {
    const [ana] = await found('ana lima prado')
    await lookFrom(page, look)
    await expectPagesInOrder(page, system.origin, [
      ['/contacts', 'Quantidade: 4'],
      ['/contacts?dialog=new', 'Sem mensagens automáticas'],
      ['/contacts?dialog=from-list', 'Quem já está nos contatos fica como está.'],
      ['/contacts/duplicates', 'Nenhum contato parece repetido.'],
      [`/contacts/${ana?.id}`, 'Atendimento 20260101-00001'],
    ])
  })
}

test('on a phone, the actions for all contacts are under one button', async () => {
  await lookFrom(page, 'a phone in the dark')
  await goTo(page, '/contacts')
  await page.getByRole('button', { name: 'Mais ações: Contatos' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Possíveis duplicados',
    'Exportar',
    'Importar de uma lista de contatos',
    'Importar de uma planilha',
  ])
  await page.getByRole('menuitem', { name: 'Importar de uma planilha' }).click()
  await expect(dialogOf('Importar contatos')).toBeVisible()
})
