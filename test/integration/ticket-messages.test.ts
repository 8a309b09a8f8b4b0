import type { GalleryKind } from '@recado/shared/messages/gallery'
import { keyIn } from '@recado/shared/table/table'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../support/api-client.ts'
import { Desk } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()

const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
/** The beginning of an Ogg file is enough to be one. */
const OGG = new Uint8Array(Buffer.from(`OggS${'\0'.repeat(60)}`))
const WAVEFORM = Buffer.from(Array.from({ length: 64 }, (_, bar) => bar)).toString('base64')

let desk: Desk
let { admin, ana, bruno, carla, stranger } = {} as Desk['parts']

beforeAll(async () => {
  desk = await Desk.open(principals, '5511900000252', '551195573')
  ;({ admin, ana, bruno, carla, stranger } = desk.parts)
}, atMost(120_000))

beforeEach(() => {
  desk.newCustomer()
})

const sendFile = async (ticketId: string, bytes: Uint8Array<ArrayBuffer>, content: object, by = ana) => {
  const uploadId = await uploaded(by, bytes, 'message-media')
  return desk.answer(ana, ticketId, '', { content: { uploadId, ...content } })
}
/** The customer's phone has a message like this one. */
const onPhone = (what: object) =>
  eventually(`the phone has ${JSON.stringify(what)}`, async () => {
    const messages = await desk.phone()
    return messages.find((message) =>
      Object.entries(what).every(([name, value]) => Object(message)[name] === value),
    )
  })
/** A live event shows a ticket like this. */
const liveTicket = (socket: LiveSocket, what: object) =>
  socket.frame(JSON.stringify(what), ({ record }) =>
    Object.entries(what).every(([name, value]) => Object(record)[name] === value),
  )
const sent = (ticketId: string, text: string): Promise<ShownMessage> =>
  desk.message(
    `“${text}” is sent`,
    ana,
    ticketId,
    ({ content, status }) => status === 'SENT' && content.type === 'text' && content.text === text,
  )

describe('files', () => {
  test('a picture with its caption and preview reaches the customer, and opens from the conversation', async () => {
    const { id: ticketId } = await desk.attended()
    const answer = await sendFile(ticketId, PNG, { type: 'image', caption: 'O bolo', thumbnail: 'AAAA' })
    expect(answer.status).toBe(201)
    await onPhone({ type: 'image', caption: 'O bolo', fromMe: false })
    const shown = await desk.message('it is shown', ana, ticketId, ({ content }) => content.type === 'image')
    expect(shown.content).toMatchObject({
      caption: 'O bolo',
      thumbnail: 'AAAA',
      media: { state: 'READY', mimetype: 'image/png', key: null },
    })
    const { url } = await ana.call('getMessageMedia', { ticketId, messageId: shown.id })
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(PNG)
    const asStranger = await stranger.attempt('getMessageMedia', { ticketId, messageId: shown.id })
    expect(asStranger).toMatchObject(refused(404, 'ERR_NO_TICKET_FOUND'))
  })

  test('a recording is a voice note with its bars, and a document keeps its name', async () => {
    const { id: ticketId } = await desk.attended()
    const voice = { type: 'audio', voice: true, seconds: 4, waveform: WAVEFORM }
    expect((await sendFile(ticketId, OGG, voice)).status).toBe(201)
    await onPhone({ type: 'voice', fromMe: false })
    expect((await sendFile(ticketId, PNG, { type: 'document', fileName: '../nota fiscal.pdf' })).status).toBe(
      201,
    )
    await onPhone({ type: 'document', fileName: 'nota fiscal.pdf', fromMe: false })
    const shown = await desk.messages(ana, ticketId)
    expect(shown.map(({ content }) => content)).toContainEqual(
      expect.objectContaining({ type: 'audio', voice: true, waveform: WAVEFORM }),
    )
  })

  test('a picture from the customer opens, and is live once it is there', async () => {
    const { id: ticketId } = await desk.attended()
    const socket = await LiveSocket.open(ana)
    const file = Buffer.from(PNG).toString('base64')
    await admin.simulator('POST', `/phones/${desk.customer}/messages`, {
      to: desk.parts.shop,
      type: 'image',
      file,
      mimetype: 'image/png',
      caption: 'Assim?',
    })
    await socket.frame('the file is there', ({ channel, record }) => {
      const text = JSON.stringify(record)
      return channel.endsWith('-appMessage') && text.includes('"READY"') && text.includes('Assim?')
    })
    socket.close()
    const { id: messageId } = await desk.message(
      'the picture',
      ana,
      ticketId,
      ({ content }) => content.type === 'image',
    )
    const { url } = await ana.call('getMessageMedia', { ticketId, messageId })
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(PNG)
  })

  test.for([
    ['bytes of another type', PNG, { type: 'video' }, 'ERR_MEDIA_TYPE'],
    ['a recording that is no Ogg', PNG, { type: 'audio', voice: true, seconds: 1 }, 'ERR_MEDIA_TYPE'],
    ['an unknown upload', PNG, { type: 'image', uploadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'ERR_NO_FILE'],
  ] as const)('%s is refused, and nothing is stored', async ([, bytes, content, code]) => {
    const { id: ticketId } = await desk.attended()
    const before = await desk.delivered(ana, ticketId)
    expect(await sendFile(ticketId, bytes, content)).toMatchObject(refused(400, code))
    expect(await desk.messages(ana, ticketId)).toEqual(before)
  })

  test('files and links of a conversation are listed, for users who may see the ticket', async () => {
    const { id: ticketId } = await desk.attended()
    await sendFile(ticketId, PNG, { type: 'image', caption: 'O bolo' })
    await sendFile(ticketId, PNG, { type: 'document', fileName: 'tabela.png' })
    await desk.writes('Achei em https://recado.test/bolo')
    const kinds = async (kind: GalleryKind) =>
      (await ana.call('listGallery', { ticketId, kind })).records.map(({ content }) => content.type)
    await eventually('the link is listed', async () => (await kinds('links')).length === 1)
    expect([await kinds('media'), await kinds('files'), await kinds('links')]).toEqual([
      ['image'],
      ['document'],
      ['text'],
    ])
    for (const other of [bruno, stranger])
      expect(await other.attempt('listGallery', { ticketId })).toMatchObject(
        refused(404, 'ERR_NO_TICKET_FOUND'),
      )
    const { status } = await ana.send('GET', `/tickets/${ticketId}/files?kind=notes`)
    expect(status).toBe(400)
  })

  test('the file of a quick reply is sent with its text, and the sent one stays when the reply goes', async () => {
    const { id: ticketId } = await desk.attended()
    const reply = await ana.call('createQuickReply', {
      shortcode: 'bolo',
      message: 'O nosso bolo',
      scope: 'user',
      media: { type: 'image', mediaId: await uploaded(ana, PNG, 'message-media'), thumbnail: 'AAAA' },
    })
    const { type, mediaId: uploadId } = reply.media ?? {}
    const content = { type, uploadId, thumbnail: 'AAAA', caption: reply.message }
    const answer = await desk.answer(ana, ticketId, '', { content })
    expect(answer.status).toBe(201)
    await onPhone({ type: 'image', caption: 'O nosso bolo', fromMe: false })
    await ana.call('deleteQuickReply', { quickReplyId: reply.id })
    const { url } = await ana.call('getMessageMedia', { ticketId, messageId: Object(answer.body).id })
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(PNG)
    expect(await desk.answer(ana, ticketId, '', { content })).toMatchObject(refused(400, 'ERR_NO_FILE'))
    const hers = await stranger.call('createQuickReply', {
      shortcode: 'bolo',
      message: 'Deles',
      scope: 'user',
      media: { type: 'image', mediaId: await uploaded(stranger, PNG, 'message-media') },
    })
    const theirs = { ...content, uploadId: hers.media?.mediaId }
    expect(await desk.answer(ana, ticketId, '', { content: theirs })).toMatchObject(
      refused(400, 'ERR_NO_FILE'),
    )
  })

  test('another company’s upload is refused', async () => {
    const { id: ticketId } = await desk.attended()
    const answer = await sendFile(ticketId, PNG, { type: 'image' }, stranger)
    expect(answer).toMatchObject(refused(400, 'ERR_NO_FILE'))
  })

  test('a company without campaigns uploads files for customers and lists of contacts, and no campaign media', async () => {
    const company = await principals.company({ campaignsEnabled: false })
    const client = await principals.signedIn(company)
    const file = { fileName: 'foto.png', contentType: 'image/png', bytes: 10 }
    for (const purpose of ['message-media', 'import'] as const)
      expect((await client.attempt('createUpload', { purpose, ...file })).status).toBe(201)
    expect(await client.attempt('createUpload', { purpose: 'campaign-media', ...file })).toMatchObject(
      refused(403, 'ERR_NO_PERMISSION'),
    )
  })
})

describe('changes of a message', () => {
  test('a reaction reaches the other side, both ways, and is live', async () => {
    const { id: ticketId } = await desk.attended()
    const socket = await LiveSocket.open(ana)
    const question = await desk.message('the first', ana, ticketId, ({ fromMe }) => !fromMe)
    await ana.call('reactToMessage', { ticketId, messageId: question.id, emoji: '👍' })
    await onPhone({ type: 'reaction', emoji: '👍', fromMe: false })
    await socket.frame('ours', ({ record }) =>
      JSON.stringify(record ?? '').includes('"by":"me","emoji":"👍"'),
    )
    await desk.answer(ana, ticketId, 'Pronto')
    const { id: target } = await sent(ticketId, 'Pronto')
    await admin.simulator('POST', `/phones/${desk.customer}/messages`, {
      to: desk.parts.shop,
      type: 'reaction',
      target,
      emoji: '❤️',
    })
    await socket.frame('theirs', ({ record }) => JSON.stringify(record ?? '').includes('❤️'))
    socket.close()
    const shown = await desk.messages(ana, ticketId)
    expect(shown.find(({ id }) => id === target)?.reactions).toEqual([{ by: desk.customer, emoji: '❤️' }])
    expect(shown.some(({ content }) => content.type === 'reaction')).toBe(false)
  })

  test('an edit and a deletion reach the customer and show here', async () => {
    const { id: ticketId } = await desk.attended()
    await desk.answer(ana, ticketId, 'São 10 reais', { sign: true })
    const { id: messageId } = await sent(ticketId, '*Ana:*\nSão 10 reais')
    const socket = await LiveSocket.open(ana)
    await ana.call('editMessage', { ticketId, messageId, text: 'São 12 reais' })
    await onPhone({ type: 'edit', target: messageId, fromMe: false })
    const isEdited = ({ id, editedAt }: ShownMessage) => id === messageId && !!editedAt
    const { content } = await desk.message('it is edited', ana, ticketId, isEdited)
    expect(content).toMatchObject({ text: '*Ana:*\nSão 12 reais' })
    await liveTicket(socket, { id: ticketId, preview: '*Ana:*\nSão 12 reais' })
    await ana.call('deleteMessage', { ticketId, messageId })
    await onPhone({ type: 'delete', target: messageId, fromMe: false })
    await desk.message('it is deleted', ana, ticketId, ({ id, deletedAt }) => id === messageId && !!deletedAt)
    await liveTicket(socket, { id: ticketId, preview: '', lastDeleted: true })
    socket.close()
    const late = await ana.attempt('editMessage', { ticketId, messageId, text: 'De novo' })
    expect(late).toMatchObject(refused(409, 'ERR_EDIT_WINDOW'))
  })

  test('the customer’s edit and deletion show in the list, live and later', async () => {
    const { id: ticketId } = await desk.attended()
    const isLast = ({ content }: ShownMessage) => content.type === 'text' && content.text === 'Vendas'
    const { id: target } = await desk.message('the last', ana, ticketId, isLast)
    const socket = await LiveSocket.open(ana)
    const change = (what: object) =>
      admin.simulator('POST', `/phones/${desk.customer}/messages`, { to: desk.parts.shop, target, ...what })
    await change({ type: 'edit', text: 'Quero dois' })
    await liveTicket(socket, { id: ticketId, preview: 'Quero dois' })
    await change({ type: 'delete' })
    await liveTicket(socket, { id: ticketId, preview: '', lastDeleted: true })
    socket.close()
    const [ticket] = await desk.ticketsIn(ana, 'open')
    expect(ticket).toMatchObject({ id: ticketId, preview: '', lastDeleted: true })
  })

  test('a customer’s message, and a colleague’s ticket, are not to be changed', async () => {
    const { id: ticketId } = await desk.attended()
    const theirs = await desk.message('the first', ana, ticketId, ({ fromMe }) => !fromMe)
    const of = { ticketId, messageId: theirs.id }
    expect(await ana.attempt('editMessage', { ...of, text: 'Oi!' })).toMatchObject(
      refused(409, 'ERR_EDIT_WINDOW'),
    )
    expect(await ana.attempt('deleteMessage', of)).toMatchObject(refused(409, 'ERR_DELETE_WAPP_MSG'))
    expect(await ana.attempt('retryMessage', of)).toMatchObject(refused(409, 'ERR_MESSAGE_SENT'))
    expect(await carla.attempt('reactToMessage', { ...of, emoji: '👍' })).toMatchObject(
      refused(409, 'ERR_TICKET_TAKEN'),
    )
    expect(await bruno.attempt('reactToMessage', { ...of, emoji: '👍' })).toMatchObject(
      refused(404, 'ERR_NO_TICKET_FOUND'),
    )
    const words = await ana.attempt('reactToMessage', { ...of, emoji: 'muito bom' })
    expect(words).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })
})

describe('messages that go on', () => {
  test('an answer deletes its own draft, and no draft of a later one', async () => {
    const { id: ticketId } = await desk.attended()
    const draft = async () => (await ana.call('getTicket', { ticketId })).draft?.text
    await ana.call('saveDraft', { ticketId, text: 'Custa 40', quoted: null })
    expect(await draft()).toBe('Custa 40')
    await desk.answer(ana, ticketId, 'Bom dia')
    expect(await draft()).toBe('Custa 40')
    await desk.answer(ana, ticketId, 'Custa 40 reais')
    expect(await draft()).toBeUndefined()
  })

  test('an answer quotes the customer’s message', async () => {
    const { id: ticketId } = await desk.attended()
    const { id: quoted } = await desk.message('the first', ana, ticketId, ({ fromMe }) => !fromMe)
    await desk.answer(ana, ticketId, 'Sobre isso', { quoted })
    await onPhone({ text: 'Sobre isso', quoted })
    const other = await desk.answer(ana, ticketId, 'Sobre quê?', { quoted: '3EB0FFFFFFFFFFFFFFFFFF' })
    expect(other).toMatchObject(refused(404, 'ERR_NO_MESSAGE_FOUND'))
  })

  test('messages are forwarded with their files to another customer’s ticket, or not at all', async () => {
    const from = await desk.attended()
    await sendFile(from.id, PNG, { type: 'image', caption: 'Cardápio' })
    const shown = await desk.message('the picture', ana, from.id, ({ content }) => content.type === 'image')
    const [to, elsewhere] = [desk.newCustomer(), await desk.waiting()]
    const forward = { messageIds: [shown.id], to: [{ ticketId: elsewhere.id }] }
    expect(await bruno.attempt('forwardMessages', forward)).toMatchObject(
      refused(404, 'ERR_NO_MESSAGE_FOUND'),
    )
    expect(await stranger.attempt('forwardMessages', forward)).toMatchObject(
      refused(404, 'ERR_NO_MESSAGE_FOUND'),
    )
    expect(await ana.attempt('forwardMessages', forward)).toMatchObject(
      refused(409, 'ERR_TICKET_NOT_ACCEPTED'),
    )
    await ana.call('changeTicket', { ticketId: elsewhere.id, status: 'open' })
    const { records } = await ana.call('forwardMessages', forward)
    expect(records).toMatchObject([{ forwarded: true, ticketId: elsewhere.id }])
    await onPhone({ type: 'image', caption: 'Cardápio' })
    const { url } = await ana.call('getMessageMedia', {
      ticketId: elsewhere.id,
      messageId: records[0]?.id ?? '',
    })
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(PNG)
    expect(to).toBe(desk.customer)
  })

  test('a repeated forwarding sends each message once, although the first call died without an answer', async () => {
    const from = await desk.attended()
    await desk.answer(ana, from.id, 'Pix: loja@exemplo.test')
    const { id } = await sent(from.id, 'Pix: loja@exemplo.test')
    desk.newCustomer()
    const to = await desk.attended()
    const forward = { messageIds: [id], to: [{ ticketId: to.id }] }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await ana.call('forwardMessages', forward, headers)
    const { companyId } = desk.parts.people.ana
    const remembered = (await principals.dump()).filter(({ pk }) => pk === `${companyId}#IDEMPOTENCY`)
    for (const { sk } of remembered) await principals.tenant(companyId).delete(keyIn('IDEMPOTENCY', sk))
    const again = await ana.call('forwardMessages', forward, headers)
    expect(again.records.map((message) => message.id)).toEqual(first.records.map((message) => message.id))
    await onPhone({ text: 'Pix: loja@exemplo.test' })
    const shown = await desk.messages(ana, to.id)
    expect(shown.filter(({ forwarded }) => forwarded)).toHaveLength(1)
  })

  test('messages are forwarded to a contact, with whom a conversation begins', async () => {
    const from = await desk.attended()
    await desk.answer(ana, from.id, 'Segue o endereço')
    const { id } = await sent(from.id, 'Segue o endereço')
    const number = desk.newCustomer()
    const contact = await ana.call('createContact', { name: 'Seu Nilo', number })
    const forward = { messageIds: [id], to: [{ contactId: contact.id }] }
    const { records } = await ana.call('forwardMessages', forward)
    const ticketId = records[0]?.ticketId ?? ''
    expect(await ana.call('getTicket', { ticketId })).toMatchObject({ name: 'Seu Nilo', origin: 'agent' })
    await onPhone({ text: 'Segue o endereço', fromMe: false })
    // The conversation is there now.
    expect(await ana.call('forwardMessages', forward)).toMatchObject({ records: [{ ticketId }] })
    // A colleague's ticket without a queue is named, not shown.
    expect(await carla.attempt('forwardMessages', forward)).toMatchObject(
      refused(409, 'ERR_OTHER_OPEN_TICKET'),
    )
  })

  test('nothing is forwarded, and no conversation begins, if the account that would begin it is not linked', async () => {
    const branch = await admin.linkedConnection('5511900000259', 'Filial')
    const whatsappId = branch.id
    const from = await ana.call('openTicket', { number: desk.newCustomer(), whatsappId })
    await desk.answer(ana, from.id, 'Segue a tabela')
    const { id } = await sent(from.id, 'Segue a tabela')
    desk.newCustomer()
    const to = await desk.attended()
    const number = desk.newCustomer()
    const contact = await ana.call('createContact', { name: 'Dona Iara', number })
    await admin.call('disconnectSession', { whatsappId })
    const forward = { messageIds: [id], to: [{ ticketId: to.id }, { contactId: contact.id }] }
    expect(await ana.attempt('forwardMessages', forward)).toMatchObject(
      refused(409, 'ERR_WAPP_NOT_INITIALIZED'),
    )
    expect((await desk.messages(ana, to.id)).filter(({ forwarded }) => forwarded)).toEqual([])
    expect(await desk.ticketsIn(ana, 'open', number)).toEqual([])
  })
})

describe('small signs', () => {
  interface News {
    messages: { phone: string; id: string; fromMe: boolean; text?: string; status: string }[]
    typing: { phone: string; chat: string }[]
  }
  const news = () => admin.simulator<News>('GET', '/messages?since=0')
  /** The ticks that the customer sees under a text of theirs. */
  const ticksOf = async (text: string) =>
    (await news()).messages.find((one) => one.phone === desk.customer && one.fromMe && one.text === text)
      ?.status

  test('a customer sees blue ticks once the attendant reads, and none for a look at the ticket', async () => {
    const { id: ticketId } = await desk.attended()
    await desk.writes('Você viu?')
    const { seq } = await desk.message('it came', ana, ticketId, (one) => isText(one, 'Você viu?'))
    await carla.call('readTicket', { ticketId, seq: seq ?? 0 })
    await desk.messages(carla, ticketId)
    await eventually('it is delivered', async () => (await ticksOf('Você viu?')) === 'delivered')
    await ana.call('readTicket', { ticketId, seq: seq ?? 0 })
    await eventually('it is read', async () => (await ticksOf('Você viu?')) === 'read')
  })

  test('reading on the phone counts here too', async () => {
    const { id: ticketId } = await desk.attended()
    expect((await ana.call('getTicket', { ticketId })).unread).toBe(2)
    await admin.simulator('POST', `/phones/${desk.parts.shop}/read`, { chat: desk.customer })
    await eventually('it is read here', async () => (await ana.call('getTicket', { ticketId })).unread === 0)
  })

  test('a customer sees that the attendant is typing, and nothing of others', async () => {
    const { id: ticketId } = await desk.attended()
    const [ofAna, ofCarla] = [await LiveSocket.open(ana), await LiveSocket.open(carla)]
    const typing = { action: 'desk', ticketId, state: 'typing' }
    const isShown = async () => (await news()).typing.some(({ phone }) => phone === desk.customer)
    ofCarla.say(JSON.stringify(typing))
    await ofAna.frame('Carla’s typing', ({ action, state }) => action === 'presence' && state === 'typing')
    expect(await isShown()).toBe(false)
    ofAna.say(JSON.stringify(typing))
    await eventually('it is shown', isShown)
    // The company's phone goes on ringing: the service never said that the account is available.
    const phones = await admin.simulator<{ number: string; lastSilencedAt: string | null }[]>(
      'GET',
      '/phones',
    )
    expect(phones.find(({ number }) => number === desk.parts.shop)).toMatchObject({ lastSilencedAt: null })
    ofAna.close()
    ofCarla.close()
  })
})

const isText = ({ content }: ShownMessage, text: string): boolean =>
  content.type === 'text' && content.text === text
