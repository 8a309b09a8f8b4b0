import { contentOf, originalOf, quotedBy, timerIn } from '@recado/fargate-session/inbound/describe'
import { WRAPPERS } from '@recado/fargate-session/inbound/unwrap'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import { proto } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'

/** A message as decoded from the wire. The encoding decides the type of a field. */
const received = (message: proto.IMessage): proto.IMessage =>
  proto.Message.decode(proto.Message.encode(message).finish())
const contentOfReceived = (message: proto.IMessage) => contentOf(received(message))
const pending = (bytes: number, mimetype: string) => ({ state: 'PENDING', bytes, mimetype, key: null })
const { Type } = proto.Message.ProtocolMessage

describe('a message’s description', () => {
  test.each<[string, proto.IMessage, unknown]>([
    ['a text', { conversation: 'Oi' }, { type: 'text', text: 'Oi' }],
    ['a text with a link', { extendedTextMessage: { text: 'Veja' } }, { type: 'text', text: 'Veja' }],
    [
      'a picture',
      { imageMessage: { caption: 'Promoção', mimetype: 'image/png', fileLength: 10 } },
      { type: 'image', caption: 'Promoção', media: pending(10, 'image/png') },
    ],
    [
      'a video',
      { videoMessage: { mimetype: 'video/mp4', fileLength: 9 } },
      { type: 'video', caption: '', media: pending(9, 'video/mp4') },
    ],
    [
      'a voice note',
      { audioMessage: { ptt: true, seconds: 7, mimetype: 'audio/ogg; codecs=opus', fileLength: 8 } },
      { type: 'audio', voice: true, seconds: 7, media: pending(8, 'audio/ogg; codecs=opus') },
    ],
    [
      'a document',
      { documentMessage: { fileName: 'a.pdf', caption: 'Nota', mimetype: 'application/pdf', fileLength: 7 } },
      { type: 'document', fileName: 'a.pdf', caption: 'Nota', media: pending(7, 'application/pdf') },
    ],
    [
      'a sticker',
      { stickerMessage: { fileLength: 6 } },
      { type: 'sticker', media: pending(6, 'image/webp') },
    ],
    [
      'a place',
      { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja' } },
      { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' },
    ],
    [
      'a place with an address alone',
      { locationMessage: { degreesLatitude: 1, degreesLongitude: 2, address: 'Rua A, 1' } },
      { type: 'location', latitude: 1, longitude: 2, name: 'Rua A, 1' },
    ],
    [
      'a reaction',
      { reactionMessage: { key: { id: 'M1' }, text: '👍' } },
      { type: 'reaction', target: 'M1', emoji: '👍' },
    ],
    [
      'a reaction taken back',
      { reactionMessage: { key: { id: 'M1' }, text: '' } },
      { type: 'reaction', target: 'M1', emoji: '' },
    ],
    [
      'a deletion',
      { protocolMessage: { type: Type.REVOKE, key: { id: 'M1' } } },
      { type: 'delete', target: 'M1' },
    ],
  ])('covers %s', (_, message, content) => {
    expect(contentOfReceived(message)).toEqual(content)
  })

  test('keeps the kind of a message with empty fields', () => {
    const empty = [
      'imageMessage',
      'videoMessage',
      'audioMessage',
      'documentMessage',
      'stickerMessage',
    ] as const
    const types = empty.map((kind) => contentOfReceived({ [kind]: {} })?.type)
    expect(types).toEqual(['image', 'video', 'audio', 'document', 'sticker'])
    expect(contentOfReceived({ documentMessage: {} })).toMatchObject({
      media: { bytes: 0, mimetype: 'application/octet-stream', state: 'PENDING' },
    })
    expect(contentOfReceived({ locationMessage: {} })).toEqual({
      type: 'location',
      latitude: 0,
      longitude: 0,
      name: '',
    })
    expect(contentOfReceived({ contactsArrayMessage: {} })).toEqual({ type: 'contact', contacts: [] })
    expect(contentOfReceived({ reactionMessage: {} })).toEqual({ type: 'reaction', target: '', emoji: '' })
    expect(contentOfReceived({ extendedTextMessage: {} })).toEqual({ type: 'text', text: '' })
  })

  test('is the same inside any wrapper', () => {
    const inner = { imageMessage: { caption: 'Oi', fileLength: 1 } }
    for (const wrapper of WRAPPERS.filter((name) => !name.startsWith('viewOnce')))
      expect(contentOfReceived({ [wrapper]: { message: inner } }), wrapper).toMatchObject({ caption: 'Oi' })
    expect(
      contentOfReceived({ ephemeralMessage: { message: { groupMentionedMessage: { message: inner } } } }),
    ).toMatchObject({ type: 'image' })
    for (const wrapper of WRAPPERS) expect(contentOfReceived({ [wrapper]: {} }), wrapper).toBeUndefined()
    const endless = Array.from({ length: 50 }).reduce<proto.IMessage>(
      (message) => ({ ephemeralMessage: { message } }),
      inner,
    )
    expect(contentOfReceived(endless)).toBeUndefined()
  })

  test('marks a view-once message and does not fetch its file', () => {
    const once = { type: 'notice', about: 'view-once', text: '', items: [] }
    const wrappers = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const
    const files = ['imageMessage', 'videoMessage', 'audioMessage', 'ptvMessage'] as const
    for (const file of files) {
      for (const wrapper of wrappers)
        expect(contentOfReceived({ [wrapper]: { message: { [file]: { fileLength: 1 } } } })).toEqual(once)
      expect(contentOfReceived({ [file]: { viewOnce: true } })).toEqual(once)
    }
    const buttons = { buttonsMessage: { contentText: 'Qual?' } }
    expect(contentOfReceived({ viewOnceMessage: { message: buttons } })).toEqual({
      type: 'text',
      text: 'Qual?',
    })
  })

  test('includes a message beside group keys', () => {
    const senderKeyDistributionMessage = { groupId: '120363@g.us' }
    expect(contentOfReceived({ senderKeyDistributionMessage, conversation: 'Oi' })).toMatchObject({
      text: 'Oi',
    })
    expect(contentOfReceived({ messageContextInfo: {}, stickerMessage: {} })).toMatchObject({
      type: 'sticker',
    })
  })

  test('names a message without text by its kind', () => {
    for (const kind of ['buttonsMessage', 'listMessage', 'templateMessage', 'interactiveMessage'])
      expect(contentOfReceived({ [kind]: {} })).toEqual({ type: 'unsupported', kind })
  })

  test.each<[string, proto.IMessage]>([
    ['nothing', {}],
    ['the keys of a group', { senderKeyDistributionMessage: { groupId: '1@g.us' } }],
    ['a context', { messageContextInfo: {} }],
    ['a vote', { pollUpdateMessage: {} }],
    ['an encrypted reaction', { encReactionMessage: {} }],
    ['a message kept in a chat that forgets', { keepInChatMessage: {} }],
    ['a history', { protocolMessage: { type: Type.HISTORY_SYNC_NOTIFICATION, key: { id: 'M1' } } }],
    ['keys for app state', { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE } }],
    ['a deletion of nothing', { protocolMessage: { type: Type.REVOKE } }],
    ['an edit to nothing', { protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: 'M1' } } }],
    [
      'an edit to what has no words',
      {
        protocolMessage: {
          type: Type.MESSAGE_EDIT,
          key: { id: 'M1' },
          editedMessage: { stickerMessage: {} },
        },
      },
    ],
  ])('is empty for %s', (_, message) => {
    expect(contentOfReceived(message)).toBeUndefined()
  })

  test('recognises an edit of a text or a caption, wrapped or not', () => {
    const edit = (editedMessage: proto.IMessage): proto.IMessage => ({
      protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: 'M1' }, editedMessage },
    })
    const edits = [
      edit({ conversation: 'às 10' }),
      edit({ extendedTextMessage: { text: 'às 10' } }),
      edit({ imageMessage: { caption: 'às 10' } }),
      { editedMessage: { message: edit({ conversation: 'às 10' }) } },
    ]
    for (const message of edits)
      expect(contentOfReceived(message)).toEqual({ type: 'edit', target: 'M1', text: 'às 10' })
  })
})

describe('a hostile field of a sender', () => {
  test('an impossible length is ignored, and a huge length is too large', () => {
    const bytes = (fileLength: number) => contentOfReceived({ imageMessage: { fileLength } })
    expect(bytes(MEDIA_LIMITS.image)).toMatchObject({ media: { state: 'PENDING' } })
    expect(bytes(MEDIA_LIMITS.image + 1)).toMatchObject({ media: { state: 'TOO_LARGE' } })
    // The largest value on the wire: ten bytes of a varint.
    const greatest = Uint8Array.from([0x1a, 11, 0x28, ...Array(9).fill(0xff), 1])
    expect(contentOf(proto.Message.decode(greatest))).toMatchObject({
      media: { state: 'TOO_LARGE', bytes: Number.MAX_SAFE_INTEGER },
    })
  })

  test('an impossible location is ignored', () => {
    for (const degrees of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(
        contentOfReceived({ locationMessage: { degreesLatitude: degrees, degreesLongitude: degrees } }),
      ).toMatchObject({ latitude: 0, longitude: 0 })
  })

  test.each([
    [
      'the usual one',
      'BEGIN:VCARD\nTEL;type=CELL;waid=5511955551234:+55 11 95555-1234\nEND:VCARD',
      '5511955551234',
    ],
    ['a grouped one', 'item1.TEL;waid=1:+1 (202) 555-0100\nitem1.X-ABLabel:Work', '12025550100'],
    ['lines that end as in Windows', 'BEGIN:VCARD\r\nTEL:+55 11 2555-1234\r\nEND:VCARD\r\n', '551125551234'],
    ['the first of two', 'TEL:111\nTEL:222', '111'],
    ['none', 'BEGIN:VCARD\nFN:Ana\nEND:VCARD', ''],
    ['one without a number', 'TEL;waid=5511955551234\nNOTE:12', ''],
    ['one that is a note', 'NOTE:TEL:123', ''],
    ['nothing', '', ''],
    ['a script', 'TEL:<script>alert(1)</script>', '1'],
  ])('the number of a contact card: %s', (_, vcard, number) => {
    expect(contentOfReceived({ contactMessage: { displayName: 'Ana', vcard } })).toEqual({
      type: 'contact',
      contacts: [{ name: 'Ana', number }],
    })
  })

  test('a contact card built to be slow is parsed like any other', () => {
    // Parsed again from each line on, one of these would exceed the test's time limit.
    for (const part of ['TEL\n', 'TEL;', 'item1', 'item1.\n', '\n', 'TEL:\n', 'TEL\u2028', 'TEL\u2029']) {
      const vcard = part.repeat(200_000)
      expect(contentOf({ contactMessage: { vcard } })).toMatchObject({ contacts: [{ number: '' }] })
    }
  })

  test('a name is not parsed as a field', () => {
    expect(contentOfReceived({ contactMessage: { displayName: 'TEL:999', vcard: '' } })).toMatchObject({
      contacts: [{ name: 'TEL:999', number: '' }],
    })
  })
})

describe('a quoted message', () => {
  test('is found in every kind, wrapped or not', () => {
    const contextInfo = { stanzaId: 'M1' }
    const kinds = ['extendedTextMessage', 'imageMessage', 'audioMessage', 'stickerMessage', 'contactMessage']
    for (const kind of kinds) {
      expect(quotedBy(received({ [kind]: { contextInfo } })), kind).toBe('M1')
      expect(quotedBy(received({ ephemeralMessage: { message: { [kind]: { contextInfo } } } }))).toBe('M1')
    }
  })

  test('is undefined if the message does not quote one', () => {
    for (const message of [
      {},
      { conversation: 'Oi' },
      { imageMessage: {} },
      { imageMessage: { contextInfo: {} } },
    ])
      expect(quotedBy(received(message))).toBeUndefined()
  })
})

test.each<[string, proto.IMessage, number | undefined]>([
  ['of a text', { extendedTextMessage: { text: 'Oi', contextInfo: { expiration: 86_400 } } }, 86_400],
  [
    'of a wrapped picture',
    { ephemeralMessage: { message: { imageMessage: { contextInfo: { expiration: 604_800 } } } } },
    604_800,
  ],
  ['that is off', { extendedTextMessage: { text: 'Oi', contextInfo: { expiration: 0 } } }, 0],
  ['of an answer that names none', { extendedTextMessage: { contextInfo: { stanzaId: 'M1' } } }, undefined],
  ['of a plain text', { conversation: 'Oi' }, undefined],
])('the timer %s is read', (_, message, timer) => {
  expect(timerIn(received(message))).toBe(timer)
})

describe('a stored message', () => {
  test('keeps everything except thumbnails, and the original message is not changed', () => {
    const jpegThumbnail = Buffer.alloc(50_000, 1)
    const mediaKey = Buffer.from('key')
    for (const kind of ['imageMessage', 'videoMessage', 'documentMessage'] as const) {
      const message = received({ ephemeralMessage: { message: { [kind]: { jpegThumbnail, mediaKey } } } })
      const original = originalOf({ message })
      expect(original.length).toBeLessThan(200)
      const kept = proto.Message.decode(Buffer.from(original, 'base64')).ephemeralMessage?.message?.[kind]
      expect(Buffer.from(kept?.mediaKey ?? [])).toEqual(mediaKey)
      expect(message.ephemeralMessage?.message?.[kind]?.jpegThumbnail).toHaveLength(50_000)
    }
  })

  test('is empty for an empty message', () => {
    expect(originalOf({ message: null })).toBe('')
  })
})

test('texts lose control characters, which take seven bytes each in an answer, and keep tabs and line ends', () => {
  const written = `a${'\u0001'.repeat(65_000)}\u007f\u0085\tb\r\nc`
  expect(contentOf({ conversation: written })).toEqual({ type: 'text', text: 'a\tb\r\nc' })
  expect(contentOf({ imageMessage: { caption: written } })).toMatchObject({ caption: 'a\tb\r\nc' })
  expect(contentOf({ pollCreationMessage: { name: 'x', options: [{ optionName: written }] } })).toMatchObject(
    {
      items: ['a\tb\r\nc'],
    },
  )
})

test('texts of every kind of message are cleaned of half surrogates and NULs, and names of bidi controls', () => {
  const BROKEN = '\u202ea\ud83d\0b'
  const said = (message: proto.IMessage) => JSON.stringify(contentOf(message))
  const described = [
    { conversation: BROKEN },
    { extendedTextMessage: { text: BROKEN } },
    { imageMessage: { caption: BROKEN, mimetype: BROKEN } },
    { videoMessage: { caption: BROKEN } },
    { documentMessage: { fileName: BROKEN, caption: BROKEN } },
    { locationMessage: { name: BROKEN } },
    { contactMessage: { displayName: BROKEN } },
    { reactionMessage: { text: BROKEN, key: { id: BROKEN } } },
    { protocolMessage: { type: Type.REVOKE, key: { id: BROKEN } } },
    {
      protocolMessage: {
        type: Type.MESSAGE_EDIT,
        key: { id: BROKEN },
        editedMessage: { conversation: BROKEN },
      },
    },
  ].map(said)
  for (const text of described) {
    expect(text).toContain('a\ufffdb')
    expect(text).not.toMatch(/\\u(d83d|0000)/)
  }
  const [, , , , document, location, card] = described
  for (const named of [document, location, card]) expect(named).toMatch(/"(fileName|name)":"a/)
})
