import { useTexts } from '../i18n/use-texts.ts'

const [MINUTE, HOUR] = [60, 3600]

/** Formats business hours in seconds: "45 s", "12 min", "3 h 05 min"; a dash without any. */
export function useBusinessTime(): (seconds: number | null) => string {
  const { t } = useTexts()
  return (seconds) => {
    if (seconds === null) return '–'
    if (seconds < MINUTE) return t('deskReport.time.seconds', { count: seconds })
    if (seconds < HOUR) return t('deskReport.time.minutes', { count: Math.floor(seconds / MINUTE) })
    const minutes = String(Math.floor((seconds % HOUR) / MINUTE)).padStart(2, '0')
    return t('deskReport.time.hours', { count: Math.floor(seconds / HOUR), minutes })
  }
}
