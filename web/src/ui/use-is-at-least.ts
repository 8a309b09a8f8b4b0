import { useMediaQuery } from '@mantine/hooks'

/** Whether the window has this width (px) or more. Relative to the font size, as the style sheets' limits are. */
export const useIsAtLeast = (width: number): boolean =>
  useMediaQuery(`(min-width: ${width / 16}em)`, undefined, { getInitialValueInEffect: false })
