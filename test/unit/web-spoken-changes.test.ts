import { afterEach, expect, test, vi } from 'vitest'
import { ChosenCommand } from '../../web/src/shell/ChosenCommand.tsx'
import { OpenedPage } from '../../web/src/shell/OpenedPage.tsx'
import { useQuietLog } from '../../web/src/tickets/messages/use-quiet-log.ts'
import { useDocumentTitle } from '../../web/src/ui/use-document-title.ts'
import { mounted } from '../support/mounted.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a conversation is silent while an older page comes and until it was reported, and then tells of new messages', async () => {
  vi.useFakeTimers()
  const log = await mounted(({ isLoading }) => ({ live: useQuietLog(isLoading) }), { isLoading: false })
  const live = () => log.answer()?.live
  expect(live()).toBeUndefined()
  await log.show({ isLoading: true })
  expect(live()).toBe('off')
  await log.show({ isLoading: false })
  expect(live()).toBe('off')
  await log.after(() => vi.advanceTimersByTime(1000))
  expect(live()).toBeUndefined()
  await log.unmount()
})

test('screen readers hear which command of the quick search the arrow keys have chosen', async () => {
  let chosen: { textContent: string } | null = null
  let observe = () => undefined as unknown
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(change: () => unknown) {
        observe = change
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const dialog = { querySelector: () => chosen }
  const search = await mounted(() => {
    const tree = ChosenCommand()
    Object.assign(tree.props.ref, { current: { closest: () => dialog } })
    return { tree }
  }, {})
  const spoken = () => search.answer()?.tree.props.children
  expect(spoken()).toBe('')
  for (const words of ['Contatos', 'Conexões']) {
    chosen = { textContent: words }
    await search.after(() => observe())
    expect(spoken()).toBe(words)
  }
  await search.unmount()
})

test('screen readers hear which page a link has opened, and not the first, which they read with the document', async () => {
  vi.stubGlobal('document', { title: '' })
  const region = await mounted(() => ({ tree: OpenedPage() }), {})
  const page = await mounted(
    ({ title }) => {
      useDocumentTitle(title)
      return {}
    },
    { title: 'Painel' },
  )
  const spoken = () => region.answer()?.tree.props.children
  expect(spoken()).toBe('')
  for (const title of ['Contatos', 'Painel']) {
    await page.show({ title })
    expect(spoken()).toBe(title)
  }
  await page.unmount()
  await region.unmount()
})
