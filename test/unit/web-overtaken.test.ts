import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchOvertaken } from '../../web/src/realtime/overtaken.ts'

const KEY = ['connections', 'one', 'W1']

/** A page that shows the server's state. The test decides when answers arrive. */
function aPage() {
  const client = new QueryClient()
  const answers: ((status: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const stopShowing = new QueryObserver(client, { queryKey: KEY, queryFn, retry: false }).subscribe(() => {})
  const overtaken = watchOvertaken(client)
  return {
    answers,
    shown: () => client.getQueryData<string>(KEY),
    ask: () => void client.invalidateQueries({ queryKey: KEY }),
    /** A live event. */
    tell: (status: string) => {
      client.setQueryData<string>(KEY, (known) => known && status)
      overtaken.eventCame()
    },
    /** A live event that can change only this data. */
    tellOf: (...key: string[]) => overtaken.eventCame([key]),
    hear: () => overtaken.hearingBegan(),
    answer: async (status: string) => {
      answers.at(-1)?.(status)
      await vi.advanceTimersByTimeAsync(0)
    },
    close: () => {
      overtaken.stop()
      stopShowing()
    },
  }
}
let page: ReturnType<typeof aPage>
beforeEach(() => {
  vi.useFakeTimers()
  page = aPage()
})
afterEach(() => {
  page.close()
  vi.useRealTimers()
})
const aSecond = () => vi.advanceTimersByTimeAsync(1000)

describe('an answer that a live event overtook', () => {
  test('an answer overtaken by an event is fetched again', async () => {
    await page.answer('DISCONNECTED')
    page.ask()
    page.tell('qrcode')
    expect(page.shown()).toBe('qrcode')
    await page.answer('OPENING')
    await aSecond()
    expect(page.answers).toHaveLength(3)
    await page.answer('qrcode')
    expect(page.shown()).toBe('qrcode')
  })

  test('an answer overtaken during the first load is fetched again', async () => {
    page.tell('qrcode')
    await page.answer('OPENING')
    await aSecond()
    await page.answer('qrcode')
    expect(page.shown()).toBe('qrcode')
  })

  test('an answer is fetched again after an event that may change its data, and not after one that cannot', async () => {
    page.tellOf('users', 'list')
    await page.answer('OPENING')
    await aSecond()
    expect(page.answers).toHaveLength(1)
    page.ask()
    page.tellOf('connections')
    await page.answer('OPENING')
    await aSecond()
    expect(page.answers).toHaveLength(3)
  })

  test('an overtaken answer is fetched once for many events, and not without events', async () => {
    await page.answer('OPENING')
    await aSecond()
    expect(page.answers).toHaveLength(1)
    page.ask()
    for (const code of ['1', '2', '3']) page.tell(code)
    await page.answer('3')
    page.tell('4')
    await aSecond()
    expect(page.answers).toHaveLength(3)
    await page.answer('4')
    await aSecond()
    expect(page.answers).toHaveLength(3)
  })

  test('a first load that began before events arrive is fetched again once it is answered', async () => {
    page.hear()
    expect(page.answers).toHaveLength(1)
    // A message was refused after this answer was written, and before events arrived.
    await page.answer('PENDING')
    await aSecond()
    expect(page.answers).toHaveLength(2)
    await page.answer('FAILED')
    expect(page.shown()).toBe('FAILED')
    await aSecond()
    expect(page.answers).toHaveLength(2)
  })

  test('shown data is fetched once more when events begin to arrive', async () => {
    await page.answer('PENDING')
    page.hear()
    await page.answer('FAILED')
    await aSecond()
    expect(page.answers).toHaveLength(2)
    expect(page.shown()).toBe('FAILED')
  })

  test('an overtaken answer is not fetched again after the page has closed', async () => {
    page.tell('qrcode')
    page.close()
    await page.answer('OPENING')
    await aSecond()
    expect(page.answers).toHaveLength(1)
  })
})
