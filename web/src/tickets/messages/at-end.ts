/** So near to the end counts as being there (px). */
const AT_END_PX = 48

/** A scrolling box, in pixels: its content, its view, and how much is above the view. */
export interface ScrolledBox {
  height: number
  view: number
  top: number
}

export const placeOf = (node: Pick<Element, 'scrollHeight' | 'clientHeight' | 'scrollTop'>): ScrolledBox => ({
  height: node.scrollHeight,
  view: node.clientHeight,
  top: node.scrollTop,
})

export const isAtEndOf = ({ height, view, top }: ScrolledBox): boolean => height - top - view <= AT_END_PX

/**
 * Whether a box is still at its end when a scroll event comes. The browser sends the event a frame late: the box may have
 * changed its size meanwhile, so that its end is out of view although the user did not scroll.
 * @param isFollowing whether the end comes into view again after a change of size
 */
export function staysAtEnd(
  before: ScrolledBox & { isAtEnd: boolean },
  now: ScrolledBox,
  isFollowing: boolean,
): boolean {
  if (isAtEndOf(now)) return true
  const isResized = now.height !== before.height || now.view !== before.view
  return isFollowing && before.isAtEnd && isResized && now.top >= before.top
}
