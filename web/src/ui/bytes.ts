import type { Language } from '@recado/shared/language'
import { LOCALES } from '../i18n/index.ts'

const STEP = 1024
const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in words: "1,4 MB". Less than a kilobyte is shown as one. */
export function formatBytes(bytes: number, language: Language): string {
  const kilobytes = Math.max(1, bytes / STEP)
  const power = Math.min(Math.floor(Math.log(kilobytes) / Math.log(STEP)), UNITS.length - 1)
  const unit = UNITS[power] ?? 'kilobyte'
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(LOCALES[language], style).format(kilobytes / STEP ** power)
}
