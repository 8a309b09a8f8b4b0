import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import { COLORS, FONT, FONT_SIZES, INK } from './tokens.ts'

/** The only shadow, of what floats. */
const FLOATING = '0 1px 2px rgb(16 24 20 / 8%), 0 10px 28px rgb(16 24 20 / 14%)'

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: 6,
  colors: COLORS,
  black: INK,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: FONT,
  fontSizes: FONT_SIZES,
  fontWeights: { bold: '600' },
  shadows: { xs: FLOATING, sm: FLOATING, md: FLOATING, lg: FLOATING, xl: FLOATING },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: FONT_SIZES.xl, lineHeight: '1.2' },
      h2: { fontSize: FONT_SIZES.lg, lineHeight: '1.3' },
      h3: { fontSize: FONT_SIZES.md, lineHeight: '1.4' },
      h4: { fontSize: FONT_SIZES.md, lineHeight: '1.4' },
    },
  },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5 },
        // A dialog's header is not a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        content: { background: 'var(--recado-raised)' },
        header: { background: 'var(--recado-raised)' },
        title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', overflowWrap: 'anywhere' },
      },
    },
    // Mantine's letters of these are not of the type scale.
    Badge: { defaultProps: { tt: 'none' }, vars: () => ({ root: { '--badge-fz': FONT_SIZES.xs } }) },
    Kbd: { vars: () => ({ root: { '--kbd-fz': FONT_SIZES.xs } }) },
    Paper: { defaultProps: { radius: 'lg' } },
    Card: { defaultProps: { radius: 'lg' } },
    // Mantine's text under a title is too pale.
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-md)' } } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
    },
    // The first field with an error takes the focus. Its choices would cover the error, so they wait for a click or a key.
    Select: {
      defaultProps: { allowDeselect: false, comboboxProps: { shadow: 'md' }, openOnFocus: false },
    },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    TagsInput: { defaultProps: { openOnFocus: false } },
    // Its placeholder for the first focus is no item, which a menu consists of.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
  },
})

/** The same key that `public/first-paint.js` reads. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'recado.colorScheme' })
