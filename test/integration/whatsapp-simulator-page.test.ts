import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { sample } from '@recado/whatsapp-simulator/media/samples'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import type { proto } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findChromium } from '../support/chromium.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'

let simulator: Simulator
let control: ReturnType<typeof controlOf>
let company: Company
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  // The fake microphone beeps, and is allowed without a question.
  const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  browser = await chromium.launch({ executablePath: findChromium(), args })
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

/** Length of a sound, as the browser decodes it. */
const decodedSeconds = (sound: Buffer) =>
  page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob('${sound.toString('base64')}'), (letter) => letter.charCodeAt(0))
    return (await new AudioContext().decodeAudioData(bytes.buffer)).duration
  })()`)

const anasPhone = () => page.getByRole('article', { name: '+55 11 98888-7777' })

/** Ana's phone, with her chat with the company. */
async function anasChat(): Promise<Locator> {
  await company.send(ANA, 'Olá')
  const phone = anasPhone()
  await phone.getByRole('listitem').filter({ hasText: 'Olá' }).waitFor()
  return phone
}

/** Opens the menu of attachments with the keyboard and picks an entry. */
async function attach(what: string): Promise<void> {
  await anasPhone().getByRole('button', { name: 'Anexar' }).press('Enter')
  await page.getByRole('button', { name: what }).press('Enter')
}

async function attachFiles(what: string, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser')
  await attach(what)
  await (await chooser).setFiles(files)
}

const received = (kind: keyof proto.IMessage) =>
  until(`a ${kind} comes`, () => company.received.find(({ message }) => message?.[kind]))

async function choose(message: Locator, what: string): Promise<void> {
  await message.getByRole('button', { name: 'Opções da mensagem' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: what, exact: true }).click()
}

test('a person on the page reads, answers with a quote, reacts, edits and deletes', async () => {
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

test('the page sends own files and samples, and shows the company’s files', async () => {
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

test('a person on the page sends a photo with a caption, and several photos as an album', async () => {
  const photo = { name: 'frente.jpg', mimeType: 'image/jpeg', buffer: await sample('image') }
  const phone = await anasChat()
  const box = phone.getByRole('textbox', { name: 'Mensagem' })
  await attachFiles('Fotos e vídeos…', [photo])
  await phone.getByText('frente.jpg').waitFor()
  await box.fill('A vitrine')
  await box.press('Enter')
  expect((await received('imageMessage')).message?.imageMessage).toMatchObject({ caption: 'A vitrine' })

  await attachFiles('Fotos e vídeos…', [photo, { ...photo, name: 'fundo.jpg' }])
  await phone.getByText('Álbum: 2 arquivos').waitFor()
  await box.fill('Mais duas')
  await box.press('Enter')
  const head = await received('albumMessage')
  expect(head.message?.albumMessage).toMatchObject({ expectedImageCount: 2 })
  await phone.getByText('Álbum: 2 fotos').waitFor()
  const inAlbum = async () => (await control.messages(ANA)).filter(({ album }) => album === head.key.id)
  await until('both photos are there', async () => (await inAlbum()).length === 2)
  expect((await inAlbum()).map(({ caption }) => caption)).toEqual(['Mais duas', undefined])
})

test('a person on the page records a voice message, and sends one from a file', async () => {
  const phone = await anasChat()
  await attach('Gravar voz…')
  const recording = page.getByRole('dialog', { name: 'Gravar voz' })
  await recording.getByText('0:01').waitFor()
  await page.keyboard.press('Enter')
  const recorded = await received('audioMessage')
  expect(recorded.message?.audioMessage).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus' })
  const { bytes } = await control.file(ANA, recorded.key.id ?? '')
  expect([bytes.subarray(0, 4).toString(), bytes.subarray(28, 36).toString()]).toEqual(['OggS', 'OpusHead'])
  const { seconds = 0 } = recorded.message?.audioMessage ?? {}
  expect(Math.abs((await decodedSeconds(bytes)) - (seconds ?? 0))).toBeLessThan(1)
  await phone.getByLabel('Mensagem de voz').waitFor()

  const file = await sample('voice')
  await attachFiles('Voz de um arquivo…', [{ name: 'nota.ogg', mimeType: 'audio/ogg', buffer: file }])
  await phone.getByText('nota.ogg').waitFor()
  await phone.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  const sent = await until('it comes', () =>
    company.received.find(({ key, message }) => message?.audioMessage && key.id !== recorded.key.id),
  )
  expect(sent.message?.audioMessage).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus' })
  expect((await control.file(ANA, sent.key.id ?? '')).bytes).toEqual(file)
})

test('a cancelled recording sends nothing', async () => {
  await anasChat()
  await attach('Gravar voz…')
  await page.getByRole('dialog', { name: 'Gravar voz' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Gravar voz' }).waitFor({ state: 'detached' })
  expect((await control.messages(ANA)).map(({ type }) => type)).toEqual(['text'])
})

test('a person on the page sends a location and a contact, with the keyboard alone', async () => {
  const phone = await anasChat()
  await attach('Localização…')
  await page.keyboard.press('Enter')
  expect((await received('locationMessage')).message?.locationMessage?.name).toBe('Avenida Paulista, 1578')
  await attach('Contato…')
  await page.keyboard.type('Luís')
  await page.keyboard.press('Tab')
  await page.keyboard.type('5511977776666')
  await page.keyboard.press('Enter')
  const { contactMessage } = (await received('contactMessage')).message ?? {}
  expect(contactMessage?.vcard).toContain('waid=5511977776666')
  await phone.getByText('Luís').waitFor()
})

test('the page offers only the changes that the phone allows, and shows only those that it applies', async () => {
  const question = await company.receives(await control.write(ANA, COMPANY, 'Tem em azul?'))
  const phone = anasPhone()
  const asked = phone.getByRole('listitem').filter({ hasText: 'Tem em azul?' })
  await company.sendContent(ANA, { edit: question.key, text: 'Tem em verde?' })
  await company.send(ANA, 'Tem')
  const answered = phone.getByRole('listitem').filter({ hasText: /^Tem\d/ })
  await answered.waitFor()
  await asked.waitFor()
  const optionsOf = async (message: Locator) => {
    await message.getByRole('button', { name: 'Opções da mensagem' }).press('Enter')
    const words = await page.locator('.menu-row button').allTextContents()
    await page.keyboard.press('Escape')
    return words
  }
  expect(await optionsOf(asked)).toEqual(['Responder', 'Editar', 'Apagar para todos'])
  expect(await optionsOf(answered)).toEqual(['Responder'])
})

test('an admin on the page deletes another person’s message in a group', async () => {
  const group = await control.createGroup({ subject: 'Clientes', members: [ANA, COMPANY] })
  await company.send(group, 'Promoção!')
  const phone = anasPhone()
  const promotion = phone.getByRole('listitem').filter({ hasText: 'Promoção!' })
  await choose(promotion, 'Apagar para todos')
  await phone.getByText('Mensagem apagada').waitFor()
  await until('the deletion comes', () => company.heard.updates.some(({ update }) => update.message === null))
})

test('a phone is marked while a linked device silences it', async () => {
  const loja = page.getByRole('article', { name: '+55 11 90000-0001' })
  await loja.getByText('sem notificações').waitFor()
  await company.socket?.sendPresenceUpdate('unavailable')
  await loja.getByText('sem notificações').waitFor({ state: 'detached' })
})

test('a group made on the page shows each author’s name', async () => {
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

test('the page switches faults on and off, and fits a phone’s width', async () => {
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
