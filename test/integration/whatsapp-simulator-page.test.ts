import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { sample } from '@recado/whatsapp-simulator/media/samples'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findChromium } from '../support/chromium.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'

vi.setConfig({ testTimeout: 60_000 })

let simulator: Simulator
let control: ReturnType<typeof controlOf>
let company: Company
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium() })
})

afterAll(() => browser.close())

beforeEach(async () => {
  simulator = await startSimulator()
  control = controlOf(simulator)
  await control.declare(ANA, 'Ana Souza')
  company = await Company.linked(simulator, COMPANY, 'Loja')
  complaints = []
  page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text())
  })
  await page.goto(`${simulator.url}/simulator`)
})

afterEach(async () => {
  await page.close()
  await simulator.stop()
  expect(complaints).toEqual([])
})

const anasPhone = () => page.getByRole('article', { name: '+55 11 98888-7777' })

async function choose(message: Locator, what: string): Promise<void> {
  await message.getByRole('button', { name: 'Opções da mensagem' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: what, exact: true }).click()
}

test('a person reads, answers with a quote, reacts, edits and deletes', async () => {
  const question = await company.send(ANA, 'Qual o *tamanho*?')
  const phone = anasPhone()
  const asked = phone.getByRole('listitem').filter({ hasText: 'Qual o tamanho?' })
  await asked.waitFor()
  await phone.getByRole('button', { name: 'Marcar como lida' }).click()
  await until('the company sees it', () => company.statuses.get(question)?.includes(4))

  await choose(asked, 'Reagir com 👍')
  await until('the reaction comes', () => company.heard.reactions.length === 1)
  await phone.getByRole('img', { name: 'Reações: Ana Souza 👍' }).waitFor()

  await choose(asked, 'Responder')
  await page.keyboard.type('M, por favor')
  await page.keyboard.press('Enter')
  const answer = phone.getByRole('listitem').filter({ hasText: 'M, por favor' })
  await answer.waitFor()
  await until('it comes', () => company.texts().includes('M, por favor'))
  expect(await control.messages(ANA)).toContainEqual(expect.objectContaining({ quoted: question }))

  await choose(answer, 'Editar')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('G, por favor')
  await page.keyboard.press('Enter')
  const edited = phone.getByRole('listitem').filter({ hasText: 'G, por favor' })
  await expect.poll(() => edited.getByText('editada').count()).toBe(1)
  await choose(edited, 'Apagar para todos')
  await phone.getByText('Mensagem apagada').waitFor()
})

test('files of one’s own and samples are sent, and what the company sends is shown', async () => {
  await company.sendContent(ANA, { image: await sample('image'), caption: 'Nossa vitrine' })
  const phone = anasPhone()
  await phone.getByRole('img', { name: 'Nossa vitrine' }).waitFor()
  await expect
    .poll(() => page.evaluate<number>(`document.querySelector('.shown img').naturalWidth`))
    .toBe(640)

  await phone.getByRole('button', { name: 'Anexar' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher um arquivo…' }).click()
  await (await chooser).setFiles({ name: 'pedido.txt', mimeType: 'text/plain', buffer: Buffer.from('2 kg') })
  await phone.getByText('pedido.txt').waitFor()
  await phone.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  const sent = await until('it comes', () => company.received.find(({ message }) => message?.documentMessage))
  expect((await control.file(ANA, sent.key.id ?? '')).bytes.toString()).toBe('2 kg')

  await phone.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('button', { name: 'Mensagem de voz' }).click()
  await until('it comes', () => company.received.find(({ message }) => message?.audioMessage?.ptt))
})

test('a group is made and written into, with everybody’s name on what they write', async () => {
  await page.getByRole('button', { name: 'Criar grupo' }).click()
  await page.getByLabel('Nome do grupo').fill('Clientes')
  await page.getByRole('button', { name: 'Criar', exact: true }).click()
  const group = await until('it is there', async () => (await control.groups())[0])
  expect(group).toMatchObject({ subject: 'Clientes', members: [COMPANY, ANA] })
  await company.send(group.id, 'Bem-vindos')
  const phone = anasPhone()
  const welcome = phone.getByRole('listitem').filter({ hasText: 'Bem-vindos' })
  await welcome.getByText('Loja').waitFor()
  await phone.getByRole('textbox', { name: 'Mensagem' }).fill('Obrigada!')
  await phone.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  await until('it comes', () => company.texts().includes('Obrigada!'))
})

test('faults are switched on and off, and nothing is wider than a phone', async () => {
  await page.getByRole('button', { name: 'Falhas' }).click()
  const lock = page.locator('form').filter({ hasText: 'Bloqueio de novos contatos' })
  await lock.getByRole('button', { name: 'Ligar', exact: true }).click()
  await lock.getByText(/Ligado para Loja até/).waitFor()
  expect(await company.socket?.fetchAccountReachoutTimelock()).toMatchObject({ isActive: true })
  await lock.getByRole('button', { name: 'Desligar' }).click()
  await expect.poll(() => control.faults()).toEqual([])
  await page.getByRole('button', { name: 'Fechar' }).click()
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBe(0)
})
