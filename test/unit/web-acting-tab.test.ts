import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ActingTab, joinActingTabs } from '../../web/src/ui/acting-tab.ts'

/** Channels that deliver at once, except to and from suspended tabs. */
let channels: Channel[] = []
class Channel {
  isSuspended = false
  onmessage = (_: { data: unknown }) => {}
  readonly name: string
  constructor(name: string) {
    this.name = name
    channels.push(this)
  }
  postMessage(data: unknown) {
    const others = channels.filter((one) => one !== this && one.name === this.name)
    if (!this.isSuspended) for (const one of others) if (!one.isSuspended) one.onmessage({ data })
  }
  close() {
    channels = channels.filter((one) => one !== this)
  }
}

let page: EventTarget & { visibilityState: string }
const look = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}
const joined: ActingTab[] = []
const join = async (onActing?: () => void) => {
  const tab = joinActingTabs('a-lock', onActing)
  joined.push(tab)
  await vi.advanceTimersByTimeAsync(0)
  return tab
}
const suspend = (isSuspended: boolean) => {
  const [holder] = channels
  if (holder) holder.isSuspended = isSuspended
}

beforeEach(() => {
  channels = []
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('navigator', { locks: { request: locks() } })
})
afterEach(async () => {
  for (const tab of joined.splice(0)) tab.leave()
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
})

test('one tab acts, and another one after it left', async () => {
  const onActing = vi.fn()
  const [first, second] = [await join(), await join(onActing)]
  await vi.advanceTimersByTimeAsync(60_000)
  expect([first.isActing(), second.isActing(), onActing.mock.calls]).toEqual([true, false, []])
  first.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect([first.isActing(), second.isActing()]).toEqual([false, true])
  expect(onActing).toHaveBeenCalledOnce()
})

test('a visible tab acts while the tab with the lock is suspended', async () => {
  const onActing = vi.fn()
  await join()
  suspend(true)
  const second = await join(onActing)
  await vi.advanceTimersByTimeAsync(3999)
  expect(second.isActing()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(second.isActing()).toBe(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onActing).toHaveBeenCalledOnce()
  suspend(false)
  await vi.advanceTimersByTimeAsync(4000)
  expect(second.isActing()).toBe(false)
})

test('a hidden tab acts only with the lock, and asks anew once it is visible', async () => {
  await join()
  suspend(true)
  const second = await join()
  await vi.advanceTimersByTimeAsync(4000)
  look('hidden')
  expect(second.isActing()).toBe(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(second.isActing()).toBe(false)
  suspend(false)
  look('visible')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(second.isActing()).toBe(false)
  suspend(true)
  await vi.advanceTimersByTimeAsync(8000)
  expect(second.isActing()).toBe(true)
})

test('without locks every tab acts', async () => {
  vi.stubGlobal('navigator', {})
  expect([(await join()).isActing(), (await join()).isActing()]).toEqual([true, true])
})

/** A lock as browsers have it: requests wait in their order, and an aborted one is refused. */
function locks() {
  let last: Promise<unknown> = Promise.resolve()
  return (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const turn = last.then(() => (signal.aborted ? Promise.reject(signal.reason) : work()))
    last = turn.catch(() => undefined)
    return turn
  }
}
