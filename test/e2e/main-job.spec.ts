import { expect, test } from '@playwright/test'
import { OPT_OUT_LINE } from '@recado/shared/campaigns/message/message-parts'
import { ApiClient } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { choose, expectInOrder, signIn } from './steps.ts'

let system: RunningSystem

test.beforeAll(async () => {
  system = await startSystem()
})
test.afterAll(() => system.stop())

test('a user gets from a login to a report at 100 %', async ({ page, context }) => {
  await test.step('sign in', async () => {
    await signIn(page, system.origin)
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
    await expect(page.getByText('Conectado', { exact: true })).toBeVisible()
    await expect(page.getByText('+55 11 90000-0001')).toBeVisible()
  })

  await test.step('import a spreadsheet that LibreOffice wrote', async () => {
    await page.getByRole('link', { name: 'Listas de contatos' }).click()
    await page.getByRole('button', { name: 'Nova lista' }).first().click()
    await page.getByLabel('Nome').fill('Clientes')
    await page.getByRole('button', { name: 'Criar lista' }).click()
    await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible()
    await page.getByRole('button', { name: 'Importar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
    await expect(dialog.getByRole('checkbox', { name: 'Remover duplicados' })).toBeChecked()
    await dialog.locator('input[type=file]').setInputFiles('test/spreadsheets/simples--lo.xlsx')
    await dialog.getByRole('button', { name: 'Importar contatos' }).click()
    await expect(dialog.getByText('Importação concluída')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Quantidade: 5')).toBeVisible()
    await expect(page.getByText('Maria Conceição')).toBeVisible()
  })

  await test.step('set the pace', async () => {
    await page
      .getByRole('link', { name: 'Configurações' })
      .and(page.locator('[href$=campaigns-config]'))
      .click()
    await choose(page, 'Intervalo máximo', '5 segundos')
    await choose(page, 'Intervalo mínimo', '1 segundo')
    await page.getByRole('button', { name: 'Salvar Configurações' }).click()
    await expect(page.getByText('Configurações salvas')).toBeVisible()
  })

  await test.step('write a campaign and start it', async () => {
    await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
    await page
      .getByRole('link', { name: 'Nova campanha' })
      .or(page.getByRole('button', { name: 'Nova campanha' }))
      .first()
      .click()
    await page.getByLabel('Nome').fill('Promoção')
    await choose(page, 'Conexão', 'Loja · +55 11 90000-0001')
    await choose(page, 'Lista de contatos', 'Clientes (5 contatos)')
    await page.getByLabel('Texto da mensagem 1').fill('Olá {nome}, seu plano é o *{var1}*.')
    await expect(page.getByText('Olá João da Silva, seu plano é o')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar agendamento' }).click()
    await page.getByRole('button', { name: 'Salvar campanha' }).click()
    await page.getByRole('button', { name: 'Iniciar agora' }).first().click()
    const question = page.getByRole('dialog', { name: 'Iniciar Promoção agora?' })
    await expect(
      question.getByText('Para 5 contatos da lista Clientes, pela conexão Loja, +55 11 90000-0001.'),
    ).toBeVisible()
    await question.getByRole('button', { name: 'Iniciar agora' }).click()
  })

  await test.step('watch the report reach 100 %', async () => {
    await page.getByRole('link', { name: 'Relatório' }).first().click()
    await expect(page.getByRole('heading', { name: 'Relatório da Promoção' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Progresso' })).toHaveAttribute(
      'aria-valuenow',
      '100',
      { timeout: 60_000 },
    )
    await expect(page.getByText('Finalizada').first()).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('row').getByText('Enviado', { exact: true })).toHaveCount(5)
  })

  await test.step('each phone got exactly its message', async () => {
    const admin = await ApiClient.signIn(system.origin, 'user@demo.test')
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
