import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enableSounds, playSound } from '../../web/src/notices/alerts/sounds.ts'

/** The state in which the browser leaves every audio context. */
let state: string
let resume: () => Promise<void>
const created = vi.fn()
const tones = vi.fn()
class Context {
  currentTime = 0
  destination = {}
  constructor() {
    created()
  }
  get state() {
    return state
  }
  resume() {
    return resume()
  }
  createOscillator() {
    return { frequency: {}, connect: (next: object) => next, start: tones, stop: () => {} }
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
    return { gain, connect: (next: object) => next }
  }
}

let page: EventTarget
let end: () => void
const gesture = (type: string) => page.dispatchEvent(new Event(type))

beforeEach(() => {
  page = new EventTarget()
  state = 'suspended'
  resume = vi.fn(async () => {
    state = 'running'
  })
  for (const mock of [created, tones]) mock.mockClear()
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  end = enableSounds()
})
afterEach(() => end())

test('a sound before the first gesture makes no audio context, because it would never play', () => {
  playSound('message')
  expect(created).not.toHaveBeenCalled()
})

test.each(['pointerup', 'keydown', 'click'])('sounds play after a gesture: %s', (type) => {
  gesture(type)
  playSound('message')
  expect(tones).toHaveBeenCalledTimes(2)
})

test.each(['suspended', 'interrupted'])(
  'nothing plays while audio is %s, until the next gesture',
  (paused) => {
    gesture('click')
    state = paused
    playSound('message')
    expect(tones).not.toHaveBeenCalled()
    gesture('click')
    playSound('message')
    expect(tones).toHaveBeenCalled()
    gesture('click')
    expect(resume).toHaveBeenCalledTimes(2)
  },
)

test('a gesture that the browser refuses is followed by another try', async () => {
  resume = vi.fn().mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
  gesture('keydown')
  gesture('click')
  await Promise.resolve()
  expect(resume).toHaveBeenCalledTimes(2)
})

test('gestures no longer matter after the end', () => {
  end()
  gesture('click')
  expect(resume).not.toHaveBeenCalled()
})
