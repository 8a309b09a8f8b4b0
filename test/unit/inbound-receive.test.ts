import { contentOf, quotedBy } from '@recado/fargate-session/inbound/describe'
import { completed, inboundOf } from '@recado/fargate-session/inbound/receive'
import { personOf } from '@recado/fargate-session/wire/jids'
import { inboundEvent } from '@recado/shared/messages/inbound'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const OF = { companyId: 'A', connectionId: 'LOJA' }
const NOON = 1_790_000_000
const ANA = '5511955551234@s.whatsapp.net'
const ANA_LID = '777000111222@lid'

/** A message as decoded from the wire. The encoding decides the type of a field. */
const received = (message: proto.IMessage): proto.IMessage =>
  proto.Message.decode(proto.Message.encode(message).finish())
const { Type } = proto.Message.ProtocolMessage

describe('a message’s sender', () => {
  test.each<[(string | null | undefined)[], unknown]>([
    [[ANA], { number: '5511955551234' }],
    [['5511955551234:12@s.whatsapp.net'], { number: '5511955551234' }],
    [[ANA_LID], { lid: '777000111222' }],
    [[ANA_LID, ANA], { number: '5511955551234', lid: '777000111222' }],
    [[ANA, undefined], { number: '5511955551234' }],
    [['777000111222:3@lid', null], { lid: '777000111222' }],
    [['120363000@g.us'], undefined],
    [['status@broadcast'], undefined],
    [['120363000@newsletter'], undefined],
    [['@s.whatsapp.net'], undefined],
    [['@lid'], undefined],
    [['', null, undefined], undefined],
    [[], undefined],
  ])('with the addresses %j is %j', (jids, person) => {
    expect(personOf(...jids)).toEqual(person)
  })

  const aMessage = (of: Partial<WAMessage> = {}): WAMessage => ({
    key: { id: 'M1', remoteJid: ANA, fromMe: false },
    message: received({ conversation: 'Oi' }),
    messageTimestamp: NOON,
    ...of,
  })

  test('is the other person in a conversation of two, and the member in a group', () => {
    expect(inboundOf(aMessage({ pushName: 'Ana' }), OF)).toMatchObject({
      ...OF,
      kind: 'message',
      messageId: 'M1',
      fromMe: false,
      timestamp: NOON,
      name: 'Ana',
      person: { number: '5511955551234' },
    })
    const key = { id: 'M1', remoteJid: '120363000@g.us', participant: ANA_LID, participantAlt: ANA }
    expect(inboundOf(aMessage({ key }), OF)).toMatchObject({
      groupId: '120363000',
      person: { number: '5511955551234', lid: '777000111222' },
    })
  })

  test('is the author of a message through a broadcast list', () => {
    const key = { id: 'M1', remoteJid: '1234567890@broadcast', participant: ANA_LID, remoteJidAlt: ANA }
    const message = inboundOf(aMessage({ key }), OF)
    expect(message).toMatchObject({ person: { number: '5511955551234', lid: '777000111222' }, fromMe: false })
    expect(message?.groupId).toBeUndefined()
    expect(inboundOf(aMessage({ key: { ...key, fromMe: true } }), OF)).toBeUndefined()
  })

  test('an unreadable message has a text of its own', () => {
    const key = { id: 'M1', remoteJid: ANA, fromMe: false }
    const unread = { message: null, messageStubType: 2 }
    expect(inboundOf(aMessage({ key, ...unread }), OF)?.content).toMatchObject({ about: 'unreadable' })
    const once = { ...key, isViewOnce: true }
    expect(inboundOf(aMessage({ key: once, ...unread }), OF)?.content).toMatchObject({ about: 'view-once' })
  })

  test('has a name without unstorable characters and bidi marks', () => {
    const key = { id: 'M1\0', remoteJid: ANA, fromMe: false }
    const message = { extendedTextMessage: { text: 'a\ud83db\0\u202e', contextInfo: { stanzaId: 'Q\0' } } }
    expect(inboundOf(aMessage({ key, message, pushName: '\u202eanA\ude00' }), OF)).toMatchObject({
      messageId: 'M1',
      quoted: 'Q',
      name: 'anA\ufffd',
      content: { type: 'text', text: 'a\ufffdb\u202e' },
    })
  })

  test('is undefined if the stanza is not a message to this account', () => {
    const none = [
      aMessage({ key: { id: 'M1', remoteJid: 'status@broadcast', participant: ANA } }),
      aMessage({ key: { id: 'M1', remoteJid: '120363000@g.us' } }),
      aMessage({ key: { id: 'M1', remoteJid: '120363000@newsletter' } }),
      aMessage({ key: { id: 'M1' } }),
      aMessage({ key: { remoteJid: ANA } }),
      aMessage({ key: {} }),
      aMessage({ message: null }),
      aMessage({ message: {} }),
      aMessage({ message: received({ protocolMessage: {} }) }),
    ]
    for (const message of none) expect(inboundOf(message, OF)).toBeUndefined()
  })

  test('is completed only by the known number of the LID', async () => {
    const known = async (lid: string) => (lid === ANA_LID ? ANA : null)
    expect(await completed({ lid: '777000111222' }, known)).toEqual({
      number: '5511955551234',
      lid: '777000111222',
    })
    expect(await completed({ lid: '1' }, known)).toEqual({ lid: '1' })
    expect(await completed({ number: '55119' }, () => Promise.reject(new Error('asked')))).toEqual({
      number: '55119',
    })
  })
})

describe('any incoming bytes', () => {
  const kinds = [
    'imageMessage',
    'videoMessage',
    'audioMessage',
    'documentMessage',
    'stickerMessage',
    'extendedTextMessage',
    'locationMessage',
    'contactMessage',
    'contactsArrayMessage',
    'reactionMessage',
    'protocolMessage',
    'pollCreationMessage',
    'senderKeyDistributionMessage',
    'ephemeralMessage',
    'viewOnceMessage',
    'documentWithCaptionMessage',
    'editedMessage',
  ]
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 20 }),
  )
  /** The fields that the description reads, with arbitrary values. */
  const part = fc.dictionary(
    fc.constantFrom(
      'text',
      'caption',
      'mimetype',
      'fileLength',
      'seconds',
      'ptt',
      'fileName',
      'vcard',
      'displayName',
      'degreesLatitude',
      'degreesLongitude',
      'name',
      'address',
      'jpegThumbnail',
      'type',
    ),
    anything,
  )
  const { message } = fc.letrec<{ message: Record<string, unknown>; part: unknown }>((tie) => ({
    message: fc.dictionary(fc.constantFrom('conversation', ...kinds), tie('part'), { maxKeys: 3 }),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      part,
      anything,
      tie('message').map((inner) => ({ message: inner })),
      tie('message').map((editedMessage) => ({ key: { id: 'M1' }, type: Type.MESSAGE_EDIT, editedMessage })),
      fc.record({ key: fc.record({ id: anything }), contextInfo: fc.record({ stanzaId: anything }) }),
    ),
  }))

  /** The worker's schema accepts every queued message. */
  function isTaken(of: proto.IMessage): void {
    const event = inboundOf({ key: { id: 'M1', remoteJid: ANA }, message: of, messageTimestamp: NOON }, OF)
    if (event) inboundEvent.parse(JSON.parse(JSON.stringify({ ...event, at: 0 })))
  }

  test('that decode to a message never break its description', () => {
    const decoded = fc.uint8Array({ maxLength: 200 }).map((bytes) => {
      try {
        return proto.Message.decode(bytes)
      } catch {
        return {}
      }
    })
    fc.assert(fc.property(decoded, isTaken), { numRuns: 3000 })
  })

  test('with arbitrary values in any field never break the description', () => {
    let described = 0
    fc.assert(
      fc.property(message, (fields) => {
        let of: proto.IMessage
        try {
          of = received(proto.Message.fromObject(fields))
        } catch {
          return
        }
        if (contentOf(of)) described++
        quotedBy(of)
        isTaken(of)
      }),
      { numRuns: 3000 },
    )
    expect(described).toBeGreaterThan(300)
  })
})
