import { expect, type Locator, type Page, test } from '@playwright/test'
import { OPT_OUT_LINE } from '@recado/shared/campaigns/message/message-parts'
import { ApiClient } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { chooseSheet, DEMO_ADMIN, end, expectInOrder, lookFrom, signIn } from './steps.ts'

/** The most clicks from the sign-in to the report. */
const CLICKS_MAX = 18
const SPREADSHEET = 'test/spreadsheets/simples--lo.xlsx'
const CONSENT = 'Não sei ou não está registrado'

let system: RunningSystem
let principals: Principals

test.beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
})
test.afterAll(({ browser }) => end(browser, system))

/** Someone of a new company that sends quickly, and a client for the company. */
async function newcomer(): Promise<{ me: Person; admin: ApiClient }> {
  const company = await principals.company()
  const admin = await principals.signedIn(company)
  await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
  return { me: await principals.person(company), admin }
}

/** Counts the presses of the mouse over all loads of a page. A label's click on its field is not another one. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countedClick', () => {
    clicks++
  })
  await page.addInitScript(
    `addEventListener('mousedown', ({ isTrusted }) => isTrusted && countedClick(), true)`,
  )
  return () => clicks
}

async function expectReport(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Relatório da ${name}` })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Progresso' })).toHaveAttribute('aria-valuenow', '100', {
    timeout: 60_000,
  })
  await expect(page.getByText('Finalizada').first()).toBeVisible()
}

test('a user gets from a login to a report at 100 % in at most 18 clicks', async ({ page, context }) => {
  const admin = await ApiClient.signIn(system.origin, 'user@demo.test')
  const clicks = await countClicks(page)
  await test.step('sign in', async () => {
    await signIn(page, system.origin, DEMO_ADMIN)
    await expect(page.getByText('Olá, Ana Demonstração')).toBeVisible()
  })

  await test.step('link a connection: the simulated phone scans the code that is on the screen', async () => {
    await page.getByRole('link', { name: 'Conexões' }).click()
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByLabel('Nome').fill('Loja')
    await page.getByRole('button', { name: 'Adicionar conexão' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conectar Loja' })
    await expect(dialog.getByRole('img', { name: 'QR Code' })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(5)
    const phones = await context.newPage()
    await phones.goto(`${system.origin}/simulator`)
    await phones.getByRole('button', { name: /Escanear com/ }).click()
    await page.bringToFront()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Conectada', { exact: true })).toBeVisible()
    await expect(page.getByText('+55 11 90000-0001')).toBeVisible()
  })

  await test.step('import a spreadsheet that LibreOffice wrote', async () => {
    await openPage(page, 'Listas de contatos', 'Contatos')
    await page.getByRole('button', { name: 'Nova lista' }).first().click()
    await page.getByLabel('Nome').fill('Clientes')
    await page.getByRole('button', { name: 'Criar lista' }).click()
    await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Importar' })).toBeFocused()
    await page.getByRole('button', { name: 'Importar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
    await expect(dialog.getByRole('checkbox', { name: 'Remover duplicados' })).toBeChecked()
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByLabel(/^Arraste/).click()
    await (await chooser).setFiles(SPREADSHEET)
    await dialog.getByRole('radio', { name: CONSENT }).click()
    await dialog.getByRole('button', { name: 'Importar contatos' }).click()
    await expect(dialog.getByText('5 contatos importados')).toBeVisible()
    await dialog.getByRole('link', { name: 'Criar campanha' }).click()
  })

  await test.step('write a campaign, review it and start it', async () => {
    await admin.settings({ messageInterval: '5', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    // The only connection and the imported list are chosen already.
    await expect(select(page, 'Conexão')).toHaveValue('Loja · +55 11 90000-0001')
    await expect(select(page, 'Lista de contatos')).toHaveValue('Clientes (5 contatos)')
    await page.getByLabel('Nome').fill('Promoção')
    await page.getByLabel('Texto da mensagem 1').fill('Olá {nome}, seu plano é o *{var1}*.')
    await expect(page.getByText('Olá João da Silva, seu plano é o')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Agendar para \d\d:\d\d$/ })).toBeVisible()
    await page.getByText('Agora', { exact: true }).click()
    await page.getByRole('button', { name: 'Enviar agora' }).click()
    const review = page.getByRole('dialog', { name: 'Enviar Promoção agora?' })
    await expect(
      review.getByText('Para 5 contatos da lista Clientes, pela conexão Loja, +55 11 90000-0001.'),
    ).toBeVisible()
    await expectInOrder(page, 'the review')
    await review.getByRole('button', { name: 'Enviar agora' }).click()
  })

  await test.step('watch the report reach 100 %', async () => {
    await expectReport(page, 'Promoção')
    expect(clicks(), `${clicks()} clicks from the sign-in to the report`).toBeLessThanOrEqual(CLICKS_MAX)
    expect(clicks(), 'the counted clicks').toBeGreaterThan(10)
    await expect(page.getByRole('row').getByText('Enviado', { exact: true })).toHaveCount(5)
  })

  await test.step('each phone got exactly its message', async () => {
    const expected = {
      '5511987650001': 'Olá João da Silva, seu plano é o *Plano A*.',
      '5521987650002': 'Olá Maria Conceição, seu plano é o *Plano B*.',
      '5531987650003': 'Olá Empresa Ação Ltda, seu plano é o *x*.',
      '5541987650004': 'Olá Zé, seu plano é o **.',
      '555132250005': `Olá D'Ávila & Filhos <ME>, seu plano é o *"aspas"*.`,
    }
    for (const [number, text] of Object.entries(expected)) {
      const whole = `${text}\n\n${OPT_OUT_LINE}`
      expect((await admin.messagesOf(number)).map((message) => message.text)).toEqual([whole])
    }
  })

  await test.step('no page has findings of axe, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of ['/connections', '/contact-lists', '/campaigns', '/campaigns-config']) {
        await page.goto(system.origin + path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectInOrder(page, path)
      }
    }
  })
})

test('the same job is done by keyboard alone', async ({ page }) => {
  const { me, admin } = await newcomer()
  const clicks = await countClicks(page)
  await test.step('sign in', async () => {
    await page.goto(system.origin)
    await write(page, page.getByLabel('E-mail'), me.email)
    await write(page, page.getByRole('textbox', { name: 'Senha' }), me.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Olá, ')).toBeVisible()
  })

  await test.step('link a connection', async () => {
    await press(page, page.getByRole('link', { name: 'Conexões' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Conexões' })).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Nova conexão' }).first())
    await write(page, page.getByLabel('Nome'), 'Filial')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Conectar Filial' })
    await expect(dialog.getByRole('img', { name: 'QR Code' })).toBeVisible()
    const [{ id = '' } = {}] = await admin.call('listConnections')
    await admin.scanned(id, '5511900000042')
    await expect(dialog).toBeHidden()
  })

  await test.step('import a spreadsheet', async () => {
    await page.goto(`${system.origin}/contact-lists`)
    await press(page, page.getByRole('button', { name: 'Nova lista' }).first())
    await write(page, page.getByLabel('Nome'), 'Assinantes')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Importar' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
    await chooseSheet(dialog, SPREADSHEET)
    await tabTo(page, dialog.getByRole('radio', { name: 'São clientes e aceitaram' }))
    // Up from the first choice is the last one.
    await page.keyboard.press('ArrowUp')
    await expect(dialog.getByRole('radio', { name: CONSENT })).toBeChecked()
    await press(page, dialog.getByRole('button', { name: 'Importar contatos' }))
    await expect(dialog.getByText('5 contatos importados')).toBeVisible()
    await press(page, dialog.getByRole('link', { name: 'Criar campanha' }))
  })

  await test.step('write a campaign, review it and start it', async () => {
    await write(page, page.getByLabel('Nome'), 'Teclado')
    await write(page, page.getByLabel('Texto da mensagem 1'), 'Olá {nome}')
    await tabTo(page, page.getByRole('radio', { name: 'Em um horário' }))
    await page.keyboard.press('ArrowLeft')
    await press(page, page.getByRole('button', { name: 'Enviar agora' }))
    const review = page.getByRole('dialog', { name: 'Enviar Teclado agora?' })
    await expect(review.getByText('Para 5 contatos da lista Assinantes')).toBeVisible()
    await expect(review.getByRole('button', { name: 'Enviar agora' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectReport(page, 'Teclado')
  })
  expect(clicks()).toBe(0)
})

test('on a phone, the form’s buttons stay in view and hide no field, and a test leaves the form open', async ({
  page,
}) => {
  const { me, admin } = await newcomer()
  const shop = await admin.linkedConnection('5511900000043', 'Quiosque')
  const list = await admin.newList('Vizinhos')
  await admin.call('createContactListItem', {
    contactListId: list.id,
    name: 'Ana Souza',
    number: '5511955572001',
  })
  await lookFrom(page, 'a phone in the dark')
  await page.goto(system.origin)
  await page.getByLabel('E-mail').fill(me.email)
  await page.getByRole('textbox', { name: 'Senha' }).fill(me.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByLabel('E-mail')).toBeHidden()
  await page.goto(`${system.origin}/campaigns/new`)

  await page.getByLabel('Nome').fill('Bolso')
  await page.getByLabel('Texto da mensagem 1').fill('Oi {nome}')
  const schedule = page.getByRole('button', { name: /^Agendar para/ })
  await page.screenshot({ path: test.info().outputPath('form-360.png') })
  for (const last of ['Incluir instrução de descadastro', 'Iniciar atendimento com as respostas']) {
    await tabTo(page, page.getByRole('switch', { name: last }))
    await expectAbove(page.getByRole('switch', { name: last }), schedule)
  }
  await page.getByRole('button', { name: 'Enviar teste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar mensagem de teste' })
  await expect(dialog.getByLabel('Número')).toHaveValue('+55 11 90000-0043')
  await page.screenshot({ path: test.info().outputPath('test-360.png') })
  await dialog.getByRole('button', { name: 'Enviar teste' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Texto da mensagem 1')).toHaveValue('Oi {nome}')

  await schedule.click()
  const review = page.getByRole('dialog', { name: 'Agendar Bolso?' })
  await expect(review.getByText('Para 1 contato da lista Vizinhos')).toBeVisible()
  await expectInOrder(page, 'the review on a phone')
  await page.screenshot({ path: test.info().outputPath('review-360.png') })
  // A closed page leaves a draft, and schedules nothing.
  await page.reload()
  await expect(review.getByText('Para 1 contato da lista Vizinhos')).toBeVisible()
  const { records } = await admin.call('listCampaigns', {})
  expect(records).toMatchObject([{ name: 'Bolso', status: 'INATIVA', whatsappId: shop.id }])
  await review.getByRole('button', { name: /^Agendar para/ }).click()
  await expect(page.getByText(/^Bolso foi agendada para \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Campanhas' })).toBeVisible()
  const [scheduled] = (await admin.call('listCampaigns', {})).records
  expect(scheduled?.status).toBe('PROGRAMADA')
})

/** Opens a page of the menu, whose section may be folded. */
async function openPage(page: Page, name: string, section: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true })
  if (!(await link.isVisible())) await page.getByRole('link', { name: section, exact: true }).click()
  await link.click()
}

const select = (page: Page, name: string): Locator =>
  page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first()

const TABS_MAX = 120

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  const focused = target.and(page.locator(':focus'))
  for (let presses = 0; (await focused.count()) === 0; presses++) {
    expect(presses, `Tab reaches ${target}`).toBeLessThan(TABS_MAX)
    await page.keyboard.press('Tab')
  }
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.insertText(text)
}

/** Expects the whole of an element above another one. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect(async () => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
    expect((above?.y ?? Number.NaN) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? Number.NaN)
  }).toPass()
}
