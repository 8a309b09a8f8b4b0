import { contentOf } from '@recado/fargate-session/inbound/describe'
import { KINDS, SILENT } from '@recado/fargate-session/inbound/kinds'
import { WRAPPERS } from '@recado/fargate-session/inbound/unwrap'
import { content } from '@recado/shared/messages/content'
import { previewOf } from '@recado/shared/messages/preview'
import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'

const received = (message: proto.IMessage): proto.IMessage =>
  proto.Message.decode(proto.Message.encode(message).finish())

/** All message kinds of the library's protocol. */
const fields = Object.keys(proto.Message.prototype).filter((field) => field !== 'toJSON')

const text = (of: string) => ({ type: 'text', text: of })
const notice = (about: string, of = '', items: string[] = []) => ({ type: 'notice', about, text: of, items })
const file = (mimetype: string) => ({ state: 'PENDING', bytes: 5, mimetype, key: null })
const poll = { name: 'Qual dia?', options: [{ optionName: 'Sexta' }, { optionName: 'Sábado' }] }
const pollNotice = notice('poll', 'Qual dia?', ['Sexta', 'Sábado'])
const votes = { name: 'Qual dia?', pollVotes: [{ optionName: 'Sexta', optionVoteCount: 3 }] }
const channel = { newsletterName: 'Ofertas', caption: 'Siga a gente' }
const channelNotice = notice('channel-invite', 'Ofertas', ['Siga a gente'])
const choices = {
  hydratedContentText: 'Confirma?',
  hydratedButtons: [{ quickReplyButton: { displayText: 'Sim' } }],
}
const { CallOutcome } = proto.Message.CallLogMessage
const { SecretEncType } = proto.Message.SecretEncryptedMessage

/** A message of each kind that a person sees, with its description here. */
const EXAMPLES: { [K in keyof typeof KINDS]: [message: proto.IMessage[K], says: unknown] } = {
  conversation: ['Oi', text('Oi')],
  extendedTextMessage: [{ text: 'Veja' }, text('Veja')],
  imageMessage: [{ fileLength: 5 }, { type: 'image', caption: '', media: file('image/jpeg') }],
  videoMessage: [{ fileLength: 5 }, { type: 'video', caption: '', media: file('video/mp4') }],
  ptvMessage: [{ fileLength: 5 }, { type: 'video', caption: '', media: file('video/mp4') }],
  audioMessage: [{ fileLength: 5 }, { type: 'audio', voice: false, seconds: 0, media: file('audio/ogg') }],
  documentMessage: [
    { fileLength: 5, fileName: 'a.pdf' },
    { type: 'document', fileName: 'a.pdf', caption: '', media: file('application/octet-stream') },
  ],
  stickerMessage: [{ fileLength: 5 }, { type: 'sticker', media: file('image/webp') }],
  locationMessage: [
    { degreesLatitude: 1, degreesLongitude: 2, name: 'Loja' },
    { type: 'location', latitude: 1, longitude: 2, name: 'Loja' },
  ],
  liveLocationMessage: [
    { degreesLatitude: 1, degreesLongitude: 2, caption: 'A caminho' },
    { type: 'location', latitude: 1, longitude: 2, name: 'A caminho' },
  ],
  contactMessage: [
    { displayName: 'Ana', vcard: 'TEL:+55 11 95555-1234' },
    { type: 'contact', contacts: [{ name: 'Ana', number: '5511955551234' }] },
  ],
  contactsArrayMessage: [
    { contacts: [{ displayName: 'Ana' }] },
    { type: 'contact', contacts: [{ name: 'Ana', number: '' }] },
  ],
  reactionMessage: [
    { key: { id: 'M1' }, text: '👍' },
    { type: 'reaction', target: 'M1', emoji: '👍' },
  ],
  buttonsResponseMessage: [{ selectedButtonId: 'b1', selectedDisplayText: 'Sim' }, text('Sim')],
  templateButtonReplyMessage: [{ selectedId: 'b1', selectedDisplayText: 'SAIR' }, text('SAIR')],
  listResponseMessage: [{ title: 'Corte', singleSelectReply: { selectedRowId: 'r1' } }, text('Corte')],
  interactiveResponseMessage: [
    { nativeFlowResponseMessage: { name: 'menu', paramsJson: '{"title":"Segunda via"}' } },
    text('Segunda via'),
  ],
  questionResponseMessage: [{ text: 'Azul' }, text('Azul')],
  statusQuestionAnswerMessage: [{ text: 'Azul' }, text('Azul')],
  statusQuotedMessage: [{ text: 'Azul' }, text('Azul')],
  buttonsMessage: [
    { contentText: 'Qual?', footerText: 'Loja', buttons: [{ buttonText: { displayText: 'A' } }] },
    text('Qual?\nLoja\n• A'),
  ],
  listMessage: [
    { title: 'Menu', description: 'Escolha', sections: [{ rows: [{ title: 'Corte' }, { title: 'Barba' }] }] },
    text('Menu\nEscolha\n• Corte\n• Barba'),
  ],
  templateMessage: [{ hydratedTemplate: choices }, text('Confirma?\n• Sim')],
  interactiveMessage: [
    {
      header: { title: 'Oi' },
      body: { text: 'Escolha' },
      nativeFlowMessage: {
        buttons: [{ buttonParamsJson: '{"display_text":"Ver"}' }, { buttonParamsJson: '{' }],
      },
    },
    text('Oi\nEscolha\n• Ver'),
  ],
  highlyStructuredMessage: [{ hydratedHsm: { hydratedTemplate: choices } }, text('Confirma?\n• Sim')],
  richResponseMessage: [{ submessages: [{ messageText: 'Resposta' }] }, text('Resposta')],
  pollCreationMessage: [poll, pollNotice],
  pollCreationMessageV2: [poll, pollNotice],
  pollCreationMessageV3: [poll, pollNotice],
  pollCreationMessageV5: [poll, pollNotice],
  pollResultSnapshotMessage: [votes, notice('poll-result', 'Qual dia?', ['Sexta: 3'])],
  pollResultSnapshotMessageV3: [votes, notice('poll-result', 'Qual dia?', ['Sexta: 3'])],
  eventMessage: [
    { name: 'Inauguração', description: 'Venha', location: { name: 'Loja' } },
    notice('event', 'Inauguração', ['Venha', 'Loja']),
  ],
  scheduledCallCreationMessage: [{ title: 'Reunião' }, notice('scheduled-call', 'Reunião')],
  callLogMesssage: [{ callOutcome: CallOutcome.MISSED, isVideo: true }, notice('missed-video-call')],
  bcallMessage: [{ caption: 'Ao vivo' }, notice('call', 'Ao vivo')],
  orderMessage: [
    {
      orderTitle: 'Pedido',
      message: 'Dois, por favor',
      itemCount: 2,
      totalAmount1000: 59_900,
      totalCurrencyCode: 'BRL',
    },
    notice('order', 'Pedido', ['Dois, por favor', 'Itens: 2', 'Total: R$\u00a059,90']),
  ],
  productMessage: [
    { product: { title: 'Camisa', description: 'Azul' }, body: 'Ainda tem?' },
    notice('product', 'Camisa', ['Azul', 'Ainda tem?']),
  ],
  sendPaymentMessage: [{ noteMessage: { conversation: 'Obrigado' } }, notice('payment', 'Obrigado')],
  requestPaymentMessage: [
    { noteMessage: { extendedTextMessage: { text: 'Conta' } } },
    notice('payment-request', 'Conta'),
  ],
  invoiceMessage: [{ note: 'Fatura' }, notice('payment-request', 'Fatura')],
  paymentInviteMessage: [{}, notice('payment-request')],
  groupInviteMessage: [
    { groupName: 'Clientes', caption: 'Entre' },
    notice('group-invite', 'Clientes', ['Entre']),
  ],
  newsletterAdminInviteMessage: [channel, channelNotice],
  newsletterFollowerInviteMessageV2: [channel, channelNotice],
  requestPhoneNumberMessage: [{}, notice('number-request')],
  albumMessage: [{ expectedImageCount: 3 }, notice('album')],
  stickerPackMessage: [{ name: 'Gatos' }, notice('sticker-pack', 'Gatos')],
  statusMentionMessage: [{ message: {} }, notice('status-mention')],
  groupStatusMentionMessage: [{ message: {} }, notice('status-mention')],
  messageHistoryNotice: [{}, notice('earlier-messages')],
  placeholderMessage: [{ type: 0 }, notice('unreadable')],
  secretEncryptedMessage: [{ secretEncType: SecretEncType.MESSAGE_EDIT }, notice('unreadable')],
  encCommentMessage: [{}, notice('unreadable')],
}

test.each(Object.entries(EXAMPLES))('a %s is described by its kind', (kind, [message, says]) => {
  const found = contentOf(received({ [kind]: message }))
  expect(found).toEqual(says)
  expect(content.parse(found)).toEqual(found)
  expect(previewOf(content.parse(found))).not.toBe('')
})

test.each(SILENT)('a %s alone is silent, and hides nothing beside it', (kind) => {
  expect(contentOf(received({ [kind]: {} }))).toBeUndefined()
  expect(contentOf(received({ [kind]: {}, conversation: 'Oi' }))).toEqual(text('Oi'))
})

test('every message kind of the library’s protocol has a rule', () => {
  const decided = [...Object.keys(KINDS), ...WRAPPERS, ...SILENT, 'protocolMessage']
  expect(decided.toSorted()).toEqual(fields.toSorted())
})

test('among protocol messages only a deletion and an edit are shown', () => {
  const { Type } = proto.Message.ProtocolMessage
  const says = Object.entries(Type).flatMap(([name, type]) => {
    const editedMessage = { conversation: 'Oi' }
    const said = contentOf(
      received({ protocolMessage: { type: Number(type), key: { id: 'M1' }, editedMessage } }),
    )
    return said ? [name] : []
  })
  expect(says.toSorted()).toEqual(['MESSAGE_EDIT', 'REVOKE'])
})

test('an answered call is not a missed call, and an answer to an event is silent', () => {
  const answered = { callLogMesssage: { callOutcome: CallOutcome.CONNECTED } }
  expect(contentOf(received(answered))).toEqual(notice('call'))
  expect(contentOf(received({ callLogMesssage: { callOutcome: CallOutcome.REJECTED } }))).toEqual(
    notice('missed-call'),
  )
  const change = { secretEncryptedMessage: { secretEncType: SecretEncType.EVENT_EDIT } }
  expect(contentOf(received(change))).toBeUndefined()
})

test('a sender cannot write more than a row has room for', () => {
  const long = 'a'.repeat(200_000)
  const contact = { displayName: long, vcard: `TEL:${'1'.repeat(500)}` }
  const optionName = long
  const messages: proto.IMessage[] = [
    { conversation: long },
    { documentMessage: { fileName: long, caption: long, mimetype: long } },
    { contactsArrayMessage: { contacts: Array.from({ length: 500 }, () => contact) } },
    { reactionMessage: { key: { id: long }, text: long } },
    { pollCreationMessage: { name: long, options: Array.from({ length: 500 }, () => ({ optionName })) } },
    { protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE, key: { id: long } } },
    {
      interactiveMessage: {
        carouselMessage: { cards: Array.from({ length: 9 }, () => ({ body: { text: long } })) },
      },
    },
  ]
  const bytes = messages.map((message) => JSON.stringify(contentOf(received(message))).length)
  expect(bytes.map((length) => length > 0 && length < 175_000)).toEqual(messages.map(() => true))
  expect(contentOf(received(messages[3] ?? {}))).toMatchObject({
    emoji: 'a'.repeat(32),
    target: 'a'.repeat(255),
  })
})
