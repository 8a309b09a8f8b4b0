import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isAtEndOf, placeOf, type ScrolledBox, staysAtEnd } from './at-end.ts'

interface Shown {
  /** The oldest and the newest loaded message. */
  first: string | undefined
  last: string | undefined
  /** Changes with every message that the user sends: their own message is always shown. */
  sent: number
  /** The message that it opens at. */
  openAt: string | undefined
  /** Whether new rows at the end stay in view. */
  isFollowing: boolean
}

/**
 * Keeps the place in a conversation: at the end new messages stay in view; elsewhere neither older pages above nor new
 * messages below move what the user reads. It opens at the given message, else at the first unread one, else at the end.
 */
export function useScrollKeeping(ref: RefObject<HTMLElement | null>, shown: Shown) {
  const { first, last, sent, openAt, isFollowing } = shown
  // Undefined until it has its place, so that a conversation that opens elsewhere does not count as read to its end.
  const [isAtEnd, setIsAtEnd] = useState<boolean>()
  const [lastSeen, setLastSeen] = useState(last)
  const kept = useRef({ first, sent, height: 0, view: 0, top: 0, isAtEnd: true, isOpen: false })

  const remember = useCallback((place: ScrolledBox, isEnd: boolean) => {
    kept.current = { ...kept.current, ...place, isAtEnd: isEnd }
    setIsAtEnd(isEnd)
  }, [])

  const onScroll = useCallback(() => {
    const node = ref.current
    if (node) remember(placeOf(node), staysAtEnd(kept.current, placeOf(node), isFollowing))
  }, [ref, isFollowing, remember])

  const toEnd = useCallback(() => {
    const node = ref.current
    if (!node) return
    node.scrollTop = node.scrollHeight
    remember(placeOf(node), true)
  }, [ref, remember])

  // Runs after every change of the rows, before they are painted.
  useLayoutEffect(() => {
    const node = ref.current
    const before = kept.current
    if (!node || !last) return
    if (!before.isOpen) {
      const unread = node.querySelector<HTMLElement>('[data-unread]')
      const opened = openAt && node.querySelector(`[data-message="${CSS.escape(openAt)}"]`)
      if (opened) opened.scrollIntoView({ block: 'center' })
      else node.scrollTop = unread ? unread.offsetTop - node.clientHeight / 4 : node.scrollHeight
    } else if (sent !== before.sent || (before.isAtEnd && isFollowing)) node.scrollTop = node.scrollHeight
    else if (first !== before.first) node.scrollTop = before.top + node.scrollHeight - before.height
    kept.current = { ...kept.current, first, sent, isOpen: true }
    remember(placeOf(node), isAtEndOf(placeOf(node)))
  }, [ref, first, last, sent, openAt, isFollowing, remember])

  // The composer grows, the window shrinks, a bubble gets an explanation: the end stays in view. Elsewhere the new height
  // counts from now on, so that a page above does not move the view by it.
  const isEmpty = last === undefined
  useEffect(() => {
    const node = ref.current
    if (!node || isEmpty) return
    const observer = new ResizeObserver(() => {
      if (kept.current.isAtEnd && isFollowing) toEnd()
      else kept.current = { ...kept.current, ...placeOf(node) }
    })
    observer.observe(node)
    for (const child of node.children) observer.observe(child)
    return () => observer.disconnect()
  }, [ref, isEmpty, isFollowing, toEnd])

  useEffect(() => {
    if (isAtEnd !== false) setLastSeen(last)
  }, [isAtEnd, last])

  return { isAtEnd: isAtEnd ?? !last, lastSeen, onScroll, toEnd }
}
