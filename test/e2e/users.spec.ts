import { expect, type Page } from '@playwright/test'
import type { Usage } from '@recado/shared/companies/usage'
import { keyIn } from '@recado/shared/table/table'
import { codeAt } from '../support/authenticator.ts'
import { linkIn, mailTo } from '../support/mailbox.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem, test } from './shared-system.ts'
import {
  choose,
  chooseForRecord,
  DEMO_OPERATOR,
  EVERY_LOOK,
  enterAs,
  expectInOrder,
  expectPagesInOrder,
  lookFrom,
  openPage,
  signIn,
} from './steps.ts'

const { system, principals } = sharedSystem()
let company: string
let me: Person
let page: Page

test.beforeAll(async ({ browser }) => {
  company = await principals.company()
  me = await principals.person(company)
  page = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
  await enterAs(page, system.origin, me, '/')
})

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const password = (of: Page) => of.getByRole('textbox', { name: 'Senha', exact: true })

/** Another user at another computer. */
async function anotherBrowser(): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('There is no browser')
  return (await browser.newContext()).newPage()
}

test('an admin creates a user in the form, which shows the specified errors', async () => {
  await openPage(page, 'Usuários', 'Administração')
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Novo usuário' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo usuário' })
  const submit = dialog.getByRole('button', { name: 'Criar usuário' })
  await submit.click()
  await expect(dialog.getByText('Required')).toHaveCount(2)
  const fill = async (label: string, text: string, words: string) => {
    await dialog.getByRole('textbox', { name: label }).fill(text)
    await submit.click()
    await expect(dialog.getByText(words)).toBeVisible()
  }
  await fill('Nome', 'A', 'Too Short!')
  await fill('Nome', 'A'.repeat(51), 'Too Long!')
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Carla Dias')
  await fill('E-mail', 'carla', 'Invalid email')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(me.email)
  await fill('Senha', '1234', 'Too Short!')
  await expectInOrder(page, 'the form')
  await dialog.getByRole('textbox', { name: 'Senha' }).fill('senha da carla')
  await submit.click()
  await expect(dialog.getByText('Este e-mail já está em uso.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('carla@exemplo.test')
  await choose(page, 'Perfil', 'Usuário')
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(row('Carla Dias').getByText('carla@exemplo.test')).toBeVisible()
  await expect(row('Carla Dias').getByText('Off-line')).toBeVisible()
  await expect(page.getByText('Quantidade: 2')).toBeVisible()
})

test('a user who signs in is shown as online at once', async () => {
  const other = await anotherBrowser()
  await signIn(other, system.origin, { email: 'carla@exemplo.test', password: 'senha da carla' })
  await expect(row('Carla Dias').getByText('On-line')).toBeVisible()
  // A user who is not an admin finds no users, only their own profile.
  await expect(other.getByRole('button', { name: 'Páginas de Atendimentos' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Páginas de Administração' })).toHaveCount(0)
  await other.goto(`${system.origin}/users`)
  await expect(other.getByRole('heading', { name: 'Conexões' })).toBeVisible()
  await other.context().close()
  await expect(row('Carla Dias').getByText('Off-line')).toBeVisible()
})

test('an admin searches, changes and, after a question, deletes users', async () => {
  await page.goto(`${system.origin}/users`)
  await page.getByRole('searchbox', { name: 'Buscar usuários' }).fill('CARLA')
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
  await row('Carla Dias').getByRole('button', { name: 'Editar Carla Dias' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar usuário' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Carla Souza')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(row('Carla Souza')).toBeVisible()
  await chooseForRecord(page, 'Carla Souza', 'Excluir')
  const question = page.getByRole('dialog', { name: 'Excluir Carla Souza?' })
  await expectInOrder(page, 'the question')
  await question.getByRole('button', { name: 'Excluir usuário' }).click()
  await expect(page.getByText('Nada encontrado.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar busca' }).click()
  await expect(page.getByText('Quantidade: 1')).toBeVisible()
})

/** The copied text, pasted as a user would. A page may not read the clipboard by itself. */
async function pasted(): Promise<string> {
  const field = page.getByRole('searchbox', { name: 'Buscar usuários' })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(/^http/)
  const text = await field.inputValue()
  await field.fill('')
  return text
}

test('an invited person creates an account, signs in, forgets the password and chooses another', async () => {
  await page.goto(`${system.origin}/users`)
  await page.getByRole('button', { name: 'Convidar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar pessoa' })
  await expectInOrder(page, 'the invitation')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('dora@exemplo.test')
  await dialog.getByRole('button', { name: 'Criar convite' }).click()
  const made = page.getByRole('dialog', { name: 'Convite criado' })
  await expect(made.getByText('O convite foi enviado para dora@exemplo.test.')).toBeVisible()
  // The link is shown only once: a click outside does not close it, and Escape asks.
  await page.mouse.click(2, 2)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Fechar sem guardar?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await made.getByRole('button', { name: 'Copiar' }).click()
  await made.getByRole('button', { name: 'Fechar' }).last().click()
  const copied = await pasted()
  await expect(page.getByRole('heading', { name: 'Convites em aberto' })).toBeVisible()

  const dora = await anotherBrowser()
  const linked = linkIn(await mailTo(system.origin, 'dora@exemplo.test'))
  expect(linked).not.toBe(copied)
  await dora.goto(linked)
  await dora.getByRole('button', { name: 'Criar minha conta' }).click()
  await expect(dora.getByText('Required')).toHaveCount(3)
  await dora.getByLabel('Nome').fill('Dora Lima')
  await dora.getByLabel('E-mail').fill('dora@exemplo.test')
  await password(dora).fill('senha da dora')
  await expectInOrder(dora, 'the sign-up')
  await dora.getByRole('button', { name: 'Criar minha conta' }).click()
  await expect(dora.getByText('Conta criada. Agora é só entrar.')).toBeVisible()
  await expect(row('Dora Lima')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Convites em aberto' })).toHaveCount(0)

  // The copied link is the same, used invitation.
  await dora.goto(copied)
  await dora.getByLabel('Nome').fill('Dora Lima')
  await dora.getByLabel('E-mail').fill('dora2@exemplo.test')
  await password(dora).fill('senha da dora')
  await dora.getByRole('button', { name: 'Criar minha conta' }).click()
  await expect(dora.getByText('Erro ao criar usuário. Verifique os dados informados.')).toBeVisible()
  await dora.goto(`${system.origin}/signup?token=x`)
  await expect(dora.getByText('Empresa não identificada!')).toBeVisible()

  await dora.getByRole('link', { name: 'Voltar para o login' }).click()
  await dora.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await dora.getByLabel('E-mail').fill('dora@exemplo.test')
  await dora.getByRole('button', { name: 'Enviar link' }).click()
  await expect(dora.getByText('Se houver uma conta com este e-mail')).toBeVisible()
  await mailTo(system.origin, 'dora@exemplo.test', 2)
  await dora.goto(`${system.origin}/mailbox`)
  await dora.getByRole('link', { name: '/reset-password' }).first().click()
  await expect(dora).toHaveURL(`${system.origin}/reset-password`)
  await dora.getByRole('textbox', { name: 'Nova senha' }).fill('outra senha da dora')
  await expectInOrder(dora, 'the new password')
  await dora.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(dora.getByText('Senha salva. Agora é só entrar.')).toBeVisible()
  await dora.getByLabel('E-mail').fill('dora@exemplo.test')
  await password(dora).fill('outra senha da dora')
  await dora.getByRole('button', { name: 'Entrar' }).click()
  await expect(dora.getByText('Olá, Dora Lima')).toBeVisible()
  await dora.context().close()
})

test('a sign-up and a new password whose answers are lost say that they may be done', async () => {
  const chief = await principals.signedIn(await principals.company())
  const { link } = await chief.call('createInvitation')
  const eva = await anotherBrowser()
  const losesAnswer = (path: string) =>
    eva.route(
      `**/api${path}`,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  const submitTwice = async (name: string) => {
    await eva.getByRole('button', { name }).click()
    await expect(eva.getByText('O servidor não respondeu')).toBeVisible()
    await eva.getByRole('button', { name }).click()
  }
  await losesAnswer('/auth/signup')
  await eva.goto(link)
  await eva.getByLabel('Nome').fill('Eva Luz')
  await eva.getByLabel('E-mail').fill('eva@exemplo.test')
  await password(eva).fill('senha da eva')
  await submitTwice('Criar minha conta')
  await expect(eva.getByText('A conta pode já ter sido criada')).toBeVisible()
  await expectInOrder(eva, 'a sign-up that may be done')

  await eva.getByRole('link', { name: 'Voltar para o login' }).click()
  await eva.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await eva.getByLabel('E-mail').fill('eva@exemplo.test')
  await eva.getByRole('button', { name: 'Enviar link' }).click()
  await losesAnswer('/auth/reset-password')
  await eva.goto(linkIn(await mailTo(system.origin, 'eva@exemplo.test')))
  await eva.getByRole('textbox', { name: 'Nova senha' }).fill('outra senha da eva')
  await submitTwice('Salvar senha')
  await expect(eva.getByText('A senha pode já ter sido trocada')).toBeVisible()
  await eva.getByRole('link', { name: 'Voltar para o login' }).click()
  await eva.getByLabel('E-mail').fill('eva@exemplo.test')
  await password(eva).fill('outra senha da eva')
  await eva.getByRole('button', { name: 'Entrar' }).click()
  await expect(eva.getByText('Olá, Eva Luz')).toBeVisible()
  await eva.context().close()
})

test('an invitation is revoked after a question', async () => {
  await page.goto(`${system.origin}/users`)
  await page.getByRole('button', { name: 'Convidar' }).click()
  await page.getByRole('button', { name: 'Criar convite' }).click()
  await page
    .getByRole('dialog', { name: 'Convite criado' })
    .getByRole('button', { name: 'Fechar' })
    .last()
    .click()
  await page.getByRole('listitem').filter({ hasText: 'Convite por link' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Revogar convite' }).click()
  await expect(page.getByRole('heading', { name: 'Convites em aberto' })).toHaveCount(0)
})

test('the profile page changes name and password, shows the last sign-ins, and switches the second step on and off', async () => {
  const openProfile = async () => {
    await page.getByRole('button', { name: 'Perfil' }).click()
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click()
    return page.getByRole('dialog', { name: 'Meu perfil' })
  }
  let profile = await openProfile()
  await expect(profile.getByText('Últimos acessos')).toBeVisible()
  await expect(profile.getByText(/Chrome, Linux · /).first()).toBeVisible()
  await profile.getByRole('textbox', { name: 'Nome' }).fill('Eva Admin')
  await profile.getByRole('textbox', { name: 'Nova senha' }).fill('nova senha da eva')
  await profile.getByRole('textbox', { name: 'Senha atual' }).fill('errada')
  await profile.getByRole('button', { name: 'Salvar' }).click()
  await expect(profile.getByText('A senha atual não está correta.')).toBeVisible()
  await profile.getByRole('textbox', { name: 'Senha atual' }).fill(me.password)
  await profile.getByRole('button', { name: 'Salvar' }).click()
  await expect(profile).toBeHidden()
  await expect(page.getByText('Olá, Eva Admin')).toBeVisible()

  profile = await openProfile()
  await profile.getByRole('button', { name: 'Ativar verificação em duas etapas' }).click()
  const begin = page.getByRole('dialog', { name: 'Ativar verificação em duas etapas' })
  await expect(begin.getByRole('img', { name: 'QR Code para o aplicativo autenticador' })).toBeVisible()
  const secret = await begin.getByLabel('Ou digite esta chave no aplicativo').inputValue()
  await expectInOrder(page, 'two steps')
  await begin.getByLabel('Código de verificação').fill('000000')
  await begin.getByLabel('Senha atual').fill('errada')
  await begin.getByRole('button', { name: 'Ativar', exact: true }).click()
  await expect(begin.getByText('A senha atual não está correta.')).toBeVisible()
  await begin.getByLabel('Senha atual').fill('nova senha da eva')
  await begin.getByRole('button', { name: 'Ativar', exact: true }).click()
  await expect(begin.getByText('O código não está correto.')).toBeVisible()
  await begin.getByLabel('Código de verificação').fill(codeAt(secret, Date.now()))
  await begin.getByRole('button', { name: 'Ativar', exact: true }).click()
  const codes = begin.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await expectInOrder(page, 'the recovery codes')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Fechar sem guardar?' })
    .getByRole('button', { name: 'Cancelar' })
    .click()
  await begin.getByRole('button', { name: 'Já guardei' }).click()
  await expect(profile.getByText('Ativada', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByLabel('E-mail').fill(me.email)
  await password(page).fill('nova senha da eva')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByLabel('Código de verificação').fill('000000')
  await expectInOrder(page, 'the code')
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  await expect(page.getByText('O código não está correto.')).toBeVisible()
  await page.getByLabel('Código de verificação').fill(recovery)
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  await expect(page.getByText('Olá, Eva Admin')).toBeVisible()

  profile = await openProfile()
  await profile.getByRole('button', { name: 'Desativar verificação em duas etapas' }).click()
  const end = page.getByRole('dialog', { name: 'Desativar verificação em duas etapas' })
  await end.getByLabel('Senha atual').fill('nova senha da eva')
  await end.getByRole('button', { name: 'Desativar verificação em duas etapas' }).click()
  await expect(profile.getByText('Desativada', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a sign-out that does not reach the server ends the session when the network comes back', async () => {
  const theirs = await anotherBrowser()
  await enterAs(theirs, system.origin, await principals.person(company), '/')
  await theirs.route('**/api/auth/logout', (route) => route.abort())
  await theirs.getByRole('button', { name: 'Perfil' }).click()
  await theirs.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(theirs.getByLabel('E-mail')).toBeVisible()
  const cookies = async () => (await theirs.context().cookies()).length
  expect(await cookies()).toBe(1)
  await theirs.unroute('**/api/auth/logout')
  await theirs.context().setOffline(true)
  await theirs.context().setOffline(false)
  await expect.poll(cookies).toBe(0)
  await theirs.context().close()
})

test('a full plan shows a message', async () => {
  const email = 'gil@exemplo.test'
  await principals
    .tenant(company)
    .put({ ...keyIn<Usage>('COMPANY', 'USAGE'), users: 99, connections: 0, queues: 0 })
  const operator = await principals.signIn(DEMO_OPERATOR)
  const plan = { name: 'Pequeno', users: 2, connections: 1, queues: 1 }
  const { id: planId } = await operator.call('createPlan', plan)
  await principals.changeCompany(company, { planId })
  await page.goto(`${system.origin}/users?dialog=new`)
  const dialog = page.getByRole('dialog', { name: 'Novo usuário' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Gil')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('button', { name: 'Criar usuário' }).click()
  await expect(
    dialog.getByText('O plano da empresa permite 2 usuários, e todos já estão em uso.'),
  ).toBeVisible()
})

test('a user who signs in elsewhere, or whose company changes, sees the reason and is signed out a second later', async () => {
  const person = await principals.person(company, { profile: 'user' })
  const first = await anotherBrowser()
  await page.goto(`${system.origin}/users`)
  /** Signed in and with an open live socket, since earlier events are not received. */
  const signInAndListen = async () => {
    await enterAs(first, system.origin, person, '/')
    await expect(row(person.name).getByText('On-line')).toBeVisible()
  }
  /** A list that was loading says it beside the toast, until the session ends. */
  const says = (reason: string) => expect(first.getByText(reason).first()).toBeVisible()
  await signInAndListen()
  await principals.signIn(person)
  await says('Sua conta foi acessada em outro computador.')
  await expect(first.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect(first.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
  expect(await first.evaluate<string | null>("localStorage.getItem('recado.session')")).toBeNull()

  await expect(row(person.name).getByText('Off-line')).toBeVisible()
  await signInAndListen()
  const operator = await principals.signIn(DEMO_OPERATOR)
  await operator.call('advanceDueDate', { companyId: company })
  await says('Sua empresa foi atualizada, por favor, entre novamente.')
  await expect(first.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await first.context().close()
  await signIn(page, system.origin, { ...me, password: 'nova senha da eva' })
})

for (const look of EVERY_LOOK) {
  test(`the pages behind the login are accessible on ${look}`, async () => {
    await lookFrom(page, look)
    await expectPagesInOrder(page, system.origin, [
      ['/users', 'Quantidade: '],
      ['/users?dialog=new', 'Novo usuário'],
      ['/users?dialog=invite', 'Convidar pessoa'],
    ])
    await page.goto(`${system.origin}/users`)
    await page.getByRole('button', { name: 'Perfil' }).click()
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click()
    await expect(page.getByText('Últimos acessos')).toBeVisible()
    await expectInOrder(page, 'the profile')
  })

  test(`the pages before the login are accessible on ${look}`, async () => {
    const visitor = await anotherBrowser()
    await lookFrom(visitor, look)
    const pages = [
      ['/login', 'Entrar'],
      ['/signup?companyId=A&token=x', 'Criar minha conta'],
      ['/signup', 'Empresa não identificada!'],
      ['/forgot-password', 'Enviar link'],
      ['/reset-password#token=x', 'Salvar senha'],
    ] as const
    // A token in an address is taken when the app is loaded.
    for (const each of pages) await expectPagesInOrder(visitor, system.origin, [each])
    await visitor.context().close()
  })
}
