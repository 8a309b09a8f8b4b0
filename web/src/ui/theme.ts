import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

/** White text on shade 6 has a contrast of 5:1, in light and dark. */
const green: MantineColorsTuple = [
  '#eefaf3',
  '#d6f1e1',
  '#aee3c5',
  '#7dd0a3',
  '#4db883',
  '#2a9c66',
  '#1a7f50',
  '#156842',
  '#115236',
  '#0c3b27',
]

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: 6,
  colors: { green },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.25' } } },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5, blur: 2 },
        // A dialog's header is not a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)', overflowWrap: 'anywhere' },
      },
    },
    // Mantine's text under a title is too pale.
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-md)' } } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
    },
    Select: { defaultProps: { allowDeselect: false, comboboxProps: { shadow: 'md' } } },
    // Its placeholder for the first focus is no item, which a menu consists of.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
  },
})

/** Mantine's dimmed texts are below a contrast of 4.5:1. */
export const readableTexts: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6b7279',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#98350b',
    '--mantine-color-teal-light-color': '#05614a',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#a0a2a6',
    '--mantine-color-error': '#ff8787',
  },
})

/** The same key that `public/color-scheme.js` reads. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'recado.colorScheme' })

/** Heights and widths that several components share, in pixels. */
export const TOP_BAR_HEIGHT = 56
export const SIDE_MENU_WIDTH = 300
export const FOLDED_MENU_WIDTH = 64
export const PHONE_WIDTH = 768
