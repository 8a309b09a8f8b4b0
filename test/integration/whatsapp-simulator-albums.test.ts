import { sample } from '@recado/whatsapp-simulator/media/samples'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import type { ControlError } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { downloadMediaMessage, proto } from '@whiskeysockets/baileys'
import { beforeEach, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const { MEDIA_ALBUM } = proto.MessageAssociation.AssociationType

const on = simulated({ [ANA]: 'Ana' })
let company: Company
beforeEach(async () => {
  company = await Company.linked(on.simulator, COMPANY)
})

/** The company's messages, without the parts of the history. */
const arrived = () => company.received.filter(({ message }) => message && !message.protocolMessage)

const parentOf = (message: proto.IMessage | null | undefined) => {
  const { associationType, parentMessageKey } = message?.messageContextInfo?.messageAssociation ?? {}
  return [associationType, parentMessageKey?.id]
}

test('a person sends an album: its head, then each file as a message that names the head', async () => {
  const own = Buffer.from('bytes of a photo')
  const { id, files } = await on.control.writesAlbum(ANA, COMPANY, [
    { caption: 'Frente' },
    { file: own.toString('base64'), mimetype: 'image/png' },
    { type: 'video', seconds: 4 },
  ])
  const [first = '', second = '', third = ''] = files
  const head = await company.receives(id)
  const one = await company.receives(first)
  const two = await company.receives(second)
  const three = await company.receives(third)
  expect(arrived().map(({ key }) => key.id)).toEqual([id, first, second, third])
  expect(head.message?.albumMessage).toMatchObject({ expectedImageCount: 2, expectedVideoCount: 1 })
  expect(one.message?.imageMessage).toMatchObject({ caption: 'Frente', mimetype: 'image/jpeg' })
  expect(three.message?.videoMessage).toMatchObject({ seconds: 4 })
  for (const { message } of [one, two, three]) expect(parentOf(message)).toEqual([MEDIA_ALBUM, id])
  expect(two.message?.messageContextInfo?.messageAssociation?.parentMessageKey).toMatchObject({
    fromMe: true,
    remoteJid: company.credentials.me?.lid?.replace(/:\d+/, ''),
  })
  expect(await downloadMediaMessage(two, 'buffer', {})).toEqual(own)
  expect(await on.control.messages(ANA)).toMatchObject([
    { id, type: 'album', expected: { images: 2, videos: 1 } },
    { id: first, type: 'image', caption: 'Frente', album: id },
    { id: second, type: 'image', album: id, bytes: own.length },
    { id: third, type: 'video', album: id },
  ])
})

test('a person sends an album into a group, as an answer', async () => {
  const group = await on.control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA] })
  const question = await company.receives(await on.control.write(COMPANY, group, 'Fotos?'))
  const answer = { to: group, type: 'album', files: [{}, {}], quoted: question.key.id }
  await on.control.call('POST', `/phones/${ANA}/messages`, answer)
  await until('all have come', () => arrived().length === 4)
  const [, head, one, two] = arrived()
  expect(head?.message?.albumMessage).toMatchObject({
    expectedImageCount: 2,
    contextInfo: { stanzaId: question.key.id },
  })
  expect(head?.key).toMatchObject({ remoteJid: group, fromMe: false })
  const key = { remoteJid: group, id: head?.key.id, participant: head?.key.participant }
  for (const child of [one, two]) {
    expect(child?.message?.messageContextInfo?.messageAssociation?.parentMessageKey).toMatchObject(key)
  }
})

test('a phone recognises a company’s album', async () => {
  const { key } = await company.receives(await on.control.write(ANA, COMPANY, 'Oi'))
  const head = await company.sendContent(ANA, { album: { expectedImageCount: 2, expectedVideoCount: 0 } })
  const albumParentKey = { id: head, fromMe: true, remoteJid: key.remoteJid }
  for (const caption of ['Um', 'Dois']) {
    await company.sendContent(ANA, { image: await sample('image'), caption, albumParentKey })
  }
  const seen = await until('Ana has all', async () => {
    const messages = await on.control.messages(ANA)
    return messages.length === 4 && messages.slice(1)
  })
  expect(seen).toMatchObject([
    { id: head, type: 'album', expected: { images: 2, videos: 0 } },
    { type: 'image', caption: 'Um', album: head },
    { type: 'image', caption: 'Dois', album: head },
  ])
})

test.each([
  ['one file', [{}]],
  ['a document', [{}, { type: 'document' }]],
  ['an empty file', [{}, { file: '' }]],
])('an album cannot have %s', async (_, files) => {
  await expect(on.control.writesAlbum(ANA, COMPANY, files)).rejects.toEqual(
    expect.objectContaining<Partial<ControlError>>({ status: 400, code: 'ERR_INVALID_INPUT' }),
  )
  expect(await on.control.messages(ANA)).toEqual([])
})
