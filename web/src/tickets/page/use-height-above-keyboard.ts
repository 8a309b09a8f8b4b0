import { useEffect } from 'react'

const HEIGHT = '--height-above-keyboard'

/**
 * Gives the style sheet the height of the page above the on-screen keyboard, while a field of the page has the focus. Safari on
 * iOS lays the keyboard over the page, keeps 100dvh, and ignores `interactive-widget` of the viewport (WebKit bug 259770).
 */
export function useHeightAboveKeyboard(): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport
    if (!viewport || !matchMedia('(pointer: coarse)').matches) return
    const fit = () => fitPage(viewport)
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('focusin', fit, { signal })
    document.addEventListener('focusout', fit, { signal })
    // Safari resizes the viewport after the field has the focus, and moves it until the field is in view.
    viewport.addEventListener('resize', fit, { signal })
    viewport.addEventListener('scroll', fit, { signal })
    return () => {
      listening.abort()
      document.documentElement.style.removeProperty(HEIGHT)
    }
  }, [])
}

/** A field of a dialog does not change the page, which the dialog covers. */
function fitPage({ height, scale, pageTop }: VisualViewport): void {
  const { activeElement: field, documentElement: page } = document
  if (!field?.matches('#content :is(input, textarea)')) return void page.style.removeProperty(HEIGHT)
  // A pinch shows a part of the page, enlarged.
  page.style.setProperty(HEIGHT, `${Math.round(height * scale)}px`)
  if (pageTop <= 0 || scale > 1) return
  // Safari moves the page up to show the field. Now that the page ends above the keyboard, this only hides its header.
  scrollTo(0, 0)
  field.scrollIntoView({ block: 'nearest' })
}
