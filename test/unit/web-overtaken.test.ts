import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchOvertaken } from '../../web/src/realtime/overtaken.ts'

const KEY = ['connections', 'one', 'W1']

/** A page that shows what the server says, whose answers come when a test lets them. */
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
  test('is asked for again, so that the page ends with what is true', async () => {
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

  test('is asked for again on the first load too, of which the event found nothing to change', async () => {
    page.tell('qrcode')
    await page.answer('OPENING')
    await aSecond()
    await page.answer('qrcode')
    expect(page.shown()).toBe('qrcode')
  })

  test('is asked for once more after any number of events, and not when none came', async () => {
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

  test('is let be once nobody listens any more', async () => {
    page.tell('qrcode')
    page.close()
    await page.answer('OPENING')
    await aSecond()
    expect(page.answers).toHaveLength(1)
  })
})
