import { expect, onTestFinished, test, vi } from 'vitest'
import { whenInSight } from '../../web/src/ui/when-in-sight.ts'

/** Observes an element, and answers what happens when the browser reports these changes together. */
function observed(delayMs?: number) {
  let report: (changes: { isIntersecting: boolean }[]) => void = () => undefined
  const disconnect = vi.fn()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      disconnect = disconnect
      constructor(callBack: typeof report) {
        report = callBack
      }
      observe() {}
    },
  )
  const inSight = vi.fn()
  const end = whenInSight({} as Element, { scroller: null, margin: '0px', delayMs }, inSight)
  return {
    inSight,
    end,
    disconnect,
    report: (...changes: boolean[]) => report(changes.map((isIntersecting) => ({ isIntersecting }))),
  }
}

test('an element that came into sight after it was out of it is in sight, though both are reported together', () => {
  const { inSight, report } = observed()
  report(false, true)
  expect(inSight).toHaveBeenCalledOnce()
})

test('an element that has left again is not in sight', () => {
  const { inSight, report } = observed()
  report(true, false)
  expect(inSight).not.toHaveBeenCalled()
})

test('the observation ends when asked', () => {
  const { disconnect, end } = observed()
  end()
  expect(disconnect).toHaveBeenCalledOnce()
})

test('an element is in sight only after the delay, and not if it leaves or the observation ends before', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { inSight, report, end } = observed(300)
  report(true)
  vi.advanceTimersByTime(299)
  report(false)
  vi.advanceTimersByTime(300)
  expect(inSight).not.toHaveBeenCalled()
  report(true)
  vi.advanceTimersByTime(299)
  expect(inSight).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(inSight).toHaveBeenCalledOnce()
  report(true)
  end()
  vi.advanceTimersByTime(300)
  expect(inSight).toHaveBeenCalledOnce()
})
