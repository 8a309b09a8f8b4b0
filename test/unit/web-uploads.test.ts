import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { uploadToStorage } from '../../web/src/uploads/upload.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))

/** The request to storage. */
let request: {
  status: number
  upload: { onprogress?: (progress: { loaded: number; total: number }) => void }
  onloadend?: () => void
}
beforeEach(() => {
  call.mockReset().mockResolvedValue({ uploadId: 'U1', url: 'https://storage.test', fields: {} })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0
      upload = {}
      onloadend?: () => void
      constructor() {
        request = this
      }
      open = () => undefined
      send = () => undefined
      abort = () => this.onloadend?.()
    },
  )
})

const upload = (signal = new AbortController().signal) =>
  uploadToStorage(new File(['x'], 'a.pdf'), { purpose: 'message-media', signal, onProgress: () => undefined })
/** Half a minute in which a part of the file leaves. */
const goOn = async () => {
  await vi.advanceTimersByTimeAsync(30_000)
  request.upload.onprogress?.({ loaded: 1, total: 9 })
}

test('an upload that stalls halfway fails like a network that is down', async () => {
  const refused = expect(upload()).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
  await goOn()
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
})

test('an upload that goes on may take minutes', async () => {
  const uploading = upload()
  for (let minutes = 0; minutes < 10; minutes += 1) await goOn()
  request.status = 204
  request.onloadend?.()
  expect(await uploading).toBe('U1')
})
