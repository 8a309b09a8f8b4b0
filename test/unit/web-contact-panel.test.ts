import { beforeEach, expect, test, vi } from 'vitest'
import { usePanelRoom } from '../../web/src/tickets/page/use-panel-room.ts'
import { mounted } from '../support/mounted.ts'

let windowWidth: number
beforeEach(() => {
  windowWidth = 1280
})

vi.mock('@mantine/hooks', () => ({
  useMediaQuery: (query: string) =>
    windowWidth >= Number(/^\(min-width: ([\d.]+)em\)$/.exec(query)?.[1]) * 16,
}))

const isShown = async (paneWidth: number) => (await mounted(usePanelRoom, paneWidth)).answer()

test('the contact’s panel stands beside the conversation in windows of 1,200 px or more', async () => {
  windowWidth = 1200
  expect(await isShown(796)).toBe(true)
  // With the menu folded, the pane has room for it already.
  windowWidth = 1199
  expect(await isShown(795)).toBe(false)
})

test('the contact’s panel leaves the conversation 400 px', async () => {
  expect(await isShown(720)).toBe(true)
  expect(await isShown(719)).toBe(false)
})
