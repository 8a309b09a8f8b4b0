import { useTexts } from '../i18n/use-texts.ts'

const [MINUTE, HOUR] = [60, 3600]

/** Formats a time in seconds: "45 s", "12 min", "3 h 05 min"; a dash without any. */
export function useDuration(): (seconds: number | null) => string {
  const { t } = useTexts()
  return (seconds) => {
    if (seconds === null) return '–'
    if (seconds < MINUTE) return t('common.duration.seconds', { count: seconds })
    if (seconds < HOUR) return t('common.duration.minutes', { count: Math.floor(seconds / MINUTE) })
    const minutes = String(Math.floor((seconds % HOUR) / MINUTE)).padStart(2, '0')
    return t('common.duration.hours', { count: Math.floor(seconds / HOUR), minutes })
  }
}
