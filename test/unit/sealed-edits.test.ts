import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { contentOf } from '@recado/fargate-session/inbound/describe'
import { SealedEdits } from '@recado/fargate-session/inbound/sealed-edits'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'

const LID = '271512345678901@lid'
const NUMBER = '5511987654321@s.whatsapp.net'
const SECRET = randomBytes(32)
const KEY = { remoteJid: LID, fromMe: false }
const EDIT = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT

/** An edit of the message `FIRST`, sealed by this writer with this secret. */
function sealed(plain: Uint8Array, writer = LID, secret = SECRET): WAMessage {
  const info = `FIRST${writer}${writer}Message Edit`
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(32), info, 32))
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, encIv)
  const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const targetMessageKey = { ...KEY, id: 'FIRST' }
  const secretEncryptedMessage = { targetMessageKey, encIv, encPayload, secretEncType: EDIT }
  return { key: { ...KEY, id: 'EDIT' }, message: { secretEncryptedMessage } }
}

const textOf = (text: string) =>
  proto.Message.encode({ protocolMessage: { editedMessage: { conversation: text } } }).finish()
const first = { conversation: 'às 9?', messageContextInfo: { messageSecret: SECRET } }
const stored = Buffer.from(proto.Message.encode(first).finish()).toString('base64')
const none = async () => undefined
const shown = async (edits: SealedEdits, message: WAMessage) =>
  contentOf((await edits.opened(message, [LID, NUMBER])).message ?? {})

const EDITED = { type: 'edit', target: 'FIRST', text: 'às 8?' }
const UNREADABLE = { type: 'notice', about: 'unreadable', text: '', items: [] }

test.each([LID, NUMBER])(
  'an edit sealed by %s is opened with the secret of the stored message',
  async (by) => {
    const edits = new SealedEdits(async ({ fromMe }, id) => (!fromMe && id === 'FIRST' ? stored : undefined))
    expect(await shown(edits, sealed(textOf('às 8?'), by))).toEqual(EDITED)
  },
)

test('an edit that comes before its message is stored is opened too', async () => {
  const edits = new SealedEdits(none)
  await edits.opened({ key: { ...KEY, id: 'FIRST' }, message: first }, [LID])
  expect(await shown(edits, sealed(textOf('às 8?')))).toEqual(EDITED)
})

test.each([
  ['whose message is unknown', new SealedEdits(none), sealed(textOf('às 8?'))],
  ['of another writer', new SealedEdits(async () => stored), sealed(textOf('às 8?'), '1@lid')],
  ['with another secret', new SealedEdits(async () => stored), sealed(textOf('às 8?'), LID, randomBytes(32))],
  ['that holds no message', new SealedEdits(async () => stored), sealed(Buffer.from([0xff, 0xff, 0xff]))],
])('an edit %s is shown as unreadable', async (_, edits, message) => {
  expect(await shown(edits, message)).toEqual(UNREADABLE)
})
