import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { CheckedFile } from '@recado/fargate-session/inbound/checked-file'
import { saltInHistory } from '@recado/fargate-session/privacy-tokens/salt-in-history'
import { downloadFile } from '@recado/fargate-session/wire/download'
import '@recado/fargate-session/wire/broken-downloads'
import { downloadContentFromMessage, getMediaKeys, type MediaType, proto } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

/** Node's own, read before `broken-downloads` replaces it. Other files of this worker get it back. */
const fromWeb = await vi.hoisted(async () => (await import('node:stream')).Readable.fromWeb)
afterAll(() => {
  Readable.fromWeb = fromWeb
})

const FILE = randomBytes(300_000)
const mediaKey = randomBytes(32)

/** A file as its sender uploads it. */
async function sealed(file: Buffer, type: MediaType = 'image', isPadded = true): Promise<Buffer> {
  const { iv, cipherKey, macKey = Buffer.alloc(0) } = await getMediaKeys(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv).setAutoPadding(isPadded)
  const content = Buffer.concat([cipher.update(file), cipher.final()])
  const mac = createHmac('sha256', macKey).update(iv).update(content).digest()
  return Buffer.concat([content, mac.subarray(0, 10)])
}

/** A media host that answers as the test says. */
let answers: (response: ServerResponse) => void
let asked: string[] = []
const host = createServer(({ url = '' }, response) => {
  asked.push(url)
  answers(response)
})
let url: string
beforeAll(async () => {
  await once(host.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/v/1`
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

/** Errors without a listener. They would end the service. */
const unowned: unknown[] = []
const note = (error: unknown) => void unowned.push(error)
beforeEach(() => {
  unowned.length = 0
  process.on('uncaughtException', note)
})
afterEach(() => {
  process.off('uncaughtException', note)
  expect(unowned).toEqual([])
})

const whole = (bytes: Buffer) => (response: ServerResponse) => void response.end(bytes)
const beginning = (bytes: Buffer) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 100_000))
}
/** The host sends only the beginning. @returns resolves when the client has closed the line */
function answersHalf(bytes: Buffer): Promise<void> {
  const closed = Promise.withResolvers<void>()
  answers = (response) => {
    response.once('close', closed.resolve)
    beginning(bytes)(response)
  }
  return closed.promise
}
/** The line is cut once the client has the beginning. */
const cut = (bytes: Buffer) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': bytes.length })
  response.write(bytes.subarray(0, 100_000), () => response.socket?.destroySoon())
}
const download = async (type: MediaType = 'image') => buffer(await downloadFile(url, mediaKey, type))

describe('a download', () => {
  test('is decrypted, also in small pieces', async () => {
    answers = whole(await sealed(FILE))
    expect(await download()).toEqual(FILE)
    const small = await sealed(Buffer.from('Bom dia'))
    answers = (response) => {
      for (const byte of small) response.write(Buffer.of(byte))
      response.end()
    }
    expect(await download()).toEqual(Buffer.from('Bom dia'))
  })

  test('tells the status of a refusal', async () => {
    answers = (response) => void response.writeHead(410).end('gone')
    await expect(download()).rejects.toMatchObject({ name: 'DownloadRefused', status: 410 })
  })

  const redirects = (to: (time: number) => string) => (response: ServerResponse) =>
    void response.writeHead(302, { location: to(asked.length) }).end('elsewhere')
  const downloadFrom = async (origins?: readonly RegExp[]) => {
    asked = []
    return buffer(await downloadFile(url, mediaKey, 'image', { ...(origins && { origins }) }))
  }

  test('follows no redirect to a server that is not WhatsApp’s', async () => {
    const refused = { name: 'DownloadRefused', status: 302 }
    const { origin } = new URL(url)
    const ours = new RegExp(`^${origin}$`)
    answers = redirects(() => '/v/2')
    await expect(downloadFrom()).rejects.toMatchObject(refused)
    expect(asked).toEqual(['/v/1'])
    for (const elsewhere of [
      'http://169.254.170.2/v2/credentials',
      origin.replace('127.0.0.1', 'localhost'),
      origin.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      `http://mmg.whatsapp.net@${new URL(url).host.replace('127.0.0.1', '127.0.0.2')}/`,
      'file:///etc/passwd',
      'data:text/plain,x',
      'http://',
    ]) {
      answers = redirects(() => elsewhere)
      await expect(downloadFrom([ours]), elsewhere).rejects.toMatchObject(refused)
      expect(asked, elsewhere).toEqual(['/v/1'])
    }
  })

  test('follows redirects to WhatsApp’s servers, three at most', async () => {
    const ours = [new RegExp(`^${new URL(url).origin}$`)]
    const file = await sealed(FILE)
    answers = (response) =>
      asked.length < 4 ? redirects((time) => `/v/${time + 1}`)(response) : void response.end(file)
    expect(await downloadFrom(ours)).toEqual(FILE)
    expect(asked).toEqual(['/v/1', '/v/2', '/v/3', '/v/4'])
    answers = redirects((time) => `/v/${time + 1}`)
    await expect(downloadFrom(ours)).rejects.toMatchObject({ status: 302 })
    expect(asked).toHaveLength(4)
  })

  test('with other bytes than the sender’s is damaged', async () => {
    const file = await sealed(FILE)
    const changed = Buffer.from(file.map((byte, at) => (at === 5 ? byte ^ 1 : byte)))
    const unpadded = await sealed(Buffer.alloc(32), 'image', false)
    for (const broken of [changed, file.subarray(0, -16), unpadded, Buffer.alloc(5), Buffer.alloc(0)]) {
      answers = whole(broken)
      await expect(download()).rejects.toMatchObject({ name: 'FileDamaged' })
    }
    answers = whole(file)
    await expect(download('video')).rejects.toMatchObject({ name: 'FileDamaged' })
  })

  test('with a cut line fails for its reader alone', async () => {
    answers = cut(await sealed(FILE))
    const file = new CheckedFile('image', null)
    const ends = await Promise.allSettled([
      file.take(await downloadFile(url, mediaKey, 'image')),
      buffer(file.stream),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('that its reader gives up frees the line', async () => {
    const closed = answersHalf(await sealed(FILE))
    const checked = new CheckedFile('image', null, 20)
    const reading = buffer(checked.stream).catch(() => undefined)
    const taken = checked.take(await downloadFile(url, mediaKey, 'image'))
    await expect(taken).rejects.toThrow('The download has stalled')
    await Promise.all([closed, reading])
  })

  test('without an answer ends with its signal', async () => {
    answers = () => undefined
    const never = downloadFile(url, mediaKey, 'image', { signal: AbortSignal.timeout(20) })
    await expect(never).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('whose line goes silent ends with its signal', async () => {
    answers = beginning(await sealed(FILE))
    const silent = new AbortController()
    const stream = await downloadFile(url, mediaKey, 'image', { signal: silent.signal })
    const read = stream.toArray()
    silent.abort(new Error('Too late'))
    await expect(read).rejects.toThrow('Too late')
  })
})

describe('the salt in a history that is downloaded', () => {
  const { HistorySyncType } = proto.Message
  const history = {
    protocolMessage: {
      historySyncNotification: {
        syncType: HistorySyncType.INITIAL_BOOTSTRAP,
        directPath: '/v/history',
        mediaKey,
      },
    },
  }
  const asked: string[] = []
  beforeEach(() => {
    const real = fetch
    vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
      asked.push(address)
      return real(url, options)
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is read from WhatsApp’s media host', async () => {
    // Field 19, three bytes.
    const salt = Buffer.from([0x9a, 0x01, 3, 1, 2, 3])
    answers = whole(await sealed(deflateSync(salt), 'md-msg-hist'))
    expect(await saltInHistory(history)).toEqual(Buffer.of(1, 2, 3))
    expect(asked).toEqual(['https://mmg.whatsapp.net/v/history'])
  })

  test('is not read if the line is cut, and the error reaches the caller', async () => {
    answers = cut(await sealed(FILE, 'md-msg-hist'))
    await expect(saltInHistory(history)).rejects.toThrow('terminated')
  })
})

describe('the library’s own download', () => {
  test('with a cut line fails for its reader alone', async () => {
    answers = cut(await sealed(FILE))
    const stream = await downloadContentFromMessage({ mediaKey, url }, 'image')
    await expect(buffer(stream)).rejects.toThrow('terminated')
  })

  test('that its reader gives up frees the line', async () => {
    const closed = answersHalf(await sealed(FILE))
    const stream = await downloadContentFromMessage({ mediaKey, url }, 'image')
    stream.destroy()
    await closed
  })
})
