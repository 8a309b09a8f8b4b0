/** Actions of the desk with keys of their own (part 4 §11). */
export type DeskAction =
  | 'down'
  | 'up'
  | 'search'
  | 'sheet'
  | 'next'
  | 'begin'
  | 'resolve'
  | 'transfer'
  | 'note'
  | 'unread'
  | 'find'

/** Single characters. Users can switch them off, and in a focused field they are text. */
const SINGLE: Record<string, DeskAction> = { j: 'down', k: 'up', '/': 'search', '?': 'sheet' }

/** With Alt, also in a field. Keys by their place, because Alt changes the character on some systems. */
const WITH_ALT: Record<string, DeskAction> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  KeyA: 'next',
  KeyC: 'begin',
  KeyE: 'resolve',
  KeyT: 'transfer',
  KeyN: 'note',
  KeyU: 'unread',
  KeyF: 'find',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>

/**
 * The action of a pressed key.
 * @param takesSingle whether single characters are switched on and no field has the focus
 */
export function actionOfKey(
  { key, code, altKey, ctrlKey, metaKey }: Pressed,
  takesSingle: boolean,
): DeskAction | undefined {
  if (ctrlKey || metaKey) return undefined
  if (altKey) return WITH_ALT[code]
  return takesSingle ? SINGLE[key.toLowerCase()] : undefined
}

/** The rows of the sheet: what each key does, and the key as it is written. */
export const SHEET_ROWS = [
  ['down', 'J / Alt ↓'],
  ['up', 'K / Alt ↑'],
  ['openRow', 'Enter'],
  ['search', '/'],
  ['next', 'Alt A'],
  ['begin', 'Alt C'],
  ['resolve', 'Alt E'],
  ['transfer', 'Alt T'],
  ['note', 'Alt N'],
  ['unread', 'Alt U'],
  ['find', 'Alt F'],
  ['back', 'Esc'],
  ['sheet', '?'],
] as const
