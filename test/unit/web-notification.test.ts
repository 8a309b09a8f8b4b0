import { afterEach, expect, test, vi } from 'vitest'
import { onNotificationClick, showNotification } from '../../web/src/notices/alerts/show-notification.ts'

afterEach(() => vi.unstubAllGlobals())

const NEWS = { title: 'Ana Lima', body: 'Bom dia', tag: 'T1', path: '/tickets/T1' }

/** The browser's notifications. @param worker the service worker's registration */
function aBrowser(worker?: { active: object | null; showNotification: (...shown: unknown[]) => unknown }) {
  const shown: Notification[] = []
  class Shown {
    constructor() {
      shown.push(this as unknown as Notification)
    }
    close() {}
  }
  vi.stubGlobal('Notification', Shown)
  vi.stubGlobal('window', { focus: () => undefined })
  const container = Object.assign(new EventTarget(), { getRegistration: async () => worker })
  vi.stubGlobal('navigator', { serviceWorker: container })
  return { shown, container }
}

test('a click on a notification opens its page', async () => {
  const { shown } = aBrowser()
  const open = vi.fn()
  await showNotification(NEWS, open)
  shown[0]?.onclick?.call(shown[0], new Event('click'))
  expect(open).toHaveBeenCalledOnce()
})

test('the service worker shows a notification where it runs, and a click opens its page', async () => {
  const worker = { active: {}, showNotification: vi.fn() }
  const { shown, container } = aBrowser(worker)
  await showNotification(NEWS, () => undefined)
  const { title, body, tag, path } = NEWS
  expect(worker.showNotification).toHaveBeenCalledWith(title, { body, tag, data: { path } })
  expect(shown).toEqual([])
  const opened: string[] = []
  const end = onNotificationClick((clicked) => opened.push(clicked))
  container.dispatchEvent(new MessageEvent('message', { data: { opens: path } }))
  end()
  container.dispatchEvent(new MessageEvent('message', { data: { opens: '/later' } }))
  expect(opened).toEqual([path])
})

test('the page shows a notification while the service worker is not active', async () => {
  const worker = { active: null, showNotification: () => Promise.reject(new TypeError('No active worker')) }
  const { shown } = aBrowser(worker)
  await showNotification(NEWS, () => undefined)
  expect(shown).toHaveLength(1)
})

test('a browser without workers that refuses the page shows nothing', async () => {
  aBrowser()
  class Refused {
    constructor() {
      throw new TypeError('Illegal constructor')
    }
  }
  vi.stubGlobal('Notification', Refused)
  await expect(showNotification(NEWS, () => undefined)).resolves.toBeUndefined()
})
