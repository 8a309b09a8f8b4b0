import { ApiError } from '@recado/shared/http/api-error'
import type { KeptMedia } from '@recado/shared/messages/kept-media'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writtenMessages } from '../../web/src/tickets/composer/written-messages.ts'
import { afterFailure } from '../../web/src/tickets/outbox/after-failure.ts'
import { contentOf } from '../../web/src/tickets/outbox/content-of.ts'
import { type Entries, entriesIn, entriesInMemory } from '../../web/src/tickets/outbox/entries-db.ts'
import { type OutboxEntry, type OutboxFile, outboxEntry } from '../../web/src/tickets/outbox/entry.ts'
import { asksFirst, entriesToSend, isExpired, pauseAfter } from '../../web/src/tickets/outbox/rules.ts'
import { createSender } from '../../web/src/tickets/outbox/sender.ts'
import { showKeys } from '../support/mounted.ts'
import { anOutboxEntry, at, OWNER } from '../support/web-tickets.ts'

beforeAll(showKeys)

const [ME, OTHER] = [OWNER, 'C1 bruno']
const aPicture: OutboxFile = {
  blob: new Blob(['x']),
  fileName: 'foto.png',
  type: 'image',
  voice: false,
  seconds: 0,
}
const aFile: OutboxEntry['file'] = aPicture
const FILE = { mediaId: 'F1', mimetype: 'x/x', bytes: 9 }
const PICTURE: KeptMedia = { ...FILE, type: 'image', thumbnail: 'AAAA' }
const minute = (number: number) => Date.parse(at(number))
const nobody = new Set<string>()
const idsOf = (entries: OutboxEntry[]) => entries.map(({ clientId }) => clientId)

describe('what may be sent', () => {
  test('the first message of each conversation leaves, in the order of writing', () => {
    const entries = [
      anOutboxEntry({ clientId: 'third', at: at(2) }),
      anOutboxEntry({ clientId: 'second', at: at(1), order: 1 }),
      anOutboxEntry({ clientId: 'first', at: at(1), order: 0 }),
      anOutboxEntry({ clientId: 'elsewhere', ticketId: 'T2', at: at(3) }),
    ]
    expect(idsOf(entriesToSend(entries, nobody, minute(3)))).toEqual(['first', 'elsewhere'])
  })

  test('nothing leaves in a conversation with a message on its way', () => {
    const entries = [anOutboxEntry(), anOutboxEntry({ clientId: 'elsewhere', ticketId: 'T2' })]
    expect(idsOf(entriesToSend(entries, new Set(['T1']), minute(1)))).toEqual(['elsewhere'])
  })

  test('a question to the user holds back the messages behind it, a refusal does not', () => {
    const behind = anOutboxEntry({ clientId: 'behind', at: at(1) })
    const afterThis = (state: OutboxEntry['state']) =>
      idsOf(entriesToSend([anOutboxEntry({ state }), behind], nobody, minute(2)))
    expect(afterThis('answered')).toEqual([])
    expect(afterThis('failed')).toEqual(['behind'])
    expect(afterThis('returned')).toEqual(['behind'])
  })

  test('a message older than ten minutes asks first, and leaves once the user said so', () => {
    const old = anOutboxEntry({ at: at(0) })
    expect(asksFirst(old, minute(9))).toBe(false)
    expect(asksFirst(old, minute(10))).toBe(true)
    expect(entriesToSend([old, anOutboxEntry({ clientId: 'new', at: at(9) })], nobody, minute(10))).toEqual(
      [],
    )
    const confirmed = { ...old, confirmedAt: at(11) }
    expect(idsOf(entriesToSend([confirmed], nobody, minute(12)))).toEqual(['c1'])
  })

  test('a message is kept for 24 hours', () => {
    expect(isExpired(anOutboxEntry(), minute(24 * 60 - 1))).toBe(false)
    expect(isExpired(anOutboxEntry(), minute(24 * 60))).toBe(true)
  })

  test('the pauses between tries grow up to the last one', () => {
    expect([1, 2, 3, 4, 9].map(pauseAfter)).toEqual([1000, 2000, 5000, 15_000, 15_000])
  })
})

test('an entry of an older version of the app is kept without the fields that came later', () => {
  const { sign: _, replyFile: __, maySendAsDocument: ___, mayRetry: ____, ...older } = anOutboxEntry()
  expect(outboxEntry.parse(older)).toEqual(anOutboxEntry())
})

describe('what a failure means', () => {
  const refused = (status: number, code: string, values = {}) => new ApiError(status, code, 'No', { values })

  test('without an answer, and after too many calls, a message is sent again', () => {
    expect(afterFailure(refused(0, 'ERR_NETWORK'), anOutboxEntry())).toEqual({
      kind: 'again',
      isOffline: true,
    })
    expect(afterFailure(refused(429, 'ERR_RATE_LIMITED'), anOutboxEntry())).toEqual({
      kind: 'again',
      isOffline: false,
    })
  })

  test('a message waits for the next sign-in', () => {
    expect(afterFailure(refused(401, 'ERR_SESSION_EXPIRED'), anOutboxEntry())).toEqual({ kind: 'kept' })
  })

  test('a refused text goes back to the composer, and a refused file stays in the conversation', () => {
    const closed = refused(409, 'ERR_TICKET_CLOSED')
    expect(afterFailure(closed, anOutboxEntry())).toMatchObject({ change: { state: 'returned' } })
    expect(afterFailure(closed, anOutboxEntry({ file: aFile }))).toMatchObject({
      change: { state: 'failed' },
    })
  })

  test('a file that was refused as what it is may leave as a document, unless it is one or is too large', () => {
    const offers = (code: string, file: Partial<OutboxFile> = {}) =>
      afterFailure(refused(400, code), anOutboxEntry({ file: { ...aPicture, ...file }, uploadId: 'U1' }))
    const change = (maySendAsDocument: boolean) => ({ change: { state: 'failed', maySendAsDocument } })
    expect(offers('ERR_MEDIA_TYPE')).toMatchObject(change(true))
    expect(offers('ERR_UPLOAD_TOO_LARGE')).toMatchObject(change(true))
    expect(offers('ERR_TICKET_CLOSED')).toMatchObject(change(false))
    expect(offers('ERR_UPLOAD_TOO_LARGE', { type: 'document' })).toMatchObject(change(false))
    const huge = Object.defineProperty(new Blob(), 'size', { value: 101 * 2 ** 20 })
    expect(offers('ERR_UPLOAD_TOO_LARGE', { blob: huge })).toMatchObject(change(false))
  })

  test('a file that would be refused again is not sent again as it is, and the user reads why', () => {
    const told = (code: string, file: Partial<OutboxFile> = {}) => {
      const outcome = afterFailure(refused(400, code), anOutboxEntry({ file: { ...aPicture, ...file } }))
      if (outcome.kind !== 'settled') throw new Error('It is not settled')
      return [outcome.change.mayRetry, outcome.change.reason]
    }
    expect(told('ERR_MEDIA_TYPE')).toEqual([false, 'errors.fileIsNot.image'])
    expect(told('ERR_MEDIA_TYPE', { type: 'audio', voice: true })).toEqual([false, 'errors.fileIsNot.voice'])
    expect(told('ERR_UPLOAD_TOO_LARGE', { type: 'video' })).toEqual([false, 'errors.fileTooLargeAs.video'])
    expect(told('ERR_VALIDATION')).toEqual([false, 'errors.fileNotTaken'])
    expect(told('ERR_MESSAGE_REUSED')).toEqual([false, 'No'])
    expect(told('ERR_TICKET_CLOSED')).toEqual([true, 'No'])
    expect(told('ERR_UPLOAD_MISSING')).toEqual([true, 'No'])
  })

  test('a colleague’s answer is named', () => {
    const answered = refused(409, 'ERR_ALREADY_ANSWERED', { userName: 'Bruno' })
    expect(afterFailure(answered, anOutboxEntry())).toEqual({
      kind: 'settled',
      change: { state: 'answered', reason: 'Bruno' },
    })
  })

  test('a server error waits for the user, because sending again would end the next session too', () => {
    expect(afterFailure(refused(500, 'ERR_INTERNAL'), anOutboxEntry())).toMatchObject({
      change: { state: 'failed' },
    })
  })

  test('a file that storage no longer has is uploaded again, but only one that was kept', () => {
    const gone = refused(400, 'ERR_NO_FILE')
    expect(afterFailure(gone, anOutboxEntry({ file: aFile, uploadId: 'U1' }))).toEqual({
      kind: 'uploadAgain',
    })
    expect(afterFailure(gone, anOutboxEntry({ file: aFile }))).toMatchObject({ change: { state: 'failed' } })
  })

  test('the text of a deleted quick reply goes back to the composer without the file', () => {
    const { change } = {
      change: {},
      ...afterFailure(refused(400, 'ERR_NO_FILE'), anOutboxEntry({ replyFile: PICTURE })),
    }
    expect(change).toMatchObject({ state: 'returned', replyFile: null })
    const closed = {
      change: {},
      ...afterFailure(refused(409, 'ERR_TICKET_CLOSED'), anOutboxEntry({ replyFile: PICTURE })),
    }
    expect(closed.change).not.toHaveProperty('replyFile')
  })
})

describe('the content of a message', () => {
  test('words and files of one’s own are sent by their kind', () => {
    expect(contentOf(anOutboxEntry())).toEqual({ type: 'text', text: 'Oi' })
    const file = anOutboxEntry({ file: aFile, uploadId: 'U1' })
    expect(contentOf(file)).toEqual({ type: 'image', uploadId: 'U1', caption: 'Oi' })
  })

  test('the file of a quick reply needs no upload, and keeps what its kind has', () => {
    const content = (replyFile: KeptMedia) => contentOf(anOutboxEntry({ replyFile }))
    expect(content(PICTURE)).toEqual({ type: 'image', uploadId: 'F1', caption: 'Oi', thumbnail: 'AAAA' })
    expect(content({ ...FILE, type: 'document', fileName: 'tabela.pdf' })).toEqual({
      type: 'document',
      uploadId: 'F1',
      caption: 'Oi',
      fileName: 'tabela.pdf',
    })
    expect(content({ ...FILE, type: 'audio', voice: false, seconds: 3 })).toEqual({
      type: 'audio',
      uploadId: 'F1',
      voice: false,
      seconds: 3,
    })
  })

  test('the text leaves with the file of a quick reply, and before an audio', () => {
    const audio: KeptMedia = { ...FILE, type: 'audio', voice: false, seconds: 3 }
    expect(writtenMessages('Oi', null)).toEqual([{ text: 'Oi' }])
    expect(writtenMessages('', null)).toEqual([])
    expect(writtenMessages('Oi', PICTURE)).toEqual([{ text: 'Oi', replyFile: PICTURE }])
    expect(writtenMessages('Oi', audio)).toEqual([{ text: 'Oi' }, { text: '', replyFile: audio }])
    expect(writtenMessages('', audio)).toEqual([{ text: '', replyFile: audio }])
  })
})

test('an entry for which the browser has no room lives as long as the page', async () => {
  const full = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'))
  const store = { get: async () => undefined, put: full }
  const database = {
    getAllFromIndex: async () => [],
    put: full,
    delete: async () => undefined,
    transaction: () => ({ store, done: Promise.resolve() }),
  }
  const kept = entriesIn(async () => database as never)
  const entry = anOutboxEntry({ owner: ME })
  await kept.put(entry)
  await kept.change(entry.clientId, { state: 'failed' })
  expect(await kept.ofOwner(ME)).toEqual([{ ...entry, state: 'failed' }])
  await kept.remove(entry.clientId)
  expect(await kept.ofOwner(ME)).toEqual([])
})

describe('the sender', () => {
  let entries: Entries
  let sent: OutboxEntry[]
  let [isOnline, uploads, now] = [true, 0, minute(5)]
  let answer: (entry: OutboxEntry) => Promise<void>
  let later: (() => unknown)[]
  let reached: boolean[]

  beforeEach(() => {
    entries = entriesInMemory()
    ;[sent, later, reached, isOnline, uploads, now] = [[], [], [], true, 0, minute(5)]
    answer = async () => {}
  })
  const sender = () =>
    createSender({
      owner: ME,
      entries,
      isOurs: () => true,
      upload: async () => `U${++uploads}`,
      send: async (entry) => {
        sent.push(entry)
        await answer(entry)
      },
      onRefused: () => {},
      onChange: () => {},
      onSettled: () => {},
      onProgress: () => {},
      onReached: (isReached) => reached.push(isReached),
      isOnline: () => isOnline,
      now: () => now,
      later: (work) => {
        later.push(work)
        return () => {}
      },
    })
  const left = async () => idsOf(await entries.ofOwner(ME))
  const texts = () => sent.map(({ text }) => text)

  test('sends the messages of a conversation one after the other', async () => {
    const words = ['Um', 'Dois', 'Três']
    for (const [order, text] of words.entries())
      await entries.put(anOutboxEntry({ clientId: text, text, order }))
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = () => promise
    await sender().pump()
    expect(texts()).toEqual(['Um'])
    resolve()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect(texts()).toEqual(words)
  })

  test('sends nothing of another user, and nothing offline', async () => {
    await entries.put(anOutboxEntry({ clientId: 'other', owner: OTHER }))
    await sender().pump()
    isOnline = false
    await entries.put(anOutboxEntry())
    await sender().pump()
    expect(sent).toEqual([])
    expect(idsOf(await entries.ofOwner(OTHER))).toEqual(['other'])
  })

  test('repeats a message without an answer under the same id, with the same file', async () => {
    await entries.put(anOutboxEntry({ file: aFile }))
    answer = async () => {
      if (sent.length === 1) throw new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
    }
    await sender().pump()
    await vi.waitFor(() => expect(later).toHaveLength(1))
    expect(await left()).toEqual(['c1'])
    await later[0]?.()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect(sent.map(({ clientId, uploadId }) => [clientId, uploadId])).toEqual([
      ['c1', 'U1'],
      ['c1', 'U1'],
    ])
  })

  test('asks about a message that became old without an answer, and tries it no more', async () => {
    await entries.put(anOutboxEntry())
    answer = () => Promise.reject(new ApiError(0, 'ERR_NETWORK', 'Nothing answered'))
    await sender().pump()
    await vi.waitFor(() => expect(later).toHaveLength(1))
    expect(reached).toEqual([false])
    now = minute(11)
    await later[0]?.()
    expect([sent.length, later.length, reached]).toEqual([1, 1, [false, true]])
  })

  test('goes on after a refusal, and keeps the refused text for the composer', async () => {
    await entries.put(anOutboxEntry({ clientId: 'a', order: 0 }))
    await entries.put(anOutboxEntry({ clientId: 'b', order: 1 }))
    answer = async ({ clientId }) => {
      if (clientId === 'a')
        throw new ApiError(409, 'ERR_TICKET_TAKEN', 'No', { values: { userName: 'Bruno' } })
    }
    await sender().pump()
    await vi.waitFor(async () => expect(await left()).toEqual(['a']))
    expect((await entries.ofOwner(ME))[0]).toMatchObject({ state: 'returned' })
  })

  test('stops an upload that the user gave up', async () => {
    await entries.put(anOutboxEntry({ file: aFile }))
    const { pump, wayOf } = createSender({
      owner: ME,
      entries,
      isOurs: () => true,
      upload: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      send: async (entry) => void sent.push(entry),
      onRefused: () => {},
      onChange: () => {},
      onSettled: () => {},
      onProgress: () => {},
      onReached: () => {},
      isOnline: () => true,
      now: () => now,
      later: () => () => {},
    })
    await pump()
    wayOf('c1')?.controller.abort()
    await entries.remove('c1')
    await vi.waitFor(() => expect(wayOf('c1')).toBeUndefined())
    expect(sent).toEqual([])
  })

  test('forgets messages after a day', async () => {
    now = minute(24 * 60)
    await entries.put(anOutboxEntry())
    await sender().pump()
    expect([await left(), sent]).toEqual([[], []])
  })
})
