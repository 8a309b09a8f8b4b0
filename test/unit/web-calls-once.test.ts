import { allRoutes } from '@recado/shared/api/routes'
import { ApiError } from '@recado/shared/http/api-error'
import { scheduleRoutes } from '@recado/shared/schedules/routes'
import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { beforeEach, describe, expect, test } from 'vitest'
import { callsOnce } from '../../web/src/api/once.ts'
import { uploadsOnce } from '../../web/src/uploads/uploads-once.ts'
import { sourceFiles } from '../support/source-files.ts'

const nothingAnswered = new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
const refused = (code: string) => new ApiError(400, code, 'No')

describe('a call that is to be carried out once', () => {
  let failures: Error[]
  let keys: string[]
  beforeEach(() => {
    ;[failures, keys] = [[], []]
  })
  /** A dialog that forwards a message. */
  const aDialog = () => {
    const callOnce = callsOnce(async (_route, _request, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      const failure = failures.shift()
      if (failure) throw failure
      return { records: [] } as never
    })
    return (ticketId: string) =>
      callOnce(messageRoutes.forwardMessages, { messageIds: ['M1'], to: [{ ticketId }] })
  }
  const isRepeated = () => keys[0] === keys[1]

  test('a call without an answer, repeated unchanged, keeps its key', async () => {
    const forward = aDialog()
    failures = [nothingAnswered, refused('ERR_IN_PROGRESS')]
    for (const _ of failures.slice()) await expect(forward('T1')).rejects.toThrow()
    await forward('T1')
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  })

  test('another request has another key', async () => {
    const forward = aDialog()
    failures = [nothingAnswered]
    await expect(forward('T1')).rejects.toThrow()
    await forward('T2')
    expect(isRepeated()).toBe(false)
  })

  test('the same request after a success is a new one, and so is that of another dialog', async () => {
    const forward = aDialog()
    await forward('T1')
    await forward('T1')
    expect(isRepeated()).toBe(false)
    ;[keys, failures] = [[], [nothingAnswered]]
    await expect(forward('T1')).rejects.toThrow()
    await aDialog()('T1')
    expect(isRepeated()).toBe(false)
  })
})

describe('a file that a repeated call names', () => {
  let uploads = 0
  const aForm = () => uploadsOnce(async () => `U${++uploads}`)
  beforeEach(() => {
    uploads = 0
  })

  test('the file is uploaded once', async () => {
    const [withUpload, file] = [aForm(), new File(['x'], 'a.txt')]
    await expect(withUpload(file, () => Promise.reject(nothingAnswered))).rejects.toThrow()
    expect(await withUpload(file, async (uploadId) => uploadId)).toBe('U1')
    expect(await withUpload(new File(['y'], 'a.txt'), async (uploadId) => uploadId)).toBe('U2')
  })

  test('a file that storage no longer has is uploaded again', async () => {
    const [withUpload, file] = [aForm(), new File(['x'], 'a.txt')]
    await expect(withUpload(file, () => Promise.reject(refused('ERR_NO_FILE')))).rejects.toThrow()
    expect(await withUpload(file, async (uploadId) => uploadId)).toBe('U2')
  })
})

test('the app makes every call that creates or starts something once', () => {
  /**
   * A repetition of these does no harm: an export is only read, a campaign that runs is left as it is, and a new place for
   * an upload, or a new pairing code, is valid for longer than the first one.
   */
  const HARMLESS = ['createUpload', 'exportDataSubject', 'requestPairingCode', 'startCampaign']
  const idempotent = new Set(
    allRoutes().flatMap(({ name, route }) => (route.idempotent === true ? [name] : [])),
  )
  const named = (by: 'call' | 'callOnce') =>
    sourceFiles()
      .filter(({ area }) => area === 'web')
      .flatMap(({ text }) => [...text.matchAll(/\b(call|callOnce)\(\s*\w+\.(\w+)/g)])
      .flatMap(([, how, name = '']) => (how === by && idempotent.has(name) ? [name] : []))
  expect([...new Set(named('call'))].sort()).toEqual(HARMLESS)
  expect(named('callOnce')).toEqual(expect.arrayContaining(['forwardMessages', 'createSchedule']))
  expect(scheduleRoutes.createSchedule.idempotent).toBe(true)
})
