import { afterEach, expect, test, vi } from 'vitest'
import { onNotificationClick, showNotification } from '../../web/src/notices/alerts/show-notification.ts'

afterEach(() => vi.unstubAllGlobals())

const NEWS = { title: 'Ana Lima', body: 'Bom dia', tag: 'T1', path: '/tickets/T1' }

test('a click on a notification opens its page', async () => {
  const shown: Notification[] = []
  class Shown {
    constructor() {
      shown.push(this as unknown as Notification)
    }
    close() {}
  }
  vi.stubGlobal('Notification', Shown)
  vi.stubGlobal('window', { focus: () => undefined })
  const open = vi.fn()
  await showNotification(NEWS, open)
  shown[0]?.onclick?.call(shown[0], new Event('click'))
  expect(open).toHaveBeenCalledOnce()
})

test('the service worker shows a notification where the page may not, and a click opens its page', async () => {
  class Refused {
    constructor() {
      throw new TypeError('Illegal constructor')
    }
  }
  vi.stubGlobal('Notification', Refused)
  const worker = { showNotification: vi.fn() }
  const container = Object.assign(new EventTarget(), { getRegistration: async () => worker })
  vi.stubGlobal('navigator', { serviceWorker: container })
  await showNotification(NEWS, () => undefined)
  const { title, body, tag, path } = NEWS
  expect(worker.showNotification).toHaveBeenCalledWith(title, { body, tag, data: { path } })
  const opened: string[] = []
  const end = onNotificationClick((clicked) => opened.push(clicked))
  container.dispatchEvent(new MessageEvent('message', { data: { opens: path } }))
  end()
  container.dispatchEvent(new MessageEvent('message', { data: { opens: '/later' } }))
  expect(opened).toEqual([path])
})
