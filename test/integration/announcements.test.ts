import { IMAGE_MAX_BYTES } from '@recado/shared/announcements/announcement'
import { newId } from '@recado/shared/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { uploaded } from '../support/uploads.ts'

interface Announced {
  id: string
  title: string
  text: string
  priority: number
  status: boolean
  mediaName: string | null
  mediaPath: string | null
  mediaUrl?: string | null
}
interface AnnouncementPage {
  records: Announced[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}

let system: RunningSystem
let principals: Principals
let operator: ApiClient
let user: ApiClient
let other: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  operator = await ApiClient.signIn(system.origin, 'super@demo.test')
  user = await principals.signedIn(await principals.company(), { profile: 'user' })
  other = await principals.signedIn(await principals.company())
})
afterAll(() => system.stop())
beforeEach(async () => {
  for (const { id } of (await list(operator)).records) await operator.done('DELETE', `/announcements/${id}`)
})

const list = (client: ApiClient, query = '') => client.done<AnnouncementPage>('GET', `/announcements${query}`)
const announce = (more: object = {}) =>
  operator.done<Announced>('POST', '/announcements', { title: 'Manutenção', text: 'Domingo às 3h', ...more })

const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
  8, 6, 0, 0, 0,
])
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])
const formWith = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: 'image/png' }), name)
  return form
}
const sendImage = (id: string, bytes: Uint8Array<ArrayBuffer>, name = 'aviso.png') =>
  operator.send<Announced>('POST', `/announcements/${id}/media-upload`, formWith(bytes, name))

const NO_ANNOUNCEMENT = { status: 404, body: { error: 'ERR_NO_ANNOUNCEMENT_FOUND' } }

describe('an announcement', () => {
  test('is of low priority and active where nothing else is said', async () => {
    const input = { title: ' Novidade ', text: 'Agora com etiquetas' }
    const { status, body } = await operator.send<Announced>('POST', '/announcements', input)
    expect(status).toBe(201)
    expect(body).toMatchObject({ title: 'Novidade', priority: 3, status: true, mediaName: null })
  })

  test('is read by everybody of every company, and changed by operators alone', async () => {
    const made = await announce()
    for (const client of [user, other, operator]) {
      expect((await list(client)).records).toEqual([made])
      expect(await client.done('GET', `/announcements/${made.id}`)).toEqual({ ...made, mediaUrl: null })
    }
    const change = { title: 'Outro', text: 'Outro', priority: 1, status: true }
    for (const [method, path, body] of [
      ['POST', '/announcements', change],
      ['PUT', `/announcements/${made.id}`, change],
      ['DELETE', `/announcements/${made.id}`],
      ['POST', `/announcements/${made.id}/media-upload`, { uploadId: newId() }],
      ['DELETE', `/announcements/${made.id}/media-upload`],
    ] as const)
      expect(await other.send(method, path, body), path).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    const changed = await operator.done<Announced>('PUT', `/announcements/${made.id}`, change)
    expect(changed).toMatchObject(change)
    expect((await list(user)).records).toEqual([changed])
    expect((await operator.send('DELETE', `/announcements/${made.id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE'] as const)
      expect(await operator.send(method, `/announcements/${made.id}`)).toMatchObject(NO_ANNOUNCEMENT)
    expect(await list(user)).toMatchObject({ records: [], count: 0 })
  })

  test('that is not active is there for operators alone, whatever others ask for', async () => {
    const { id } = await announce({ status: false })
    await announce({ title: 'Ativo' })
    for (const query of ['', '?status=true', '?status=false'])
      expect((await list(user, query)).records.map(({ title }) => title)).toEqual(['Ativo'])
    expect(await user.send('GET', `/announcements/${id}`)).toMatchObject(NO_ANNOUNCEMENT)
    expect((await list(operator)).count).toBe(2)
    expect((await list(operator, '?status=false')).records.map((one) => one.id)).toEqual([id])
  })

  test.each([
    ['no title', { title: ' ' }],
    ['a long title', { title: 'a'.repeat(201) }],
    ['no text', { text: '' }],
    ['a priority that is none', { priority: 4 }],
    ['a priority that is text', { priority: '1' }],
    ['a status that is text', { status: 'Ativo' }],
    ['a field nobody knows', { mediaPath: 'PLATFORM/announcements/x' }],
  ])('with %s is refused', async (_, more) => {
    const input = { title: 'Manutenção', text: 'Domingo', ...more }
    expect(await operator.send('POST', '/announcements', input)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect((await list(operator)).count).toBe(0)
  })
})

test('the list goes page by page, newest first, and is searched in title and text', async () => {
  for (let at = 1; at <= 21; at++) await announce({ title: `Aviso ${String(at).padStart(2, '0')}` })
  const first = await list(user)
  expect([first.records.length, first.count, first.hasMore]).toEqual([20, 21, true])
  const second = await list(user, `?cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
  expect(second.records.map(({ title }) => title)).toEqual(['Aviso 01'])
  expect((await list(user, '?pageNumber=2')).records).toEqual(second.records)
  await announce({ title: 'Outro', text: 'Preço NOVO' })
  expect((await list(user, '?searchParam=preço%20novo')).records.map(({ title }) => title)).toEqual(['Outro'])
  expect(await list(user, '?searchParam=aviso%202')).toMatchObject({ count: 2 })
})

describe('its image', () => {
  test.each([
    ['PNG', PNG, 'image/png'],
    ['JPEG', JPEG, 'image/jpeg'],
  ])(
    'is a %s by its content, whatever it is called, and is fetched as what it is',
    async (_, bytes, type) => {
      const { id } = await announce()
      const { status, body } = await sendImage(id, bytes, '..\\pasta\\aviso.html')
      expect([status, body.mediaName]).toEqual([200, 'aviso.html'])
      const { mediaUrl } = await user.done<Announced>('GET', `/announcements/${id}`)
      const fetched = await fetch(mediaUrl ?? '')
      expect(fetched.headers.get('content-type')).toBe(type)
      expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(bytes)
      expect(new URL(mediaUrl ?? '').searchParams.get('X-Amz-Expires')).toBe('300')
    },
  )

  test('goes straight to storage where it is large, as large as 5 MB', async () => {
    const { id } = await announce()
    const bytes = new Uint8Array(IMAGE_MAX_BYTES)
    bytes.set(PNG)
    const uploadId = await uploaded(operator, bytes)
    const path = `/announcements/${id}/media-upload`
    const { status } = await operator.send('POST', path, { uploadId, fileName: 'grande.png' })
    expect(status).toBe(200)
    const tooLarge = new Uint8Array(IMAGE_MAX_BYTES + 1)
    tooLarge.set(PNG)
    expect(await operator.send('POST', path, { uploadId: await uploaded(operator, tooLarge) })).toMatchObject(
      { status: 413, body: { error: 'ERR_IMAGE_TOO_LARGE' } },
    )
    const theirs = await uploaded(other, PNG)
    expect(await operator.send('POST', path, { uploadId: theirs })).toMatchObject({
      status: 400,
      body: { error: 'ERR_NO_FILE' },
    })
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a GIF', 'GIF89a'],
    ['a page', '<!doctype html>'],
    ['half of a signature', '\x89PNG'],
  ])('is refused where it is %s under the name of a PNG', async (_, text) => {
    const { id } = await announce()
    expect(await sendImage(id, Uint8Array.from(Buffer.from(text, 'latin1')))).toMatchObject({
      status: 422,
      body: { error: 'ERR_IMAGE_TYPE' },
    })
    expect((await list(operator)).records[0]?.mediaPath).toBeNull()
  })

  test('is replaced, taken away, and gone with its announcement', async () => {
    const { id } = await announce()
    const addressOf = async () => (await user.done<Announced>('GET', `/announcements/${id}`)).mediaUrl ?? ''
    await sendImage(id, PNG)
    const first = await addressOf()
    await sendImage(id, JPEG)
    expect((await fetch(first)).status).toBe(404)
    const second = await addressOf()
    const without = await operator.done<Announced>('DELETE', `/announcements/${id}/media-upload`)
    expect([without.mediaName, without.mediaPath]).toEqual([null, null])
    expect((await fetch(second)).status).toBe(404)
    await sendImage(id, PNG)
    const third = await addressOf()
    await operator.done('DELETE', `/announcements/${id}`)
    expect((await fetch(third)).status).toBe(404)
    expect(await sendImage(id, PNG)).toMatchObject(NO_ANNOUNCEMENT)
  })
})

describe('everybody hears of it at once', () => {
  const CHANNEL = 'company-announcement'

  test('in every company, on the one channel that is no company’s', async () => {
    const sockets = [await LiveSocket.open(user), await LiveSocket.open(other)]
    const made = await announce({ priority: 1 })
    for (const socket of sockets) {
      const frame = await socket.frame('created', ({ action }) => action === 'create')
      expect(frame).toEqual({ channel: CHANNEL, action: 'create', record: made })
    }
    const change = { title: 'Adiada', text: 'Segunda', priority: 2, status: true }
    const changed = await operator.done('PUT', `/announcements/${made.id}`, change)
    for (const socket of sockets) {
      const frame = await socket.frame('changed', ({ action }) => action === 'update')
      expect(frame).toEqual({ channel: CHANNEL, action: 'update', record: changed })
    }
    await operator.done('DELETE', `/announcements/${made.id}`)
    for (const socket of sockets) {
      const frame = await socket.frame('deleted', ({ action }) => action === 'delete')
      expect(frame).toEqual({ channel: CHANNEL, action: 'delete', id: made.id })
      socket.close()
    }
  })

  test('but of one that is not active nothing is told, and one that is so no longer is gone', async () => {
    const socket = await LiveSocket.open(user)
    await announce({ title: 'Rascunho', status: false })
    const { id } = await announce({ title: 'Ativo' })
    await socket.frame('the active one', ({ action }) => action === 'create')
    await operator.done('PUT', `/announcements/${id}`, { title: 'Segredo', text: 'Segredo', status: false })
    const gone = await socket.frame('the end of it', ({ action }) => action === 'delete')
    expect(gone).toEqual({ channel: CHANNEL, action: 'delete', id })
    expect(JSON.stringify(socket.frames)).not.toMatch(/Rascunho|Segredo/)
    socket.close()
  })
})
