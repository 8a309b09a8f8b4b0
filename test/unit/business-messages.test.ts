import { contentOf, originalOf } from '@recado/fargate-session/inbound/describe'
import { filePartOf } from '@recado/fargate-session/inbound/media-part'
import { content } from '@recado/shared/messages/content'
import { proto } from '@whiskeysockets/baileys'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** A message as decoded from the wire. */
const received = (message: proto.IMessage): proto.IMessage =>
  proto.Message.decode(proto.Message.encode(message).finish())

const mediaKey = Buffer.from('key')
const bill = { fileName: 'boleto.pdf', mimetype: 'application/pdf', fileLength: 5, mediaKey }
const words = { hydratedContentText: 'Sua fatura chegou', hydratedFooterText: 'Loja' }
const body = { text: 'Sua fatura chegou' }
const footer = { text: 'Loja' }
const CAPTION = 'Sua fatura chegou\nLoja'

describe('a business’s message with a file in its header', () => {
  test.each<[string, (file: proto.Message.IDocumentMessage) => proto.IMessage]>([
    [
      'a template',
      (file) => ({ templateMessage: { hydratedTemplate: { ...words, documentMessage: file } } }),
    ],
    [
      'a template of four rows',
      (file) => ({ templateMessage: { hydratedFourRowTemplate: { ...words, documentMessage: file } } }),
    ],
    [
      'a template with buttons',
      (file) => ({
        templateMessage: { interactiveMessageTemplate: { header: { documentMessage: file }, body, footer } },
      }),
    ],
    [
      'an older template',
      (file) => ({
        highlyStructuredMessage: { hydratedHsm: { hydratedTemplate: { ...words, documentMessage: file } } },
      }),
    ],
    [
      'an interactive message',
      (file) => ({ interactiveMessage: { header: { documentMessage: file }, body, footer } }),
    ],
    [
      'a message with buttons',
      (file) => ({ buttonsMessage: { documentMessage: file, contentText: body.text, footerText: 'Loja' } }),
    ],
    [
      'a message with buttons, wrapped as businesses do',
      (file) => ({
        viewOnceMessage: {
          message: { interactiveMessage: { header: { documentMessage: file }, body, footer } },
        },
      }),
    ],
  ])('is the file with the words as its caption: %s', (_, written) => {
    const message = received(written(bill))
    const media = { state: 'PENDING', bytes: 5, mimetype: 'application/pdf', key: null }
    expect(contentOf(message)).toEqual({ type: 'document', fileName: 'boleto.pdf', caption: CAPTION, media })
    const stored = proto.Message.decode(
      Buffer.from(
        originalOf({ message: written({ ...bill, jpegThumbnail: Buffer.alloc(50_000) }) }),
        'base64',
      ),
    )
    expect(filePartOf(stored)).toMatchObject({ mediaKey, mimetype: 'application/pdf' })
    expect(proto.Message.encode(stored).finish().length).toBeLessThan(200)
  })

  test('may be a picture or a video, with a caption of its own', () => {
    const imageMessage = { caption: 'Oferta', fileLength: 5 }
    expect(contentOf(received({ interactiveMessage: { header: { imageMessage }, body } }))).toMatchObject({
      type: 'image',
      caption: 'Oferta\nSua fatura chegou',
    })
    const videoMessage = { fileLength: 5 }
    const template = { hydratedTemplate: { ...words, videoMessage } }
    expect(contentOf(received({ templateMessage: template }))).toMatchObject({
      type: 'video',
      caption: CAPTION,
    })
  })
})

describe('a Pix key in a message', () => {
  const withParameters = (parameters: unknown, name = 'payment_info'): proto.IMessage => {
    const buttonParamsJson = typeof parameters === 'string' ? parameters : JSON.stringify(parameters)
    return { interactiveMessage: { nativeFlowMessage: { buttons: [{ name, buttonParamsJson }] } } }
  }
  const pix = { merchant_name: 'Ana Paula', key: '123.456.789-09', key_type: 'CPF' }
  const settings = [{ type: 'cards' }, { type: 'pix_static_code', pix_static_code: pix }]

  test.each<[string, unknown, string]>([
    [
      'with its owner and type',
      { currency: 'BRL', total_amount: { value: 0, offset: 100 }, payment_settings: settings },
      'Ana Paula\nPix (CPF): 123.456.789-09',
    ],
    [
      'with a total',
      { currency: 'BRL', total_amount: { value: 123_450, offset: 100 }, payment_settings: settings },
      'Ana Paula\nPix (CPF): 123.456.789-09\nTotal: R$\u00a01.234,50',
    ],
    [
      'with the code of an order',
      {
        display_text: 'Pagar',
        total_amount: { value: 1000, offset: 100 },
        payment_settings: [{ pix_dynamic_code: { key: 'a@b.com', code: '000201' } }],
      },
      'Pix: a@b.com\n000201\nTotal: 10\n• Pagar',
    ],
    [
      'with invalid fields beside it',
      {
        currency: { toString: 1 },
        total_amount: { value: '9'.repeat(400), offset: 0 },
        payment_settings: [null, 7, { pix_static_code: [] }, { pix_static_code: { ...pix, key_type: 5 } }],
      },
      'Ana Paula\nPix: 123.456.789-09',
    ],
  ])('is shown %s', (_, parameters, text) => {
    expect(contentOf(received(withParameters(parameters)))).toEqual({ type: 'text', text })
  })

  test('is not found in other or invalid parameters', () => {
    const unsupported = { type: 'unsupported', kind: 'interactiveMessage' }
    const total = { total_amount: { value: 5, offset: 0 } }
    for (const parameters of [
      '',
      '{',
      'null',
      '[]',
      { payment_settings: {} },
      { ...total, payment_settings: [] },
    ])
      expect(contentOf(received(withParameters(parameters)))).toEqual(unsupported)
  })

  test('never breaks the description, whatever its parameters are', () => {
    const anything = fc.anything({ withNullPrototype: false })
    const parameters = fc.record({
      currency: fc.oneof(anything, fc.constantFrom('BRL', 'brl', 'ZZZ')),
      total_amount: fc.oneof(anything, fc.record({ value: fc.double(), offset: fc.double() })),
      payment_settings: fc.array(
        fc.oneof(
          anything,
          fc.record({ pix_static_code: fc.record({ key: anything, merchant_name: anything }) }),
        ),
      ),
    })
    fc.assert(
      fc.property(parameters, (some) => {
        const json = JSON.stringify(some, (_, value) => (typeof value === 'bigint' ? String(value) : value))
        content.parse(contentOf(received(withParameters(json))))
      }),
    )
  })
})

test('an order with invalid numbers shows its title alone', () => {
  for (const order of [
    { itemCount: -3 },
    { totalAmount1000: -5 },
    { totalAmount1000: 0, totalCurrencyCode: 'BRL' },
  ])
    expect(contentOf(received({ orderMessage: { orderTitle: 'Pedido', ...order } }))).toEqual({
      type: 'notice',
      about: 'order',
      text: 'Pedido',
      items: [],
    })
})
