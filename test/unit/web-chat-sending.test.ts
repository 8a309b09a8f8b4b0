import { ApiError } from '@recado/shared/http/api-error'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { deleteTraces, traceKey } from '../../web/src/api/traces.ts'
import { keptMessages } from '../../web/src/chats/kept-messages.ts'
import { chatKeys } from '../../web/src/chats/keys.ts'
import { type OutgoingChatMessage, outgoingChatMessages } from '../../web/src/chats/outgoing.ts'
import { aSessionUser } from '../support/actors.ts'
import { aChatMessage } from '../support/web-chats.ts'

const { call, uploadPreparedFile, session } = vi.hoisted(() => ({
  call: vi.fn(),
  uploadPreparedFile: vi.fn(),
  session: { user: vi.fn() },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session }))
vi.mock('../../web/src/quick-replies/upload-reply-file.ts', () => ({ uploadPreparedFile }))

const ana = aSessionUser({ id: 'ana' })
const film = {
  blob: new Blob(['x']),
  fileName: 'filme.mp4',
  type: 'document',
  voice: false,
  seconds: 0,
} as const

/** What the browser keeps over a reload. */
const stored = new Map<string, string>()
let client: QueryClient
let upload: PromiseWithResolvers<unknown>
const shown = () => client.getQueryData<OutgoingChatMessage[]>(chatKeys.outgoing('H1')) ?? []
/** Ana sends a file, whose upload goes on. */
const anaSends = async () => {
  const chat = outgoingChatMessages(client, ana, 'H1')
  chat.send([{ text: '', file: film }])
  await vi.waitFor(() => expect(uploadPreparedFile).toHaveBeenCalled())
  return chat
}

beforeEach(() => {
  vi.clearAllMocks()
  stored.clear()
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  client = new QueryClient()
  upload = Promise.withResolvers()
  uploadPreparedFile.mockReturnValue(upload.promise)
  call.mockResolvedValue(aChatMessage({ userId: 'ana' }))
  session.user.mockReturnValue(ana)
})

test('a file in a conversation of colleagues leaves when its upload has ended', async () => {
  await anaSends()
  upload.resolve({ type: 'document', mediaId: 'F1', fileName: 'filme.mp4' })
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(shown()).toEqual([]))
})

test.each([
  ['another user has signed in', aSessionUser({ id: 'bruno' })],
  ['the user shows another company', aSessionUser({ id: 'ana', companyId: 'C2' })],
  ['the user has signed out', null],
])('a file in a conversation of colleagues does not leave when %s since', async (_, now) => {
  await anaSends()
  session.user.mockReturnValue(now)
  upload.resolve({ type: 'document', mediaId: 'F1', fileName: 'filme.mp4' })
  await vi.waitFor(() => expect(shown()).toMatchObject([{ state: 'failed' }]))
  expect(call).not.toHaveBeenCalled()
})

test('a file that another user’s session would upload is not uploaded', async () => {
  const chat = await anaSends()
  upload.reject(new Error('The network is gone'))
  await vi.waitFor(() => expect(shown()).toMatchObject([{ state: 'failed' }]))
  session.user.mockReturnValue(aSessionUser({ id: 'bruno' }))
  for (const message of shown()) chat.retry(message)
  await vi.waitFor(() => expect(shown()).toMatchObject([{ state: 'failed' }]))
  expect(uploadPreparedFile).toHaveBeenCalledTimes(1)
})

test('a refused picture in a conversation of colleagues leaves as a document under the same id', async () => {
  const picture = { ...film, type: 'image', fileName: 'foto.png' } as const
  call.mockRejectedValueOnce(new ApiError(400, 'ERR_MEDIA_TYPE', 'The file is not of this type'))
  upload.resolve({ type: 'image', mediaId: 'F1' })
  const chat = outgoingChatMessages(client, ana, 'H1')
  chat.send([{ text: 'Veja', file: picture }])
  await vi.waitFor(() =>
    expect(shown()).toMatchObject([{ state: 'failed', maySendAsDocument: true, mayRetry: false }]),
  )
  for (const message of shown()) chat.sendAsDocument(message)
  await vi.waitFor(() => expect(shown()).toEqual([]))
  const [first, second] = call.mock.calls.map(([, request]) => request)
  expect(second).toEqual({ ...first, media: { type: 'document', mediaId: 'F1', fileName: 'foto.png' } })
  expect(uploadPreparedFile).toHaveBeenCalledTimes(1)
})

/** The messages of a user that the page shows after a reload. */
const afterReload = (userId = 'ana') => keptMessages(userId, 'H1').read(Date.now())
/** Ana writes two messages, and the server takes none. */
async function anaWritesInVain() {
  call.mockRejectedValue(new Error('The network is gone'))
  const chat = outgoingChatMessages(client, ana, 'H1')
  chat.send([{ text: 'Oi' }, { text: 'Você viu?' }])
  await vi.waitFor(() => expect(shown()).toMatchObject([{ state: 'failed' }, { state: 'failed' }]))
  return chat
}

test('messages that failed are there after a reload, in their order', async () => {
  await anaWritesInVain()
  expect(afterReload()).toEqual(shown().map(({ share: _, ...message }) => message))
  expect(afterReload()).toMatchObject([{ text: 'Oi', state: 'failed' }, { text: 'Você viu?' }])
})

test('a message that was on its way when the page closed is sent again under the same id', async () => {
  const answer = Promise.withResolvers()
  call.mockReturnValue(answer.promise)
  outgoingChatMessages(client, ana, 'H1').send([{ text: 'Oi' }])
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  const [kept] = afterReload()
  answer.reject(new Error('The page is closed'))
  if (!kept) throw new Error('The message is gone')
  expect(kept).toMatchObject({ state: 'failed', reason: '' })
  call.mockReset()
  call.mockResolvedValue(aChatMessage({ userId: 'ana' }))
  const reloaded = new QueryClient()
  reloaded.setQueryData(chatKeys.outgoing('H1'), [kept])
  outgoingChatMessages(reloaded, ana, 'H1').retry(kept)
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
  expect(call.mock.calls[0]?.[1]).toMatchObject({ clientId: kept.clientId, text: 'Oi' })
})

test('a message that was sent or discarded is not there after a reload', async () => {
  const chat = await anaWritesInVain()
  const [first, second] = shown()
  if (!first || !second) throw new Error('Two messages failed')
  call.mockResolvedValue(aChatMessage({ userId: 'ana' }))
  chat.retry(first)
  await vi.waitFor(() => expect(shown()).toHaveLength(1))
  chat.discard(second)
  expect(afterReload()).toEqual([])
})

test('another user, another conversation and a later day show nothing of a message that failed', async () => {
  await anaWritesInVain()
  expect(afterReload('bruno')).toEqual([])
  expect(keptMessages('ana', 'H').read(Date.now())).toEqual([])
  expect(keptMessages('ana', 'H1').read(Date.now() + 24 * 3_600_000)).toEqual([])
  expect(stored.size).toBe(0)
})

test('a message that fails after its writer signed out leaves no trace', async () => {
  const answer = Promise.withResolvers()
  call.mockReturnValue(answer.promise)
  outgoingChatMessages(client, ana, 'H1').send([{ text: 'Oi' }])
  deleteTraces('ana')
  answer.reject(new Error('The session is over'))
  await vi.waitFor(() => expect(shown()).toMatchObject([{ state: 'failed' }]))
  expect(stored.size).toBe(0)
})

test('kept messages in a form that this version does not know are deleted', () => {
  stored.set(traceKey('chatOutgoing', 'ana', 'H1.X'), '{"text":1}')
  expect(afterReload()).toEqual([])
  expect(stored.size).toBe(0)
})

test('a message with a file keeps its caption over a reload, and is not sent again without the file', async () => {
  const chat = outgoingChatMessages(client, ana, 'H1')
  chat.send([{ text: 'Veja o filme', file: film }])
  await vi.waitFor(() => expect(uploadPreparedFile).toHaveBeenCalled())
  upload.reject(new Error('The network is gone'))
  await vi.waitFor(() => expect(shown()).toMatchObject([{ state: 'failed' }]))
  const kept = afterReload()
  expect(kept).toMatchObject([
    { text: 'Veja o filme', state: 'failed', lostFile: 'filme.mp4', mayRetry: false },
  ])
  expect(kept[0]).not.toHaveProperty('file')
  // A discarded one is gone.
  for (const message of shown()) chat.discard(message)
  expect(afterReload()).toEqual([])
})
