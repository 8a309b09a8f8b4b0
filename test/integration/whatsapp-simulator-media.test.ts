import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type SampleKind, sample } from '@recado/whatsapp-simulator/media/samples'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { type ControlError, controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import {
  type AnyMessageContent,
  downloadContentFromMessage,
  downloadMediaMessage,
} from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const OPUS = 'audio/ogg; codecs=opus'

vi.setConfig({ testTimeout: 30_000 })

let simulator: Simulator
let control: ReturnType<typeof controlOf>
let company: Company
let dataFolder: string

beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'whatsapp-simulator-'))
  simulator = await startSimulator({ dataFolder })
  control = controlOf(simulator)
  await control.declare(ANA, 'Ana')
  company = await Company.linked(simulator, COMPANY)
})

afterEach(async () => {
  await simulator.stop()
  await rm(dataFolder, { recursive: true, force: true })
})

const refused = (status: number, code: string) =>
  expect.objectContaining<Partial<ControlError>>({ status, code })

const atAna = (id: string) =>
  until('Ana has the message', async () => (await control.messages(ANA)).find((message) => message.id === id))

describe('files that a company sends', () => {
  test('an image is uploaded encrypted, and the phone opens what was sent', async () => {
    const image = await sample('image')
    const id = await company.sendContent(ANA, { image, caption: 'Nossa loja' })
    expect(await atAna(id)).toEqual({
      id,
      chat: COMPANY,
      from: COMPANY,
      fromMe: false,
      type: 'image',
      caption: 'Nossa loja',
      bytes: image.length,
      at: expect.any(String),
    })
    expect(await control.file(ANA, id)).toEqual({ bytes: image, mimetype: 'image/jpeg' })
    // The own phone has the copy, and opens the same file.
    expect((await control.file(COMPANY, id)).bytes).toEqual(image)
  })

  const SENT: { type: SampleKind; mimetype: string; content(bytes: Buffer): AnyMessageContent }[] = [
    { type: 'video', mimetype: 'video/mp4', content: (video) => ({ video, mimetype: 'video/mp4' }) },
    { type: 'audio', mimetype: 'audio/mp4', content: (audio) => ({ audio, mimetype: 'audio/mp4' }) },
    { type: 'voice', mimetype: OPUS, content: (audio) => ({ audio, mimetype: OPUS, ptt: true, seconds: 3 }) },
    {
      type: 'document',
      mimetype: 'application/pdf',
      content: (document) => ({ document, mimetype: 'application/pdf', fileName: 'preços.pdf' }),
    },
    { type: 'sticker', mimetype: 'image/webp', content: (sticker) => ({ sticker }) },
  ]
  test.each(SENT)('a company’s $type reaches the phone', async ({ type, mimetype, content }) => {
    const bytes = await sample(type)
    const id = await company.sendContent(ANA, content(bytes))
    expect(await atAna(id)).toMatchObject({ type, bytes: bytes.length })
    expect(await control.file(ANA, id)).toEqual({ bytes, mimetype })
  })

  test('a file of ninety megabytes passes through whole', {
    timeout: 120_000,
  }, async () => {
    const file = path.join(dataFolder, 'large.bin')
    const block = randomBytes(1024 * 1024)
    await pipeline(async function* () {
      for (let index = 0; index < 90; index++) yield block
    }, createWriteStream(file))
    const id = await company.sendContent(ANA, {
      document: { url: file },
      mimetype: 'application/zip',
      fileName: 'backup.zip',
    })
    expect(await atAna(id)).toMatchObject({
      type: 'document',
      fileName: 'backup.zip',
      bytes: 90 * block.length,
    })
    const response = await fetch(`${simulator.url}/simulator/api/phones/${ANA}/messages/${id}/file`)
    const received = createHash('sha256')
    for await (const chunk of response.body ?? []) received.update(chunk)
    const sent = createHash('sha256')
    for await (const chunk of createReadStream(file)) sent.update(chunk)
    expect(received.digest('hex')).toBe(sent.digest('hex'))
  })

  test('an upload refused by the media host fails until the fault is cleared', async () => {
    await control.fault({ kind: 'uploadStatus', status: 500 })
    const image = await sample('image')
    await expect(company.sendContent(ANA, { image })).rejects.toThrow('Media upload failed on all hosts')
    await control.fault({ kind: 'clear' })
    await atAna(await company.sendContent(ANA, { image }))
  })

  test('the media host takes only files with the announced hash and size', async () => {
    const upload = (hash: string, body: Uint8Array) =>
      fetch(`${simulator.url}/mms/document/${hash}?auth=simulator&token=${hash}`, { method: 'POST', body })
    const content = Buffer.from('conteúdo')
    const hash = createHash('sha256').update(content).digest('base64url')
    const uploaded = z.object({ url: z.string(), direct_path: z.string() })
    const answer = uploaded.parse(await (await upload(hash, content)).json())
    expect(answer).toEqual({
      url: `${simulator.url}${answer.direct_path}`,
      direct_path: expect.stringMatching(/^\/v\/[0-9a-f]{64}$/),
    })
    expect((await upload(hash, Buffer.from('outro'))).status).toBe(400)
    const part = await fetch(answer.url, { headers: { range: 'bytes=4-7' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(4, 8)])
    expect((await fetch(`${simulator.url}/v/${'0'.repeat(64)}`)).status).toBe(404)
    expect((await fetch(`${simulator.url}/v/..%2f..%2fsimulator.db`)).status).toBe(404)
  })
})

describe('files that people send', () => {
  test.each([
    ['image', 'imageMessage'],
    ['video', 'videoMessage'],
    ['audio', 'audioMessage'],
    ['voice', 'audioMessage'],
    ['document', 'documentMessage'],
    ['sticker', 'stickerMessage'],
  ] as const)('a company downloads and decrypts a person’s %s', async (type, field) => {
    const message = await company.receives(await control.writes(ANA, COMPANY, { type }))
    expect(message.message?.[field]).toBeTruthy()
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(await sample(type))
    expect(message.message?.audioMessage?.ptt ?? false).toBe(type === 'voice')
  })

  test('a person’s own file keeps its name, type and caption', async () => {
    const file = Buffer.from('id;nome\n1;Ana\n')
    const id = await control.writes(ANA, COMPANY, {
      type: 'document',
      file: file.toString('base64'),
      fileName: 'clientes.csv',
      mimetype: 'text/csv',
      caption: 'A lista',
    })
    const message = await company.receives(id)
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(file)
    expect(message.message?.documentMessage).toMatchObject({
      fileName: 'clientes.csv',
      mimetype: 'text/csv',
      caption: 'A lista',
    })
    expect(await control.file(ANA, id)).toEqual({ bytes: file, mimetype: 'text/csv' })
  })

  test('a file in a group is still there after a restart', async () => {
    const group = await control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA] })
    const id = await control.writes(ANA, group, { type: 'image', caption: 'Olhem' })
    const message = await company.receives(id)
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(await sample('image'))
    await company.leave()
    const { port } = simulator
    await simulator.stop()
    simulator = await startSimulator({ dataFolder, port })
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(await sample('image'))
    expect((await control.file(COMPANY, id)).bytes).toEqual(await sample('image'))
  })

  test('another company gets a file by its full address', async () => {
    const other = await Company.linked(simulator, '5511900000002', 'Outra')
    const image = await sample('image')
    const { message } = await other.receives(await company.sendContent('5511900000002', { image }))
    const { mediaKey, url } = message?.imageMessage ?? {}
    const file = await downloadContentFromMessage({ mediaKey, url }, 'image')
    expect(await buffer(file)).toEqual(image)
  })

  test('an invalid or unknown file is refused', async () => {
    const text = await control.write(ANA, COMPANY, 'oi')
    await expect(control.file(COMPANY, text)).rejects.toEqual(refused(404, 'ERR_FILE_NOT_FOUND'))
    await expect(control.file(COMPANY, 'UNKNOWN')).rejects.toEqual(refused(404, 'ERR_MESSAGE_NOT_FOUND'))
    for (const file of ['', 'not base64!', 'AAA'])
      await expect(control.writes(ANA, COMPANY, { type: 'image', file })).rejects.toEqual(
        refused(400, 'ERR_INVALID_INPUT'),
      )
  })
})
