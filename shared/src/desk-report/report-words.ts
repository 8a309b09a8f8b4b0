import type { Language } from '../language.ts'

/** The columns of the report of customer service, in their order. */
export const REPORT_COLUMNS = [
  'by',
  'name',
  'opened',
  'closed',
  'reopened',
  'firstResponse',
  'firstResponseP90',
  'resolution',
  'resolutionP90',
  'met',
  'answered',
  'asked',
  'rated',
  'rate',
] as const

interface ReportWords {
  /** The file's name. */
  name: string
  columns: Record<(typeof REPORT_COLUMNS)[number], string>
  /** A row's figures: of the whole period, or of one day, queue, attendant or hour. */
  by: Record<'period' | 'day' | 'queue' | 'user' | 'hour', string>
  noQueue: string
  noUser: string
  /** In place of the name of a deleted queue or user. */
  deleted: string
}

/** Words of the report of customer service. */
export const REPORT_WORDS: Record<Language, ReportWords> = {
  pt: {
    name: 'Atendimento',
    columns: {
      by: 'por',
      name: 'nome',
      opened: 'abertos',
      closed: 'resolvidos',
      reopened: 'reabertos',
      firstResponse: 'primeira resposta: mediana (h:mm:ss úteis)',
      firstResponseP90: 'primeira resposta: p90 (h:mm:ss úteis)',
      resolution: 'resolução: mediana (h:mm:ss úteis)',
      resolutionP90: 'resolução: p90 (h:mm:ss úteis)',
      met: 'dentro da meta',
      answered: 'respostas com meta',
      asked: 'avaliações pedidas',
      rated: 'avaliações recebidas',
      rate: 'nota média',
    },
    by: { period: 'período', day: 'dia', queue: 'fila', user: 'atendente', hour: 'hora' },
    noQueue: 'Sem fila',
    noUser: 'Sem atendente',
    deleted: 'Excluído',
  },
  en: {
    name: 'Customer service',
    columns: {
      by: 'by',
      name: 'name',
      opened: 'opened',
      closed: 'resolved',
      reopened: 'reopened',
      firstResponse: 'first answer: median (business h:mm:ss)',
      firstResponseP90: 'first answer: p90 (business h:mm:ss)',
      resolution: 'resolution: median (business h:mm:ss)',
      resolutionP90: 'resolution: p90 (business h:mm:ss)',
      met: 'within the target',
      answered: 'answers with a target',
      asked: 'ratings requested',
      rated: 'ratings received',
      rate: 'mean rating',
    },
    by: { period: 'period', day: 'day', queue: 'queue', user: 'agent', hour: 'hour' },
    noQueue: 'No queue',
    noUser: 'No agent',
    deleted: 'Deleted',
  },
  es: {
    name: 'Atención al cliente',
    columns: {
      by: 'por',
      name: 'nombre',
      opened: 'abiertos',
      closed: 'resueltos',
      reopened: 'reabiertos',
      firstResponse: 'primera respuesta: mediana (h:mm:ss hábiles)',
      firstResponseP90: 'primera respuesta: p90 (h:mm:ss hábiles)',
      resolution: 'resolución: mediana (h:mm:ss hábiles)',
      resolutionP90: 'resolución: p90 (h:mm:ss hábiles)',
      met: 'dentro de la meta',
      answered: 'respuestas con meta',
      asked: 'evaluaciones solicitadas',
      rated: 'evaluaciones recibidas',
      rate: 'nota media',
    },
    by: { period: 'período', day: 'día', queue: 'cola', user: 'agente', hour: 'hora' },
    noQueue: 'Sin cola',
    noUser: 'Sin agente',
    deleted: 'Eliminado',
  },
}
