import { type Language, LOCALES } from '../i18n/index.ts'

const STEP = 1024
const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in words: "1,4 MB". */
export function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(Math.max(Math.floor(Math.log(bytes || 1) / Math.log(STEP)), 1), UNITS.length)
  const unit = UNITS[power - 1] ?? 'kilobyte'
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(LOCALES[language], style).format(bytes / STEP ** power)
}
