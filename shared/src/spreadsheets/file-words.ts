import type { Language } from '../language.ts'

interface FileWords {
  /** The name of a file whose own name has no character that file systems take. */
  name: string
  /** The name of each of its sheets; from the second one on with a number. */
  tab: string
}

/** Words of every exported spreadsheet. */
export const FILE_WORDS: Record<Language, FileWords> = {
  pt: { name: 'planilha', tab: 'Planilha' },
  en: { name: 'spreadsheet', tab: 'Sheet' },
  es: { name: 'hoja de cálculo', tab: 'Hoja' },
}
