import { expect, type Page } from '@playwright/test'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { oggOf } from '../../web/src/tickets/voice/ogg-opus.ts'
import { Desk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { answersOn, attendsOn, bubbleOn, choosesOn, composerOn, conversationOn, menuOn } from './attending.ts'
import { sharedSystem, test } from './shared-system.ts'
import { EVERY_LOOK, enterAs, expectInOrder, lookFrom } from './steps.ts'

const SHOP = '5511900000302'
const { system, principals } = sharedSystem()
let desk: Desk
let ana: Page

/** A green square of eight pixels. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGMQnCmIFTEMLQkARNYuwUFlvOsAAAAASUVORK5CYII='
/** Two seconds of silence in Opus. */
const VOICE = Buffer.from(
  oggOf({ channels: 1, head: undefined, packets: Array(100).fill(Uint8Array.of(0xf8, 0xff, 0xfe)) }, 1),
).toString('base64')

test.beforeAll(async ({ browser }) => {
  desk = await Desk.open(principals, SHOP, '551195560')
  ana = await (await browser.newContext()).newPage()
  await enterAs(ana, system.origin, desk.parts.people.ana)
})

const conversation = () => conversationOn(ana)
const composer = () => composerOn(ana)
const bubble = (text: string) => bubbleOn(ana, text)
const attends = () => attendsOn(ana, desk, system.origin)
const answers = (text: string) => answersOn(ana, text)
/** The customer's phone has a message like this one. */
const onPhone = (what: object) =>
  eventually(`the phone has ${JSON.stringify(what)}`, async () =>
    (await desk.phone()).find((message) =>
      Object.entries(what).every(([name, value]) => Object(message)[name] === value),
    ),
  )
const customerSends = (message: object) =>
  desk.parts.admin.simulator('POST', `/phones/${desk.customer}/messages`, { to: SHOP, ...message })

const chooses = (text: string, action: string) => choosesOn(ana, bubble(text), action)
/** The bar above the composer while an answer quotes a message of this customer. */
const replying = (number: string) => ana.getByText(`Respondendo a ${formatNumber(number)}`, { exact: true })
const isSent = (text: string) =>
  expect(bubble(text).getByRole('img', { name: /Enviada|Entregue|Lida/ })).toBeVisible()

test('a picture opens large, and the keyboard goes through the conversation’s pictures', async () => {
  await attends()
  await customerSends({ type: 'image', file: PNG, mimetype: 'image/png', caption: 'A primeira' })
  await customerSends({ type: 'image', file: PNG, mimetype: 'image/png', caption: 'A segunda' })
  // There is no way from the first picture to one that has not arrived.
  await expect(conversation().getByRole('button', { name: 'Abrir Foto: A segunda' })).toBeVisible()
  await conversation().getByRole('button', { name: 'Abrir Foto: A primeira' }).click()
  const viewer = ana.getByRole('dialog')
  await expect(viewer.getByRole('img', { name: 'A primeira' })).toBeVisible()
  await expect(viewer.getByRole('img', { name: 'A primeira' })).toHaveJSProperty('naturalWidth', 8)
  for (const [key, name] of [
    ['ArrowRight', 'A segunda'],
    ['ArrowLeft', 'A primeira'],
    ['ArrowRight', 'A segunda'],
  ] as const) {
    await ana.keyboard.press(key)
    await expect(viewer.getByRole('img', { name })).toBeVisible()
  }
  await expect(viewer.getByRole('button', { name: 'Fechar' })).toBeFocused()
  await viewer.getByRole('button', { name: 'Aumentar' }).click()
  const download = ana.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Baixar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^foto-.*\.png$/)
  await ana.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(conversation().getByRole('button', { name: 'Abrir Foto: A primeira' })).toBeFocused()
})

test('the panel has the conversation’s pictures, files and links', async () => {
  await attends()
  await customerSends({ type: 'image', file: PNG, mimetype: 'image/png', caption: 'O sofá' })
  await ana.getByRole('button', { name: 'Ver dados do contato' }).click()
  const gallery = ana.getByRole('region', { name: 'Mídia, arquivos e links' })
  await gallery.getByRole('button', { name: 'Mídia, arquivos e links' }).click()
  await gallery.getByRole('button', { name: 'Abrir Foto: O sofá' }).click()
  const viewer = ana.getByRole('dialog', { name: 'Fotos e vídeos da conversa' })
  await expect(viewer.getByRole('img', { name: 'O sofá' })).toBeVisible()
  await ana.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await gallery.getByText('Links', { exact: true }).click()
  await expect(gallery.getByText('Nenhum link nesta conversa.')).toBeVisible()
  // An open gallery shows what comes.
  await desk.writes('É este: https://recado.test/sofa.')
  await expect(gallery.getByRole('link', { name: 'https://recado.test/sofa' })).toBeVisible()
  await expectInOrder(ana, 'the gallery')
  await gallery.getByRole('link', { name: /Ver na conversa/ }).click()
  await expect(bubble('É este: https://recado.test/sofa').locator('[data-marked]')).toBeVisible()
})

test('voice notes play one after the other, at the speed that the browser remembers', async () => {
  await attends()
  await customerSends({ type: 'voice', file: VOICE, mimetype: 'audio/ogg; codecs=opus', seconds: 2 })
  await customerSends({ type: 'voice', file: VOICE, mimetype: 'audio/ogg; codecs=opus', seconds: 2 })
  const notes = conversation().getByRole('group', { name: 'Mensagem de voz' })
  await expect(notes).toHaveCount(2)
  await notes.first().getByRole('button', { name: 'Velocidade: 1×' }).click()
  await notes.first().getByRole('button', { name: 'Tocar' }).click()
  await expect(notes.first().getByRole('button', { name: 'Pausar' })).toBeVisible()
  await expect(notes.last().getByRole('button', { name: 'Pausar' })).toBeVisible()
  await expect(notes.first().getByRole('button', { name: 'Tocar' })).toBeVisible()
  await ana.reload()
  await expect(notes.first().getByRole('button', { name: 'Velocidade: 1,5×' })).toBeVisible()
})

test('an answer quotes a message, which stays with the draft', async () => {
  const { name } = await attends()
  await desk.writes('Qual o preço?')
  await expect(bubble('Qual o preço?')).toBeVisible()
  await chooses('Qual o preço?', 'Responder')
  await composer().fill('São 10 reais')
  await expect(replying(name)).toBeVisible()
  await expect(async () => {
    await ana.reload()
    await expect(replying(name)).toBeVisible({ timeout: 3000 })
  }).toPass()
  await composer().press('Enter')
  const asked = await onPhone({ text: 'Qual o preço?' })
  await onPhone({ text: 'São 10 reais', quoted: asked.id })
  await expect(replying(name)).toBeHidden()
})

test('a draft that another tab keeps while a page loads comes with what it quotes', async () => {
  const { uuid, name } = await attends()
  await desk.writes('Tem azul?')
  const here = ana
  ana = await here.context().newPage()
  await ana.goto(here.url())
  await chooses('Tem azul?', 'Responder')
  const { promise: mayLoad, resolve } = Promise.withResolvers<void>()
  await here.route(`**/api/tickets/u/${uuid}`, async (route) => {
    const answer = await route.fetch()
    await mayLoad
    await route.fulfill({ response: answer })
  })
  const loads = here.waitForRequest(`**/api/tickets/u/${uuid}`)
  await here.reload()
  await loads
  const kept = ana.waitForResponse(/\/draft$/)
  await composer().fill('Azul e verd')
  await kept
  await ana.close()
  ana = here
  resolve()
  await expect(composer()).toHaveValue('Azul e verd')
  await expect(replying(name)).toBeVisible()
})

test('a message is reacted to, edited and deleted from its menu', async () => {
  await attends()
  await desk.writes('Obrigada!')
  await chooses('Obrigada!', 'Reagir com ❤️')
  await onPhone({ type: 'reaction', emoji: '❤️' })
  await expect(bubble('Obrigada!').getByRole('button', { name: '❤️: 1' })).toBeVisible()
  await answers('Até amanha')
  await isSent('Até amanha')
  await chooses('Até amanha', 'Editar')
  await ana.getByRole('textbox', { name: 'Novo texto' }).fill('Até amanhã')
  await ana.keyboard.press('Escape')
  const asked = ana.getByRole('dialog', { name: 'Descartar o que foi preenchido?' })
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  // Another message of the menu does not end the edit without a question either.
  await chooses('Obrigada!', 'Responder')
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await expect(ana.getByRole('textbox', { name: 'Novo texto' })).toBeFocused()
  await ana.keyboard.press('Enter')
  await onPhone({ type: 'edit' })
  await expect(bubble('Até amanhã').getByText('editada')).toBeVisible()
  await chooses('Até amanhã', 'Apagar para todos')
  await ana.getByRole('dialog').getByRole('button', { name: 'Apagar para todos' }).click()
  await onPhone({ type: 'delete' })
  await expect(bubble('Mensagem apagada')).toBeVisible()
})

test('a finger that rests on a message opens its menu', async () => {
  await attends()
  await answers('Bom dia')
  await isSent('Bom dia')
  await bubble('Bom dia')
    .getByText('Bom dia')
    .dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 10, clientY: 10 })
  await expect(ana.getByRole('menuitem', { name: 'Copiar texto' })).toBeVisible()
  await ana.keyboard.press('Escape')
  await expect(ana.getByRole('menu')).toBeHidden()
})

test('a message is forwarded once to another of one’s conversations, also if all answers are lost', async () => {
  const other = await attends()
  const otherNumber = desk.customer
  await attends()
  await answers('A tabela de preços')
  await isSent('A tabela de preços')
  await chooses('A tabela de preços', 'Encaminhar')
  const dialog = ana.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: 'A tabela de preços' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Escolher destino' }).click()
  await dialog.getByRole('checkbox', { name: formatNumber(other.name) }).check()
  await ana.route(
    '**/api/messages/forward',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    // The call and its repetitions.
    { times: 3 },
  )
  await dialog.getByRole('button', { name: 'Encaminhar' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Encaminhar' }).click()
  await expect(dialog).toBeHidden()
  await eventually('the other phone has it', async () =>
    (await desk.texts(otherNumber)).find((text) => text?.includes('A tabela de preços')),
  )
  const { records } = await desk.parts.admin.call('listMessages', { ticketId: other.id })
  expect(records.filter(({ forwarded }) => forwarded)).toHaveLength(1)
})

test('files leave in their order with their captions, and previews for phones', async () => {
  await attends()
  const picture = { name: 'bolo.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }
  const paper = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 teste') }
  const chooser = ana.waitForEvent('filechooser')
  await ana.getByRole('button', { name: 'Anexar arquivos' }).click()
  await (await chooser).setFiles([paper, picture])
  const dialog = ana.getByRole('dialog', { name: 'Enviar 2 arquivos' })
  // A browser fires no event for a file that its input already holds.
  await expect(ana.locator('input[type=file]').first()).toHaveValue('')
  await dialog.getByRole('textbox', { name: 'Legenda de bolo.png' }).fill('O bolo de hoje')
  await dialog.getByRole('button', { name: 'Mover bolo.png para cima' }).click()
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await onPhone({ type: 'document', fileName: 'contrato.pdf', fromMe: false })
  await onPhone({ type: 'image', caption: 'O bolo de hoje', fromMe: false })
  const files = (await desk.phone()).filter(({ type }) => type === 'image' || type === 'document')
  expect(files.map(({ type }) => type)).toEqual(['image', 'document'])
  await expect(conversation().getByRole('button', { name: 'Baixar contrato.pdf' })).toBeVisible()
  const sent = conversation().getByRole('button', { name: 'Abrir Foto: O bolo de hoje' })
  // The file and its preview.
  await expect(sent.locator('img')).toHaveCount(2)
})

test('a pasted picture, and a dropped file, are offered for sending', async () => {
  await attends()
  const give = (event: string, type: string, name: string) => `
    const data = new DataTransfer()
    data.items.add(new File(['GIF89a'], '${name}', { type: '${type}' }))
    document.querySelector('textarea').dispatchEvent(
      new ${event === 'paste' ? 'ClipboardEvent' : 'DragEvent'}('${event}', {
        bubbles: true,
        cancelable: true,
        ${event === 'paste' ? 'clipboardData' : 'dataTransfer'}: data,
      }),
    )`
  await ana.evaluate(give('paste', 'image/gif', 'colada.gif'))
  await expect(ana.getByRole('dialog', { name: 'Enviar 1 arquivo' }).getByText('colada.gif')).toBeVisible()
  await ana.keyboard.press('Escape')
  await expect(ana.getByRole('dialog')).toBeHidden()
  await ana.evaluate(give('dragover', 'text/plain', 'lista.txt'))
  await expect(ana.getByText('Solte os arquivos para enviar')).toBeVisible()
  await ana.evaluate(give('drop', 'text/plain', 'lista.txt'))
  await expect(ana.getByRole('dialog', { name: 'Enviar 1 arquivo' }).getByText('lista.txt')).toBeVisible()
  await ana.getByRole('dialog').getByRole('button', { name: 'Remover lista.txt' }).click()
})

test('a recording reaches the customer as a voice note that plays', async () => {
  // A tone in the place of a microphone.
  await ana.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const out = context.createMediaStreamDestination()
    tone.connect(out)
    tone.start()
    return out.stream
  }`)
  desk.newCustomer()
  const { uuid } = await desk.waiting()
  await ana.goto(`${system.origin}/tickets/${uuid}?tab=aguardando`)
  await ana.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  // The recorder stays in sight: in another tab of the list, and no edit takes its place.
  await ana.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await expect(ana.getByRole('button', { name: 'Resolver', exact: true })).toBeVisible()
  await menuOn(bubble('Com quem você quer falar?'))
  await expect(ana.getByRole('menuitem', { name: 'Editar Termine a gravação primeiro' })).toBeDisabled()
  await ana.keyboard.press('Escape')
  await expect(ana.getByText(/^0:(0[2-9]|[1-5]\d)$/)).toBeVisible()
  await ana.keyboard.press('Escape')
  const asked = ana.getByRole('dialog', { name: 'Sair sem salvar?' })
  await expect(asked).toContainText('A gravação que não foi enviada será perdida.')
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await ana.getByRole('button', { name: 'Parar e ouvir' }).click()
  await expect(ana.locator('audio')).toHaveJSProperty('readyState', 4)
  await expect.poll(() => ana.locator('audio').evaluate('(audio) => audio.error')).toBeFalsy()
  await ana.getByRole('button', { name: 'Enviar gravação' }).click()
  const { id } = await onPhone({ type: 'voice', fromMe: false })
  const response = await fetch(`${system.origin}/simulator/api/phones/${desk.customer}/messages/${id}/file`)
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('OggS')
  const note = conversation().getByRole('group', { name: 'Mensagem de voz' })
  await note.getByRole('button', { name: 'Tocar' }).click()
  await expect(note.getByRole('button', { name: 'Pausar' })).toBeVisible()
  await expect(note.getByRole('slider')).toHaveAttribute('aria-valuetext', /^0:(0[1-9]|[1-5]\d) de/)
})

for (const look of EVERY_LOOK)
  test(`a conversation with files is in order: ${look}`, async () => {
    await attends()
    await customerSends({ type: 'image', file: PNG, mimetype: 'image/png', caption: 'Foto de capa' })
    await customerSends({ type: 'voice', file: VOICE, mimetype: 'audio/ogg; codecs=opus', seconds: 2 })
    await customerSends({ type: 'document', file: VOICE, fileName: 'contrato.pdf' })
    await lookFrom(ana, look)
    await expect(conversation().getByRole('button', { name: 'Baixar contrato.pdf' })).toBeVisible()
    await expectInOrder(ana, 'files')
    await conversation().getByRole('button', { name: 'Abrir Foto: Foto de capa' }).click()
    await expect(ana.getByRole('dialog').getByRole('img')).toBeVisible()
    await expectInOrder(ana, 'the viewer')
    await ana.keyboard.press('Escape')
    await ana.getByRole('button', { name: 'Emoji' }).click()
    await ana.getByRole('textbox', { name: 'Buscar emoji' }).fill('bolo')
    await ana.getByRole('button', { name: '🎂' }).click()
    await expect(composer()).toHaveValue('🎂')
    await desk.writes('Que horas abre?')
    await chooses('Que horas abre?', 'Responder')
    await ana.context().setOffline(true)
    await expect(ana.getByText('Sem conexão')).toBeVisible()
    await expectInOrder(ana, 'an answer offline')
    await ana.context().setOffline(false)
    const chooser = ana.waitForEvent('filechooser')
    await ana.getByRole('button', { name: 'Anexar arquivos' }).click()
    await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(ana.getByRole('dialog', { name: 'Enviar 1 arquivo' })).toBeVisible()
    await expectInOrder(ana, 'the files')
    await ana.keyboard.press('Escape')
    await expect(composer()).toBeFocused()
  })
