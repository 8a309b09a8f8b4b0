import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { actionOfKey, type DeskAction } from './desk-keys.ts'

/** Whether single characters are shortcuts in this browser. */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'recado.singleKeys', defaultValue: true, getInitialValueInEffect: false })

/**
 * Runs an action when its key is pressed, outside of dialogs and menus.
 * @param run undefined while the action is not offered: then the key keeps its usual effect
 */
export function useDeskKey(action: DeskAction, run: (() => void) | undefined): void {
  const [takesSingle] = useSingleKeys()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!run || actionOfKey(event, takesSingle && !isTyping(event.target)) !== action || isInDialog()) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** An open dialog or menu has the keys, or the menu of a phone, which covers the page. */
export const isInDialog = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"], #content[inert]')].some(
    (each) => each.checkVisibility(),
  )
