import { useIsAtLeast } from '../../ui/use-is-at-least.ts'

/** In a narrower window (px) the panel of the contact is hidden (part 4 §11). */
const WINDOW_PX = 1200
/** The least width of the pane (px) that leaves the conversation readable beside the panel. */
const PANE_PX = 720

/** Whether the panel of the contact stands beside the conversation. @param paneWidth of both, px at a font size of 16 px */
export function usePanelRoom(paneWidth: number): boolean {
  return useIsAtLeast(WINDOW_PX) && paneWidth >= PANE_PX
}
