import { KeysClosed, KeyWriter } from '@recado/fargate-session/auth-state/key-writer'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LinkedSession } from '../support/linked-session.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'

const on = simulated({ [ANA]: 'Ana' })
let shop: LinkedSession
beforeEach(async () => {
  shop = await LinkedSession.link(on.simulator, on.control, SHOP)
})
afterEach(() => shop.stop())

const notice = (about: string) => ({ type: 'notice', about, text: '', items: [] })
const isText = ({ content }: { content: { type: string } }) => content.type === 'text'
const isNotice = ({ content }: { content: { type: string } }) => content.type === 'notice'

describe('what a customer writes', () => {
  test('a message without content shows a notice, until the phone sends it again', async () => {
    await on.control.fault({ kind: 'withoutContent', number: SHOP, resends: false })
    const lost = await on.control.write(ANA, SHOP, 'não chega')
    expect((await shop.until(ANA, lost, isNotice)).content).toEqual(notice('unreadable'))
    await on.control.fault({ kind: 'withoutContent', number: SHOP })
    const id = await on.control.write(ANA, SHOP, 'chega depois')
    expect((await shop.until(ANA, id, isText)).content).toEqual({ type: 'text', text: 'chega depois' })
    expect((await shop.messages(ANA)).map(({ messageId }) => messageId)).toEqual([lost, id])
  })

  test('a view-once message shows a notice', async () => {
    await on.control.fault({ kind: 'withoutContent', number: SHOP, type: 'view_once' })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    expect((await shop.until(ANA, id, isNotice)).content).toEqual(notice('view-once'))
  })

  test('an undecryptable message is replaced once the phone sends it again', async () => {
    await on.control.fault({ kind: 'garbled', number: SHOP, copies: 2 })
    const id = await on.control.write(ANA, SHOP, 'ilegível')
    await shop.until(ANA, id, isNotice)
    await on.control.fault({ kind: 'clear' })
    expect((await shop.until(ANA, id, isText)).content).toEqual({ type: 'text', text: 'ilegível' })
    expect(await shop.messages(ANA)).toHaveLength(1)
  })

  test('a broadcast message is stored, and a status is not', async () => {
    await on.control.writes(ANA, SHOP, { text: 'para os meus contatos', via: 'status' })
    const id = await on.control.writes(ANA, SHOP, { text: 'para a lista', via: 'list' })
    await shop.until(ANA, id, isText)
    expect(await shop.messages(ANA)).toMatchObject([
      { chat: ANA, fromMe: false, content: { text: 'para a lista' } },
    ])
  })

  test('the own phone’s message to a broadcast list is not stored', async () => {
    await on.control.writes(SHOP, ANA, { text: 'promoção', via: 'list' })
    const id = await on.control.write(ANA, SHOP, 'Quero!')
    await shop.until(ANA, id, isText)
    expect(await shop.messages(ANA)).toMatchObject([{ fromMe: false, content: { text: 'Quero!' } }])
    expect(await shop.messages(SHOP)).toEqual([])
  })

  test('the file of a business’s template is stored with its words as the caption', async () => {
    const bill = { type: 'document', fileName: 'boleto.pdf', template: 'Sua fatura chegou' }
    const id = await on.control.writes(ANA, SHOP, bill)
    const { content } = await shop.until(
      ANA,
      id,
      ({ content }) => 'media' in content && content.media.state === 'READY',
    )
    expect(content).toMatchObject({ type: 'document', fileName: 'boleto.pdf', caption: 'Sua fatura chegou' })
  })

  test('a poll and a button reply are stored as such', async () => {
    const pollCreationMessageV3 = { name: 'Qual dia?', options: [{ optionName: 'Sexta' }] }
    const poll = await on.control.writes(ANA, SHOP, { type: 'other', message: { pollCreationMessageV3 } })
    const buttonsResponseMessage = { selectedButtonId: 'b1', selectedDisplayText: 'SAIR' }
    const choice = await on.control.writes(ANA, SHOP, { type: 'other', message: { buttonsResponseMessage } })
    expect((await shop.until(ANA, poll, isNotice)).content).toEqual({
      type: 'notice',
      about: 'poll',
      text: 'Qual dia?',
      items: ['Sexta'],
    })
    expect((await shop.until(ANA, choice, isText)).content).toEqual({ type: 'text', text: 'SAIR' })
  })

  test('a missed call is stored as a notice', async () => {
    await on.control.fault({ kind: 'missedCall', number: SHOP, from: ANA, video: true })
    const [missed] = await expect
      .poll(() => shop.messages(ANA))
      .toHaveLength(1)
      .then(() => shop.messages(ANA))
    expect(missed?.content).toEqual(notice('missed-video-call'))
  })

  test('a call that its caller gives up is stored once, and one that the phone answers is not', async () => {
    for (const ends of ['answered', 'refused', 'givenUp'] as const)
      await on.control.fault({ kind: 'missedCall', number: SHOP, from: ANA, ends })
    const id = await on.control.write(ANA, SHOP, 'Liguei agora')
    await shop.until(ANA, id, isText)
    const contents = (await shop.messages(ANA)).map(({ content }) => content)
    expect(contents).toEqual([notice('missed-call'), { type: 'text', text: 'Liguei agora' }])
  })
})

describe('a message that is still being opened when its socket drops', () => {
  test('is opened by the next socket, and the old socket changes no keys', async () => {
    const reading = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const written = vi.spyOn(KeyWriter.prototype, 'write')
    vi.spyOn(shop.authTable, 'getMany').mockImplementationOnce(async (keys) => {
      reading.resolve()
      await goOn.promise
      return shop.authTable.getMany(keys)
    })
    const first = await on.control.write(ANA, SHOP, 'Bom dia')
    await reading.promise
    await on.control.fault({ kind: 'disconnect', number: SHOP })
    await shop.until(ANA, first, isText)
    goOn.resolve()
    const refused = () => written.mock.settledResults.filter(({ type }) => type === 'rejected')
    await expect.poll(refused).toContainEqual({ type: 'rejected', value: expect.any(KeysClosed) })
    vi.restoreAllMocks()
    await shop.send(ANA, 'Bom dia, Ana!', 'RESPOSTA')
    await shop.begunAnew()
    const second = await on.control.write(ANA, SHOP, 'Tudo bem?')
    expect((await shop.until(ANA, second, () => true)).content).toEqual({ type: 'text', text: 'Tudo bem?' })
  })
})

describe('a first message whose hand-over fails', () => {
  /** The queue is away for the next message, from its hand-over on until it fails. */
  const queueAway = () => {
    const begun = Promise.withResolvers<void>()
    const away = Promise.withResolvers<void>()
    vi.spyOn(Inbox.prototype, 'hand').mockImplementationOnce(() => {
      begun.resolve()
      return away.promise
    })
    return { begun: begun.promise, fails: () => away.reject(new Error('The queue is away')) }
  }
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('appears once after a restart during the hand-over', async () => {
    const queue = queueAway()
    const id = await on.control.write(ANA, SHOP, 'Bom dia')
    await queue.begun
    const restarted = shop.begunAnew()
    queue.fails()
    await restarted
    expect((await shop.until(ANA, id, isText)).content).toEqual({ type: 'text', text: 'Bom dia' })
    expect(await shop.messages(ANA)).toHaveLength(1)
  })

  test('appears once if its line is cut during the hand-over', async () => {
    const queue = queueAway()
    const id = await on.control.write(ANA, SHOP, 'Bom dia')
    await queue.begun
    await on.control.fault({ kind: 'disconnect', number: SHOP })
    await until('the line is cut', () => !shop.session.isOpen())
    queue.fails()
    expect((await shop.until(ANA, id, isText)).content).toEqual({ type: 'text', text: 'Bom dia' })
    expect(await shop.messages(ANA)).toHaveLength(1)
  })
})

describe('the file of a message', () => {
  const stateOf = (state: string) => (message: { content: object }) =>
    'media' in message.content && (message.content.media as { state: string }).state === state

  test('a file whose address has expired is fetched by its path', async () => {
    await on.control.fault({ kind: 'filesByPath' })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('READY'))
    expect(shop.files.size).toBe(1)
  })

  test('a missing file is fetched after the phone uploads it again', async () => {
    await on.control.fault({ kind: 'goneFiles' })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('READY'))
    expect(shop.files.size).toBe(1)
  })

  test('a file missing on the phone too is marked GONE', async () => {
    await on.control.fault({ kind: 'goneFiles', uploads: false })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('GONE'))
    expect(shop.files.size).toBe(0)
  })

  test('a file marked GONE is fetched when the phone uploads it later', async () => {
    await on.control.fault({ kind: 'goneFiles', uploads: false })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('GONE'))
    await on.control.fault({ kind: 'goneFiles' })
    await on.control.fault({ kind: 'lateUpload', number: SHOP, message: id })
    await shop.until(ANA, id, stateOf('READY'))
    expect(shop.files.size).toBe(1)
  })
})
