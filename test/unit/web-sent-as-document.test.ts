import { ApiError } from '@recado/shared/http/api-error'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { beforeAll, expect, test, vi } from 'vitest'
import { useOutgoingMessages } from '../../web/src/tickets/composer/use-outgoing-messages.ts'
import type { OutboxFile } from '../../web/src/tickets/outbox/entry.ts'
import { postEntry, uploadEntry } from '../../web/src/tickets/outbox/post-entry.ts'
import { useOutboxSending } from '../../web/src/tickets/outbox/use-outbox.ts'
import { aSessionUser } from '../support/actors.ts'
import { mounted, showKeys } from '../support/mounted.ts'
import { aShownTicket } from '../support/web-tickets.ts'

const { ana } = vi.hoisted(() => ({ ana: { current: undefined as unknown } }))
vi.mock('../../web/src/api/call.ts', () => ({ call: vi.fn() }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { onChange: () => () => undefined, user: () => ana.current },
}))
vi.mock('../../web/src/tickets/outbox/post-entry.ts', () => ({ postEntry: vi.fn(), uploadEntry: vi.fn() }))
vi.mock(import('../../web/src/tickets/outbox/entries-db.ts'), async (original) => {
  const actual = await original()
  return { ...actual, openEntries: () => actual.entriesInMemory() }
})

beforeAll(showKeys)

const film: OutboxFile = {
  blob: new Blob(['x'], { type: 'video/mp4' }),
  fileName: 'filme.mp4',
  type: 'video',
  voice: false,
  seconds: 0,
  thumbnail: 'AAAA',
}

test('a refused file leaves once as a document, with its caption, and before newer messages', async () => {
  ana.current = aSessionUser({ id: 'ana' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
    },
  )
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.mocked(uploadEntry).mockResolvedValue('F1')
  vi.mocked(postEntry).mockImplementation(async ({ file }) => {
    if (file?.type === 'video') throw new ApiError(400, 'ERR_MEDIA_TYPE', 'The file is not of this type')
    return {} as ShownMessage
  })
  const posted = () => vi.mocked(postEntry).mock.calls.map(([entry]) => entry)
  const page = await mounted(() => {
    useOutboxSending()
    return useOutgoingMessages(aShownTicket())
  }, {})
  const outgoing = () => page.answer()?.outgoing ?? []
  await page.after(() => page.answer()?.send([{ text: 'Veja', file: film }]))
  await vi.waitFor(() => page.after(() => expect(outgoing()).toMatchObject([{ state: 'failed' }])))
  const [refused] = outgoing()
  if (!refused) throw new Error('The file is gone')
  expect(refused).toMatchObject({ maySendAsDocument: true, mayRetry: false })
  await page.after(async () => {
    // The user presses the button twice, and writes on.
    const presses = [1, 2].map(() => page.answer()?.sendAsDocument(refused))
    await Promise.all([...presses, page.answer()?.send([{ text: 'E então?' }])])
  })
  await vi.waitFor(() => page.after(() => expect(outgoing()).toEqual([])))
  const { clientId, at } = refused
  expect(posted()).toMatchObject([
    { clientId, text: 'Veja', uploadId: 'F1', file: { type: 'video' } },
    { clientId, at, text: 'Veja', uploadId: 'F1', file: { type: 'document', fileName: 'filme.mp4' } },
    { text: 'E então?' },
  ])
  expect(uploadEntry).toHaveBeenCalledTimes(1)
  await page.unmount()
})
