import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { PHONE_WIDTH } from '../ui/theme.ts'

export interface MenuFolding {
  isFolded: boolean
  /** Folds and unfolds the menu; undefined where it does not fold. */
  onFold: (() => void) | undefined
}

/** The side menu folds to its icons on the desk and the kanban, which need the room. This browser remembers it. */
export function useFoldedMenu(pathname: string): MenuFolding {
  const [isChosen, setIsChosen] = useLocalStorage({
    key: 'recado.foldedMenu',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isWide = useMediaQuery(`(min-width: ${PHONE_WIDTH / 16}em)`, undefined, {
    getInitialValueInEffect: false,
  })
  const folds = Boolean(isWide) && /^\/(tickets|kanban)(\/|$)/.test(pathname)
  return { isFolded: folds && isChosen, onFold: folds ? () => setIsChosen(!isChosen) : undefined }
}
