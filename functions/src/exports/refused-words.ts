import type { ContactRow } from '@recado/shared/imports/read-contacts'
import type { Language } from '@recado/shared/language'

type RefusedReason = Extract<ContactRow, { kind: 'refused' }>['reason']

export interface RefusedWords {
  /** The file's name. */
  name: string
  /** Titles of the last two columns; the template's come before them. */
  reason: string
  line: string
  reasons: Record<RefusedReason, string>
}

/** Words of the file of refused rows. The template's columns keep their names, because an import finds them by these. */
export const REFUSED_WORDS: Record<Language, RefusedWords> = {
  pt: {
    name: 'Linhas recusadas',
    reason: 'motivo',
    line: 'linha',
    reasons: { NUMBER_EMPTY: 'Número vazio', NUMBER_INVALID: 'Número inválido' },
  },
  en: {
    name: 'Refused rows',
    reason: 'reason',
    line: 'row',
    reasons: { NUMBER_EMPTY: 'No number', NUMBER_INVALID: 'Invalid number' },
  },
  es: {
    name: 'Filas rechazadas',
    reason: 'motivo',
    line: 'fila',
    reasons: { NUMBER_EMPTY: 'Sin número', NUMBER_INVALID: 'Número no válido' },
  },
}
