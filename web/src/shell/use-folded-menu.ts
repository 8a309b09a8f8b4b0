import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { PHONE_WIDTH } from '../ui/theme/tokens.ts'

export interface MenuFolding {
  isFolded: boolean
  /** Folds and unfolds the menu; undefined where it does not fold. */
  onFold: (() => void) | undefined
}

/** The side menu folds to its icons, except on a phone. This browser remembers it. */
export function useFoldedMenu(): MenuFolding {
  const [isChosen, setIsChosen] = useLocalStorage({
    key: 'recado.foldedMenu',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isWide = useMediaQuery(`(min-width: ${PHONE_WIDTH / 16}em)`, undefined, {
    getInitialValueInEffect: false,
  })
  return { isFolded: isWide && isChosen, onFold: isWide ? () => setIsChosen(!isChosen) : undefined }
}
