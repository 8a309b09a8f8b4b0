import { useMediaQuery } from '@mantine/hooks'
import { PHONE_WIDTH } from './theme/tokens.ts'

/** Whether the window is as narrow as a phone. Relative to the font size, as the style sheets' limits are. */
export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: ${(PHONE_WIDTH - 0.02) / 16}em)`, undefined, { getInitialValueInEffect: false })
