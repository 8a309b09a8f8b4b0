import { useLocalStorage } from '@mantine/hooks'
import { PHONE_WIDTH } from '../ui/theme/tokens.ts'
import { useIsAtLeast } from '../ui/use-is-at-least.ts'

export interface MenuFolding {
  isFolded: boolean
  /** Folds and unfolds the menu; undefined where it does not fold. */
  onFold: (() => void) | undefined
}

/** A window narrower than this has no room for the open menu beside a page of two panes. */
const ROOMY_WIDTH = 1100

/**
 * The side menu folds to its icons, except on a phone. In a narrow window it begins folded. This browser remembers the
 * choice, for narrow and for wide windows apart.
 */
export function useFoldedMenu(): MenuFolding {
  const isMenu = useIsAtLeast(PHONE_WIDTH)
  const isRoomy = useIsAtLeast(ROOMY_WIDTH)
  const inRoomy = useRemembered('recado.foldedMenu', false)
  const inNarrow = useRemembered('recado.foldedNarrowMenu', true)
  const [isFolded, setIsFolded] = isRoomy ? inRoomy : inNarrow
  return { isFolded: isMenu && isFolded, onFold: isMenu ? () => setIsFolded(!isFolded) : undefined }
}

const useRemembered = (key: string, defaultValue: boolean) =>
  useLocalStorage({ key, defaultValue, getInitialValueInEffect: false })
