import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { campaignKeys } from '../../web/src/campaigns/keys.ts'
import { contactKeys } from '../../web/src/contacts/keys.ts'
import { deskReportKeys } from '../../web/src/desk-report/keys.ts'
import { watchOvertaken } from '../../web/src/realtime/overtaken.ts'
import { applyEvent } from '../../web/src/shell/apply-event.ts'
import { tagKeys } from '../../web/src/tags/keys.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { userKeys } from '../../web/src/users/keys.ts'
import { aShownTicket } from '../support/web-tickets.ts'

// Events read the signed-in user, and no user signs in here. The page of this test has no address.
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => ({ id: 'ana' }), refreshAnew: async () => {} },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call: vi.fn() }))

const KEY = ['connections', 'one', 'W1']

/** A page that shows the server's state. The test decides when answers arrive. */
function aPage(queryKey: QueryKey = KEY, meta: { askedOnce?: true } = {}) {
  const client = new QueryClient()
  const answers: ((status: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const stopShowing = new QueryObserver(client, { queryKey, queryFn, retry: false, meta }).subscribe(() => {})
  const overtaken = watchOvertaken(client, () => 0.5)
  return {
    answers,
    shown: () => client.getQueryData<string>(KEY),
    ask: () => void client.invalidateQueries({ queryKey: KEY }),
    /** A live event. */
    tell: (status: string) => {
      client.setQueryData<string>(KEY, (known) => known && status)
      overtaken.eventCame([KEY])
    },
    /** A live event that can change only this data. */
    tellOf: (...key: string[]) => overtaken.eventCame([key]),
    /** A live event as the server sends it. */
    hearOf: (topic: string, action: string, body: object) =>
      overtaken.eventCame(applyEvent(client, { topic, action, frame: { channel: '', action, ...body } })),
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

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the calls that live events cause', () => {
  test('a query that is asked once is not fetched again for an event, nor when events begin to arrive again', async () => {
    page.close()
    page = aPage(campaignKeys.precheck('A1'), { askedOnce: true })
    page.tellOf('campaigns')
    page.hear()
    await page.answer('100,000 contacts')
    page.hear()
    await pass(60_000)
    expect(page.answers).toHaveLength(1)
  })

  const update = { record: aShownTicket() }
  test.for<[calls: number, why: string, key: QueryKey, topic: string, action: string, body: object]>([
    [1, 'a ticket does not change a pre-check', campaignKeys.precheck('A1'), 'ticket', 'update', update],
    [1, 'a ticket does not change the users', userKeys.lists, 'ticket', 'update', update],
    [2, 'a ticket changes the lists of tickets', ticketKeys.lists, 'ticket', 'update', update],
    [
      2,
      'a ticket may change the list of its contact’s tickets',
      contactKeys.ticketsOf('C'),
      'ticket',
      'update',
      update,
    ],
    [1, 'a typing customer changes nothing', ticketKeys.lists, 'ticket', 'presence', { id: 'T1' }],
    [2, 'presence changes the users', userKeys.lists, 'user', 'presence', { id: 'U', online: true }],
    [1, 'presence does not change a user', userKeys.one('U'), 'user', 'presence', { id: 'U', online: true }],
    [2, 'a deletion changes the campaigns', campaignKeys.lists, 'campaign', 'delete', { id: 'A1' }],
    [2, 'a new tag changes the tags of tickets', tagKeys.choices, 'tag', 'create', {}],
    [2, 'an imported contact changes the contacts', contactKeys.lists, 'contact', 'reload', {}],
  ])('%i calls: %s', async ([calls, , key, topic, action, body]) => {
    page.close()
    page = aPage(key)
    page.hearOf(topic, action, body)
    await page.answer('before the event')
    await pass(1000)
    expect(page.answers).toHaveLength(calls)
  })

  test('a report is fetched again after its own pause alone', async () => {
    page.close()
    page = aPage(deskReportKeys.all)
    page.hearOf('ticket', 'update', update)
    await page.answer('report')
    await pass(9999)
    expect(page.answers).toHaveLength(1)
    await pass(1)
    expect(page.answers).toHaveLength(2)
  })

  test('answers that are overtaken each time are fetched again after one, three, and then ten seconds', async () => {
    const askedAt: number[] = []
    for (let second = 0; second <= 60; second++) {
      if (page.answers.length > askedAt.length) askedAt.push(second)
      page.tell(`event ${second}`)
      await page.answer(`answer ${second}`)
      await pass(1000)
    }
    expect(askedAt).toEqual([0, 1, 4, 14, 24, 34, 44, 54])
  })

  test('the pause is a second again after an answer that no event overtook', async () => {
    page.tell('1')
    await page.answer('overtaken')
    await pass(1000)
    page.tell('2')
    await page.answer('overtaken')
    await pass(3000)
    await page.answer('not overtaken')
    page.ask()
    page.tell('3')
    await page.answer('overtaken')
    expect(page.answers).toHaveLength(4)
    await pass(1000)
    expect(page.answers).toHaveLength(5)
  })

  test('a browser that comes back spreads its calls, and the first time it fetches at once', async () => {
    await page.answer('PENDING')
    page.hear()
    expect(page.answers).toHaveLength(2)
    await page.answer('SENT')
    page.hear()
    await pass(2499)
    page.hear()
    expect(page.answers).toHaveLength(2)
    await pass(1)
    expect(page.answers).toHaveLength(3)
    await page.answer('SENT')
    await pass(5000)
    expect(page.answers).toHaveLength(3)
  })
})
