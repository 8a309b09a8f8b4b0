import { useEffect } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'

/** Time after the first page (ms), so that it is not slowed down. */
const AFTER_MS = 2000

/**
 * Has the service worker keep all parts of the app, with the texts of the chosen language, so that pages open at once and
 * without the network. It keeps files; no code runs. Browsers that save data load each part when they need it.
 */
export function useAllPartsKept(): void {
  const { language } = useTexts()
  useEffect(() => {
    if (!('serviceWorker' in navigator) || savesData()) return
    const timer = setTimeout(async () => {
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ keepsPartsIn: language })
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [language])
}

/** Whether the user told a browser of Chromium's family to save data (Network Information API). */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
