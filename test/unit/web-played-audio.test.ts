import { expect, onTestFinished, test, vi } from 'vitest'
import { togglePlaying, usePlayback } from '../../web/src/tickets/media/player.ts'
import { saveBlob } from '../../web/src/ui/save-file.ts'
import { mounted } from '../support/mounted.ts'

/** The browser's audio element, as far as the player uses it. */
class Recording {
  static made: Recording[] = []
  currentTime = 0
  onplay = () => {}
  onpause = () => {}
  ontimeupdate = () => {}
  constructor() {
    Recording.made.push(this)
  }
  /** The events of a pause come in tasks of their own (HTML standard, media elements). */
  pause() {
    queueMicrotask(() => {
      this.ontimeupdate()
      this.onpause()
    })
  }
  async play() {
    this.onplay()
  }
}

test('a recording that is being loaded begins at 0, and not where the one before stopped', async () => {
  vi.stubGlobal('Audio', Recording)
  vi.stubGlobal('localStorage', { getItem: () => null })
  const next = Promise.withResolvers<string>()
  const page = await mounted(() => usePlayback('M2'), {})
  await page.after(() => togglePlaying({ messageId: 'M1', load: async () => 'https://files.test/1' }))
  for (const recording of Recording.made) recording.currentTime = 12
  await page.after(() => togglePlaying({ messageId: 'M2', load: () => next.promise }))
  expect(page.answer()).toMatchObject({ isLoading: true, at: 0 })
  await page.after(() => next.resolve('https://files.test/2'))
  for (const recording of Recording.made) recording.currentTime = 3
  await page.after(() => Recording.made[0]?.ontimeupdate())
  expect(page.answer()).toMatchObject({ isPlaying: true, at: 3 })
  await page.unmount()
})

test('a saved file stays readable for the browser after the click', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const link = { href: '', download: '', rel: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  const freed = vi.spyOn(URL, 'revokeObjectURL')
  saveBlob(new Blob(['x']), 'contatos.xlsx')
  expect([link.download, link.click.mock.calls.length, freed.mock.calls]).toEqual(['contatos.xlsx', 1, []])
  vi.runAllTimers()
  expect(freed).toHaveBeenCalledWith(link.href)
})
