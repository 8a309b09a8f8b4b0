import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
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
