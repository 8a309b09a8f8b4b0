import { IMAGE_MAX_BYTES } from '@recado/shared/announcements/announcement'
import { newId } from '@recado/shared/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { ownSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { system, principals } = ownSystem()
let operator: ApiClient
let user: ApiClient
let other: ApiClient

beforeAll(async () => {
  operator = await ApiClient.signIn(system.origin, 'super@demo.test')
  user = await principals.signedIn(await principals.company(), { profile: 'user' })
  other = await principals.signedIn(await principals.company())
})
beforeEach(async () => {
  for (const { id } of (await list(operator)).records)
    await operator.call('deleteAnnouncement', { announcementId: id })
})

const list = (client: ApiClient, query: RequestTo<'listAnnouncements'> = {}) =>
  client.call('listAnnouncements', query)
const announce = (more: Partial<RequestTo<'createAnnouncement'>> = {}) =>
  operator.call('createAnnouncement', { title: 'Manutenção', text: 'Domingo às 3h', ...more })

const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
  8, 6, 0, 0, 0,
])
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])
const sendImage = (announcementId: string, bytes: Uint8Array<ArrayBuffer>, name = 'aviso.png') =>
  operator.attempt('uploadAnnouncementMedia', {
    announcementId,
    file: new File([bytes], name, { type: 'image/png' }),
  })

const NO_ANNOUNCEMENT = { status: 404, body: { error: 'ERR_NO_ANNOUNCEMENT_FOUND' } }

describe('an announcement', () => {
  test('an announcement has low priority and is active by default', async () => {
    const input = { title: ' Novidade ', text: 'Agora com etiquetas' }
    const { status, body } = await operator.attempt('createAnnouncement', input)
    expect(status).toBe(201)
    expect(body).toMatchObject({ title: 'Novidade', priority: 3, status: true, mediaName: null })
  })

  test('users of every company read an announcement, and only operators change it', async () => {
    const made = await announce()
    for (const client of [user, other, operator]) {
      expect((await list(client)).records).toEqual([made])
      expect(await client.call('getAnnouncement', { announcementId: made.id })).toEqual({
        ...made,
        mediaUrl: null,
      })
    }
    const change = { title: 'Outro', text: 'Outro', priority: 1, status: true } as const
    const of = { announcementId: made.id }
    const answers = {
      createAnnouncement: await other.attempt('createAnnouncement', change),
      updateAnnouncement: await other.attempt('updateAnnouncement', { ...of, ...change }),
      deleteAnnouncement: await other.attempt('deleteAnnouncement', of),
      uploadAnnouncementMedia: await other.attempt('uploadAnnouncementMedia', { ...of, uploadId: newId() }),
      deleteAnnouncementMedia: await other.attempt('deleteAnnouncementMedia', of),
    }
    for (const [call, answer] of Object.entries(answers))
      expect(answer, call).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    const changed = await operator.call('updateAnnouncement', { announcementId: made.id, ...change })
    expect(changed).toMatchObject(change)
    expect((await list(user)).records).toEqual([changed])
    expect((await operator.attempt('deleteAnnouncement', { announcementId: made.id })).status).toBe(204)
    expect(await operator.attempt('getAnnouncement', of)).toMatchObject(NO_ANNOUNCEMENT)
    expect(await operator.attempt('deleteAnnouncement', of)).toMatchObject(NO_ANNOUNCEMENT)
    expect(await list(user)).toMatchObject({ records: [], count: 0 })
  })

  test('only operators see an inactive announcement', async () => {
    const { id } = await announce({ status: false })
    await announce({ title: 'Ativo' })
    for (const query of [{}, { status: 'true' }, { status: 'false' }] as const)
      expect((await list(user, query)).records.map(({ title }) => title)).toEqual(['Ativo'])
    expect(await user.attempt('getAnnouncement', { announcementId: id })).toMatchObject(NO_ANNOUNCEMENT)
    expect((await list(operator)).count).toBe(2)
    expect((await list(operator, { status: 'false' })).records.map((one) => one.id)).toEqual([id])
  })

  test.each([
    ['no title', { title: ' ' }],
    ['a long title', { title: 'a'.repeat(201) }],
    ['no text', { text: '' }],
    ['a priority that is none', { priority: 4 }],
    ['a priority that is text', { priority: '1' }],
    ['a status that is text', { status: 'Ativo' }],
    ['a field nobody knows', { mediaPath: 'PLATFORM/announcements/x' }],
  ])('an announcement with %s is refused', async (_, more) => {
    const input = { title: 'Manutenção', text: 'Domingo', ...more }
    expect(await operator.send('POST', '/announcements', input)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect((await list(operator)).count).toBe(0)
  })
})

test('announcements come newest first in pages, and search looks in title and text', async () => {
  for (let at = 1; at <= 21; at++) await announce({ title: `Aviso ${String(at).padStart(2, '0')}` })
  const first = await list(user)
  expect([first.records.length, first.count, first.hasMore]).toEqual([20, 21, true])
  const second = await list(user, { cursor: first.nextCursor ?? '' })
  expect(second.records.map(({ title }) => title)).toEqual(['Aviso 01'])
  expect((await list(user, { pageNumber: 2 })).records).toEqual(second.records)
  await announce({ title: 'Outro', text: 'Preço NOVO' })
  expect((await list(user, { searchParam: 'preço novo' })).records.map(({ title }) => title)).toEqual([
    'Outro',
  ])
  expect(await list(user, { searchParam: 'aviso 2' })).toMatchObject({ count: 2 })
})

describe('the image of an announcement', () => {
  test.each([
    ['PNG', PNG, 'image/png'],
    ['JPEG', JPEG, 'image/jpeg'],
  ])('an image is recognised as %s by its content and served with that type', async (_, bytes, type) => {
    const { id } = await announce()
    expect(await sendImage(id, bytes, '..\\pasta\\aviso.html')).toMatchObject({
      status: 200,
      body: { mediaName: 'aviso.html' },
    })
    const { mediaUrl } = await user.call('getAnnouncement', { announcementId: id })
    const fetched = await fetch(mediaUrl ?? '')
    expect(fetched.headers.get('content-type')).toBe(type)
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(bytes)
    expect(new URL(mediaUrl ?? '').searchParams.get('X-Amz-Expires')).toBe('300')
  })

  test('an image of up to 5 MB goes through an upload', async () => {
    const { id } = await announce()
    const bytes = new Uint8Array(IMAGE_MAX_BYTES)
    bytes.set(PNG)
    const uploadId = await uploaded(operator, bytes)
    const of = { announcementId: id }
    await operator.call('uploadAnnouncementMedia', { ...of, uploadId, fileName: 'grande.png' })
    const tooLarge = new Uint8Array(IMAGE_MAX_BYTES + 1)
    tooLarge.set(PNG)
    expect(
      await operator.attempt('uploadAnnouncementMedia', {
        ...of,
        uploadId: await uploaded(operator, tooLarge),
      }),
    ).toMatchObject({ status: 413, body: { error: 'ERR_IMAGE_TOO_LARGE' } })
    const theirs = await uploaded(other, PNG)
    expect(await operator.attempt('uploadAnnouncementMedia', { ...of, uploadId: theirs })).toMatchObject({
      status: 400,
      body: { error: 'ERR_NO_FILE' },
    })
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a GIF', 'GIF89a'],
    ['a page', '<!doctype html>'],
    ['half of a signature', '\x89PNG'],
  ])('%s named .png is refused as an image', async (_, text) => {
    const { id } = await announce()
    expect(await sendImage(id, Uint8Array.from(Buffer.from(text, 'latin1')))).toMatchObject({
      status: 422,
      body: { error: 'ERR_IMAGE_TYPE' },
    })
    expect((await list(operator)).records[0]?.mediaPath).toBeNull()
  })

  test('an image can be replaced and removed, and is deleted with its announcement', async () => {
    const { id } = await announce()
    const addressOf = async () => (await user.call('getAnnouncement', { announcementId: id })).mediaUrl ?? ''
    await sendImage(id, PNG)
    const first = await addressOf()
    await sendImage(id, JPEG)
    expect((await fetch(first)).status).toBe(404)
    const second = await addressOf()
    expect(await operator.attempt('deleteAnnouncementMedia', { announcementId: id })).toMatchObject({
      status: 204,
    })
    expect(await user.call('getAnnouncement', { announcementId: id })).toMatchObject({
      mediaName: null,
      mediaPath: null,
    })
    expect((await fetch(second)).status).toBe(404)
    await sendImage(id, PNG)
    const third = await addressOf()
    await operator.call('deleteAnnouncement', { announcementId: id })
    expect((await fetch(third)).status).toBe(404)
    expect(await sendImage(id, PNG)).toMatchObject(NO_ANNOUNCEMENT)
  })
})

describe('live events of announcements', () => {
  const CHANNEL = 'company-announcement'

  test('users of every company get the events of an announcement on one common channel', async () => {
    const sockets = [await LiveSocket.open(user), await LiveSocket.open(other)]
    const made = await announce({ priority: 1 })
    for (const socket of sockets) {
      const frame = await socket.frame('created', isAbout(made.id, 'create'))
      expect(frame).toEqual({ channel: CHANNEL, action: 'create', record: made })
    }
    const change = { title: 'Adiada', text: 'Segunda', priority: 2, status: true } as const
    const changed = await operator.call('updateAnnouncement', { announcementId: made.id, ...change })
    for (const socket of sockets) {
      const frame = await socket.frame('changed', isAbout(made.id, 'update'))
      expect(frame).toEqual({ channel: CHANNEL, action: 'update', record: changed })
    }
    await operator.call('deleteAnnouncement', { announcementId: made.id })
    for (const socket of sockets) {
      const frame = await socket.frame('deleted', isAbout(made.id, 'delete'))
      expect(frame).toEqual({
        channel: CHANNEL,
        action: 'delete',
        id: made.id,
        updatedAt: expect.any(String),
      })
      socket.close()
    }
  })

  test('an inactive announcement sends no event, and deactivating one sends a delete event', async () => {
    const socket = await LiveSocket.open(user)
    await announce({ title: 'Rascunho', status: false })
    const { id } = await announce({ title: 'Ativo' })
    await socket.frame('the active one', isAbout(id, 'create'))
    const { updatedAt } = await operator.call('updateAnnouncement', {
      announcementId: id,
      title: 'Segredo',
      text: 'Segredo',
      status: false,
    })
    const gone = await socket.frame('the end of it', isAbout(id, 'delete'))
    expect(gone).toEqual({ channel: CHANNEL, action: 'delete', id, updatedAt })
    expect(JSON.stringify(socket.frames)).not.toMatch(/Rascunho|Segredo/)
    socket.close()
  })
})
