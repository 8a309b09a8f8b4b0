import { type PointerEvent, useRef } from 'react'

/** A finger that rests this long opens the menu (ms). */
const PRESS_MS = 450
/** A finger that moves further scrolls (px). */
const MOVED_PX = 10

/** Handlers of an element that calls back when a finger rests on it. A mouse selects text as usual. */
export function useLongPress(onPress: (element: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    // The style sheet turns the browser's own long press off by it.
    'data-long-press': true,
    onPointerDown: ({ pointerType, currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'touch') return
      end()
      press.current = { timer: setTimeout(() => onPress(currentTarget), PRESS_MS), x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > MOVED_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
