import type { Language } from '../language.ts'

/** The columns of the audit trail, in their order. */
export const AUDIT_COLUMNS = [
  'at',
  'who',
  'support',
  'action',
  'target',
  'targetName',
  'fields',
  'reason',
  'address',
  'place',
  'agent',
  'refused',
] as const

interface AuditWords {
  /** The file's name. */
  name: string
  columns: Record<(typeof AUDIT_COLUMNS)[number], string>
  yes: string
}

/** Words of the audit trail. */
export const AUDIT_WORDS: Record<Language, AuditWords> = {
  pt: {
    name: 'Auditoria',
    columns: {
      at: 'data',
      who: 'quem',
      support: 'suporte',
      action: 'ação',
      target: 'alvo',
      targetName: 'nome',
      fields: 'campos',
      reason: 'motivo',
      address: 'endereço',
      place: 'local',
      agent: 'navegador',
      refused: 'recusado',
    },
    yes: 'sim',
  },
  en: {
    name: 'Audit trail',
    columns: {
      at: 'date',
      who: 'who',
      support: 'support',
      action: 'action',
      target: 'target',
      targetName: 'name',
      fields: 'fields',
      reason: 'reason',
      address: 'address',
      place: 'place',
      agent: 'browser',
      refused: 'refused',
    },
    yes: 'yes',
  },
  es: {
    name: 'Auditoría',
    columns: {
      at: 'fecha',
      who: 'quién',
      support: 'soporte',
      action: 'acción',
      target: 'objeto',
      targetName: 'nombre',
      fields: 'campos',
      reason: 'motivo',
      address: 'dirección',
      place: 'lugar',
      agent: 'navegador',
      refused: 'rechazado',
    },
    yes: 'sí',
  },
}
