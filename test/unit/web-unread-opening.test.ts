import { describe, expect, test } from 'vitest'
import { type Loaded, leastReadSeq, lineOf, openingStep } from '../../web/src/tickets/messages/opening.ts'
import { isBehind, loadedUnread } from '../../web/src/tickets/messages/rows.ts'
import { aShownMessage, at, conversationPages } from '../support/web-tickets.ts'

/** The customer's messages with these numbers as a page, newest first. */
const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => to - index).map((seq) =>
    aShownMessage({ id: `M${seq}`, seq, at: at(seq) }),
  )

/** All that is older than these pages is not loaded. */
const newestPages = (...pages: ReturnType<typeof page>[]) => {
  const { pages: loaded, ...data } = conversationPages(...pages, [])
  return { ...data, pages: loaded.slice(0, -1) }
}

const lineIn = (...[data, readSeq, lineAt]: [ReturnType<typeof newestPages>, number, string?]) =>
  lineOf(loadedUnread(data, 'T1', readSeq), lineAt)

describe('the line above unread messages', () => {
  test('stands above the first unread message, and above no other while that is not loaded', () => {
    expect(lineIn(newestPages(page(41, 70)), 10)).toBeUndefined()
    expect(lineIn(newestPages(page(41, 70), page(11, 40)), 10)).toBe('M11')
    expect(lineIn(newestPages(page(41, 70), page(5, 40)), 10)).toBe('M11')
  })

  test('stands above the next message where the first unread one is gone', () => {
    expect(lineIn(newestPages([...page(12, 40), ...page(10, 10)]), 10)).toBe('M12')
    expect(lineIn(conversationPages(page(12, 40)), 10)).toBe('M12')
  })

  test('stands behind the last answer, with all of the answered messages unloaded', () => {
    const answer = aShownMessage({ id: 'ANSWER', fromMe: true, origin: 'user', at: at(40) })
    expect(lineIn(newestPages([...page(41, 60), answer]), 10)).toBe('M41')
  })

  test('stays where the conversation opened without its first unread message, until an answer', () => {
    const data = newestPages(page(41, 70), page(21, 40))
    expect(lineIn(data, 10, 'M41')).toBe('M41')
    expect(lineIn(newestPages(page(41, 70), page(5, 40)), 10, 'M41')).toBe('M41')
    const answer = aShownMessage({ id: 'ANSWER', fromMe: true, origin: 'user', at: at(71) })
    expect(lineIn(newestPages([answer, ...page(41, 70)]), 10, 'M41')).toBeUndefined()
    expect(lineIn(newestPages([...page(72, 73), answer, ...page(41, 70)]), 10, 'M41')).toBe('M72')
  })

  test('does not count the messages of an earlier ticket', () => {
    const earlier = page(1, 5).map((message) => ({ ...message, id: `E${message.seq}`, ticketId: 'T0' }))
    expect(loadedUnread(newestPages(page(8, 9), earlier), 'T1', 6)).toEqual({
      ids: ['M8', 'M9'],
      isWhole: false,
    })
  })
})

describe('a conversation with unread messages', () => {
  const loaded = (readSeq: number, more: Partial<Loaded> = {}): Loaded => ({
    unread: loadedUnread(newestPages(page(41, 70)), 'T1', readSeq),
    pages: 1,
    hasMore: true,
    isFetching: false,
    isFailed: false,
    isBehind: false,
    ...more,
  })

  test('opens once its first unread message is loaded, and loads older pages before', () => {
    expect(openingStep(loaded(40))).toBe('open')
    expect(openingStep(loaded(39))).toBe('load')
    expect(openingStep(loaded(39, { isFetching: true }))).toBe('wait')
  })

  test('opens after five pages, or when an older page cannot be loaded', () => {
    expect(openingStep(loaded(10, { pages: 4 }))).toBe('load')
    expect(openingStep(loaded(10, { pages: 5 }))).toBe('open')
    expect(openingStep(loaded(10, { isFailed: true }))).toBe('open')
    expect(openingStep(loaded(10, { hasMore: false }))).toBe('open')
  })

  test('waits for its newest messages while the cached pages lack them', () => {
    const data = newestPages(page(41, 70))
    expect([isBehind(data, 'T1', 71), isBehind(data, 'T1', 70)]).toEqual([true, false])
    expect(openingStep(loaded(70, { isBehind: true, isFetching: true }))).toBe('wait')
    expect(openingStep(loaded(70, { isBehind: false, isFetching: true }))).toBe('open')
    expect(openingStep(loaded(70, { isBehind: true }))).toBe('open')
  })
})

test('a message in view is read, but only the newest one while older unread messages are not loaded', () => {
  const least = (readSeq: number) =>
    leastReadSeq(loadedUnread(newestPages(page(41, 70)), 'T1', readSeq).isWhole, 70)
  expect(least(40)).toBeLessThanOrEqual(41)
  expect(least(39)).toBe(70)
})
