import { COUNTED_UP_TO, type TicketCounters } from '@recado/shared/tickets/contract/ticket'
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSocket } from '../../web/src/realtime/socket.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { applyTicketEvent } from '../../web/src/tickets/realtime.ts'
import { aShownTicket } from '../support/web-tickets.ts'

// Events read the signed-in user, and no user signs in here.
vi.mock('../../web/src/api/session.ts', () => ({ session: { user: () => ({ id: 'ana' }) } }))
vi.mock('../../web/src/api/call.ts', () => ({ call: vi.fn() }))

const { waits } = vi.hoisted(() => ({ waits: [] as number[] }))
vi.mock('partysocket/ws', () => ({
  default: class {
    constructor(_url: unknown, _protocols: unknown, options: { minReconnectionDelay: number }) {
      waits.push(options.minReconnectionDelay)
    }
    addEventListener() {}
    close() {}
  },
}))

const chance = (value: number) => vi.spyOn(Math, 'random').mockReturnValue(value)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the counters of the tickets', () => {
  const countsOf = (tickets: number): TicketCounters => {
    const tab = { tickets, unread: 0, mine: 0, mineUnread: 0 }
    return { atendendo: tab, aguardando: tab, resolvidos: tab } as TicketCounters
  }
  /** A page that shows the counters. Its tests count the calls after the first one. */
  async function aDesk(tickets: number) {
    const client = new QueryClient()
    const queryFn = vi.fn(() => countsOf(tickets))
    new QueryObserver(client, { queryKey: ticketKeys.counters, queryFn }).subscribe(() => {})
    await pass(0)
    queryFn.mockClear()
    const frame = { channel: '', action: 'update', record: aShownTicket() }
    return { queryFn, hear: () => applyTicketEvent(client, { topic: 'ticket', action: 'update', frame }) }
  }
  const anEventASecond = async (hear: () => void) => {
    for (let second = 0; second < 60; second++) {
      hear()
      await pass(1000)
    }
  }

  test('a hidden page counts nothing, and counts once when it is visible again', async () => {
    const { queryFn, hear } = await aDesk(3)
    focusManager.setFocused(false)
    await anEventASecond(hear)
    expect(queryFn).not.toHaveBeenCalled()
    focusManager.setFocused(true)
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  test('a visible page counts one to two seconds after an event', async () => {
    const { queryFn, hear } = await aDesk(3)
    chance(0.5)
    hear()
    await pass(1499)
    expect(queryFn).not.toHaveBeenCalled()
    await pass(1)
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  test('counts at their cap are counted at most every five seconds', async () => {
    const { queryFn, hear } = await aDesk(COUNTED_UP_TO)
    chance(0)
    await anEventASecond(hear)
    expect(queryFn.mock.calls.length).toBeGreaterThan(9)
    expect(queryFn.mock.calls.length).toBeLessThanOrEqual(12)
  })
})

test('two browsers wait differently long before they open their sockets again', () => {
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} })
  for (const value of [0, 0.75]) {
    chance(value)
    const nothing = () => {}
    openSocket({ onFrame: nothing, onHearing: nothing, onDeaf: nothing, onBlocked: nothing })()
  }
  expect(waits).toEqual([1000, 4000])
})
