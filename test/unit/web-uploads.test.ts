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

/** Storage answers the upload that is under way. */
const answers = (status: number) => {
  request.status = status
  request.onloadend?.()
}

test('an upload that stalls halfway fails like a network that is down, and is not repeated', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const refused = expect(upload()).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
  await goOn()
  const first = request
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  await vi.advanceTimersByTimeAsync(10_000)
  expect(request).toBe(first)
})

test('an upload that goes on may take minutes', async () => {
  const uploading = upload()
  for (let minutes = 0; minutes < 10; minutes += 1) await goOn()
  answers(204)
  expect(await uploading).toBe('U1')
})

test.each([
  ['that busy storage refuses', 503],
  ['whose connection broke', 0],
])('an upload %s is repeated after a pause', async (_, status) => {
  vi.stubGlobal('navigator', { onLine: true })
  const uploading = upload()
  await goOn()
  const first = request
  answers(status)
  await vi.advanceTimersByTimeAsync(1000)
  expect(request).not.toBe(first)
  answers(204)
  expect(await uploading).toBe('U1')
})

test('an upload that storage goes on refusing fails as unavailable', async () => {
  const refused = expect(upload()).rejects.toMatchObject({ status: 503, code: 'ERR_UNAVAILABLE' })
  for (let tries = 0; tries < 4; tries += 1) {
    await vi.advanceTimersByTimeAsync(10_000)
    answers(503)
  }
  await refused
})

test('a file that storage does not take is not sent again', async () => {
  const refused = expect(upload()).rejects.toMatchObject({ status: 403, code: 'ERR_UPLOAD_MISSING' })
  await goOn()
  const first = request
  answers(403)
  await refused
  await vi.advanceTimersByTimeAsync(30_000)
  expect(request).toBe(first)
})

test('an upload that is called off during the pause is not sent again', async () => {
  const leaving = new AbortController()
  const refused = expect(upload(leaving.signal)).rejects.toMatchObject({ name: 'AbortError' })
  await goOn()
  const first = request
  answers(503)
  await vi.advanceTimersByTimeAsync(1)
  leaving.abort()
  await refused
  await vi.advanceTimersByTimeAsync(10_000)
  expect(request).toBe(first)
})
