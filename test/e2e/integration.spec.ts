import { expect, type Page } from '@playwright/test'
import { putConnection } from '@recado/shared/connections/store'
import { aConnection } from '../support/builders.ts'
import { sharedSystem, test } from './shared-system.ts'
import {
  choose,
  chooseSheet,
  EVERY_LOOK,
  enterAs,
  expectInOrder,
  lookFrom,
  NO_CONSENT,
  sayConsent,
} from './steps.ts'

const { system, principals } = sharedSystem()

/** The page of the local platform. Only this spec uses the platform of its system. */
let platform: Page
let token: string
/** An admin, and a user who is not an admin. */
let admin: Page
let user: Page

test.beforeAll(async ({ browser }) => {
  const companyId = await principals.company()
  await putConnection(principals.tenant(companyId), aConnection({ companyId, wanted: 'closed' }))
  const [one, two] = [
    await principals.person(companyId),
    await principals.person(companyId, { profile: 'user' }),
  ]
  admin = await (await browser.newContext()).newPage()
  await enterAs(admin, system.origin, one)
  user = await (await browser.newContext()).newPage()
  await enterAs(user, system.origin, two)
  platform = await (await browser.newContext()).newPage()
  await platform.goto(`${system.origin}/platform`)
  token = await platform.getByText('plataforma-de-exemplo-').innerText()
})

const openTab = (page: Page) => page.goto(`${system.origin}/settings?tab=integrations`)

test('an admin connects with a token that the platform checks, and other users only see the state', async () => {
  await openTab(user)
  await expect(user.getByText('Desabilitado')).toBeVisible()
  await expect(user.getByRole('button', { name: 'Conectar' })).toBeDisabled()
  await expect(user.getByText('Somente administradores podem conectar ou desconectar.')).toBeVisible()
  await expectInOrder(user, 'the tab of a user')
  await openTab(admin)
  await admin.getByRole('button', { name: 'Conectar' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Conectar com SacMais' })
  const submit = dialog.getByRole('button', { name: 'Conectar' })
  await submit.click()
  await expect(dialog.getByText('campo obrigatório', { exact: true })).toBeVisible()
  await expectInOrder(admin, 'the empty form')
  const typed = dialog.getByRole('textbox', { name: 'Token' })
  await typed.fill('outro-token')
  await submit.click()
  await expect(dialog.getByText('A plataforma não aceita este token.')).toBeVisible()
  await typed.fill(token)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Ativado')).toBeVisible()
  await expect(admin.getByText(/Conectado desde \d\d\/\d\d\/\d{4} \d\d:\d\d/)).toBeVisible()
  await expect(admin.getByText('Token: ••••4821')).toBeVisible()
  await expect(user.getByText('Ativado')).toBeVisible()
  await expect(user.getByRole('button', { name: 'Desconectar' })).toBeDisabled()
})

test('a campaign to a tag is sent in parts after a confirmation', async () => {
  await admin.goto(`${system.origin}/campaigns`)
  await admin.getByRole('button', { name: 'Nova campanha' }).first().click()
  await expect(admin.getByRole('menuitem', { name: 'Por lista de contatos' })).toBeVisible()
  await admin.getByRole('menuitem', { name: 'Por tag' }).click()
  await expect(admin.getByRole('heading', { name: 'Nova campanha por tag' })).toBeVisible()
  await expect(admin.getByText('Limite de 500 contatos por lista')).toBeVisible()
  await admin.getByRole('button', { name: 'Salvar rascunho' }).click()
  // The name and the tag; the only connection is chosen already.
  await expect(admin.getByText('Campo obrigatório')).toHaveCount(2)
  await expectInOrder(admin, 'the empty form')
  await admin.getByLabel('Nome').fill('Natal')
  const connection = admin.getByRole('combobox', { name: 'Conexão' })
  await connection
    .or(admin.getByRole('textbox', { name: 'Conexão' }))
    .first()
    .click()
  await admin.getByRole('option', { name: /^Loja/ }).click()
  await choose(admin, 'Tag da plataforma', 'Novidades (1.203 contatos)')
  await admin.getByLabel('Texto da mensagem 1').fill('Olá {nome}')
  await admin.getByRole('button', { name: 'Salvar rascunho' }).click()
  const question = admin.getByRole('dialog', { name: 'Dividir a campanha em 3 partes?' })
  await expect(question.getByText(/A tag tem 1\.203 contatos/)).toContainText(
    'de “Natal (1/3)” a “Natal (3/3)”',
  )
  await expectInOrder(admin, 'the question')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toBeHidden()
  await admin.getByRole('button', { name: /^Agendar para/ }).click()
  const review = admin.getByRole('dialog', { name: 'Agendar Natal?' })
  await expect(review.getByText(/^Para 1\.203 contatos da tag Novidades, pela conexão Loja/)).toBeVisible()
  await expect(review.getByText(/serão criadas 3 listas e 3 campanhas, de “Natal \(1\/3\)”/)).toBeVisible()
  await expectInOrder(admin, 'the review')
  await review.getByRole('button', { name: /^Agendar para/ }).click()
  await expect(admin.getByText('3 campanhas criadas.')).toBeVisible()
  for (const part of [1, 2, 3])
    await expect(admin.getByRole('row', { name: new RegExp(`Natal \\(${part}/3\\)`) })).toBeVisible()
  await admin.goto(`${system.origin}/contact-lists`)
  await expect(admin.getByRole('row', { name: /Natal \(3\/3\)/ })).toContainText('203')
})

test('imported contacts are also sent to the platform if the user chooses so', async () => {
  await admin.goto(`${system.origin}/contact-lists`)
  await admin.getByRole('link', { name: 'Natal (3/3)' }).first().click()
  await admin.getByRole('button', { name: 'Importar' }).first().click()
  const dialog = admin.getByRole('dialog', { name: 'Importar contatos' })
  const buffer = Buffer.from('nome,numero\nAna,11987651001\nBia,11987651002\n')
  await chooseSheet(dialog, { name: 'a.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('checkbox', { name: 'Enviar também para a plataforma de multiatendimento' }).check()
  await expectInOrder(admin, 'the import')
  await sayConsent(admin, NO_CONSENT)
  await dialog.getByRole('button', { name: 'Importar contatos' }).click()
  await expect(dialog.getByText('Enviados à plataforma: 2.')).toBeVisible()
  await expectInOrder(admin, 'what became of it')
  // The platform shows them without being loaded anew.
  const received = platform.getByRole('region', { name: 'Contatos recebidos do Recado' })
  await expect(received.getByRole('listitem')).toHaveCount(2)
  for (const name of ['Ana', 'Bia']) await expect(received).toContainText(name)
})

test('a refused token pauses the link, and every user sees it', async () => {
  await openTab(user)
  await expect(user.getByText('Ativado')).toBeVisible()
  await platform.getByRole('button', { name: 'Revogar token' }).click()
  await expect(platform.getByText('Revogado')).toBeVisible()
  await admin.goto(`${system.origin}/campaigns/new?from=tag`)
  await expect(admin.getByText('Não foi possível carregar as tags da plataforma')).toBeVisible()
  await expect(user.getByText('Pendente')).toBeVisible()
  await expect(user.getByText('Integração pausada').first()).toBeVisible()
  await openTab(admin)
  await expectInOrder(admin, 'the paused tab')
  await platform.getByRole('button', { name: 'Validar de novo' }).click()
  await expect(platform.getByText('Válido')).toBeVisible()
  await admin.getByRole('button', { name: 'Conectar' }).click()
  await admin.getByRole('textbox', { name: 'Token' }).fill(token)
  await admin.getByRole('dialog').getByRole('button', { name: 'Conectar' }).click()
  await expect(admin.getByText('Ativado')).toBeVisible()
})

test('disconnecting asks first, and removes campaigns by tag', async () => {
  await openTab(admin)
  await admin.getByRole('button', { name: 'Desconectar' }).click()
  const question = admin.getByRole('dialog', { name: 'Desconectar de SacMais?' })
  await expectInOrder(admin, 'the question')
  await question.getByRole('button', { name: 'Desconectar' }).click()
  await expect(admin.getByText('Desabilitado')).toBeVisible()
  await admin.getByRole('link', { name: 'Campanhas', exact: true }).first().click()
  await admin.getByRole('link', { name: 'Nova campanha' }).first().click()
  await expect(admin.getByRole('heading', { name: 'Nova campanha', exact: true })).toBeVisible()
})

test('the tabs and the platform’s page are accessible on a desktop, and on a phone in dark mode', async ({
  browserName: _,
}, info) => {
  for (const look of EVERY_LOOK) {
    await lookFrom(admin, look)
    await openTab(admin)
    await expect(admin.getByText('Desabilitado')).toBeVisible()
    await expectInOrder(admin, 'integrations')
    await admin.screenshot({ path: info.outputPath(`${look}-integrations.png`) })
    await admin.goto(`${system.origin}/settings?tab=audit`)
    await expect(admin.getByText('Criou uma campanha').first()).toBeVisible()
    await expectInOrder(admin, 'audit')
    await admin.screenshot({ path: info.outputPath(`${look}-audit.png`) })
    await lookFrom(platform, look)
    await expectInOrder(platform, 'the platform')
  }
})
