import { expect, type Page, test } from '@playwright/test'
import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { aLedger } from '../support/stored-campaigns.ts'
import { DEMO_OPERATOR, EVERY_LOOK, end, enterAs, expectInOrder, lookFrom } from './steps.ts'

let system: RunningSystem
let page: Page
let table: TenantTable

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const principals = new Principals(system)
  const company = await principals.company()
  table = new TenantTable(new DynamoTable(process.env.TABLE_NAME ?? ''), company)
  page = await (await browser.newContext()).newPage()
  await enterAs(page, system.origin, await principals.person(company), '/settings?tab=retention')
})
test.afterAll(({ browser }) => end(browser, system))

const days = (kind: string) => page.getByRole('textbox', { name: kind, exact: true })
const save = () => page.getByRole('button', { name: 'Salvar prazos' })

test('an admin sets the retention, and confirms before data is deleted', async () => {
  await expect(page.getByText('Nenhuma limpeza foi feita até agora.')).toBeVisible()
  await expect(days('Conversas')).toHaveValue('')
  await days('Conversas').fill('20')
  await save().click()
  await expect(page.getByText('No mínimo 30 dias.', { exact: true })).toBeVisible()
  await days('Conversas').fill('90')
  await save().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('é apagado para sempre')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('tab', { name: 'Opções' }).click()
  const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await leaving.getByRole('button', { name: 'Cancelar' }).click()
  await page.reload()
  await expect(days('Conversas')).toHaveValue('')
  await days('Conversas').fill('90')
  await save().click()
  await dialog.getByRole('button', { name: 'Salvar e apagar' }).click()
  await expect(page.getByText('Prazos salvos')).toBeVisible()
  await page.reload()
  await expect(days('Conversas')).toHaveValue('90 dias')
  // A longer retention deletes nothing, so no question is asked.
  await days('Conversas').fill('')
  await save().click()
  await expect(page.getByText('Prazos salvos')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

for (const look of EVERY_LOOK)
  test(`the tab is accessible on ${look}`, async () => {
    await lookFrom(page, look)
    await page.goto(`${system.origin}/settings?tab=retention`)
    await expect(days('Auditoria')).toBeVisible()
    await expectInOrder(page, look)
  })

test('a report without recipients shows the date of their deletion and keeps its figures', async () => {
  const id = await aLedger(table, 'W', ['5511987650001', '5511987650002'])
  const at = '2026-01-15T15:00:00.000Z'
  await table.update(campaignKey(id), {
    set: {
      status: 'FINALIZADA',
      startedAt: at,
      completedAt: at,
      detailsErasedAt: '2026-03-20T15:00:00.000Z',
    },
  })
  await page.goto(`${system.origin}/campaign/${id}/report`)
  await expect(page.getByText('Detalhes apagados em 20/03/2026')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Promoção' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Baixar planilha' })).toHaveCount(0)
  await expectInOrder(page, 'the report')
})

test('an operator sets the bounds of the companies’ retention', async ({ browser }) => {
  const operators = await (await browser.newContext()).newPage()
  await enterAs(operators, system.origin, DEMO_OPERATOR, '/settings?tab=retention')
  const media = operators.getByRole('group', { name: 'Arquivos das conversas' })
  await media.getByRole('textbox', { name: 'Mínimo' }).fill('60')
  await media.getByRole('textbox', { name: 'Máximo' }).fill('30')
  await operators.getByRole('button', { name: 'Salvar limites' }).click()
  await expect(operators.getByText('o máximo não menor que o mínimo')).toBeVisible()
  await media.getByRole('textbox', { name: 'Máximo' }).fill('365')
  await operators.getByRole('button', { name: 'Salvar limites' }).click()
  const dialog = operators.getByRole('dialog')
  await expect(dialog).toContainText('em todas as empresas')
  await expect(dialog).toContainText('Arquivos das conversas: tudo o que tiver mais de 365 dias')
  await expectInOrder(operators, 'the question')
  await dialog.getByRole('button', { name: 'Salvar e apagar' }).click()
  await expect(operators.getByText('Limites salvos')).toBeVisible()
  await expect(operators.getByText('De 60 a 365 dias.')).toBeVisible()
  await expectInOrder(operators, 'the bounds')
})
