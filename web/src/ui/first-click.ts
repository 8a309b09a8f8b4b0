import type { MouseEvent } from 'react'

/** Acts once for a double click, whose second click comes before the page can disable the button. */
export const firstClick =
  (act: () => void) =>
  ({ detail }: Pick<MouseEvent, 'detail'>): void => {
    if (detail <= 1) act()
  }
