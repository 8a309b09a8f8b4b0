import type { Sheet } from '../spreadsheets/sheet.ts'
import type { DeskReport, Figures } from './report.ts'

const HEADER = [
  'por',
  'nome',
  'abertos',
  'resolvidos',
  'reabertos',
  'primeira resposta: mediana (h:mm:ss úteis)',
  'primeira resposta: p90 (h:mm:ss úteis)',
  'resolução: mediana (h:mm:ss úteis)',
  'resolução: p90 (h:mm:ss úteis)',
  'dentro da meta',
  'respostas com meta',
  'avaliações pedidas',
  'avaliações recebidas',
  'nota média',
]

/** A report as a spreadsheet: a row for the whole period, then one for each day, queue, attendant and hour. */
export const reportSheet = ({ period, by }: Pick<DeskReport, 'period' | 'by'>): Sheet => ({
  name: 'Atendimento',
  header: HEADER,
  rows: [
    rowOf('período', '', period),
    ...by.day.map((each) => rowOf('dia', each.day, each)),
    ...by.queue.map((each) => rowOf('fila', nameOf(each.queueId, each.name, 'Sem fila'), each)),
    ...by.user.map((each) => rowOf('atendente', nameOf(each.userId, each.name, 'Sem atendente'), each)),
    ...by.hour.map((each) => rowOf('hora', `${each.hour}h`, each)),
  ],
})

const nameOf = (id: string | null, name: string | null, without: string): string =>
  id === null ? without : (name ?? 'Excluído')

const rowOf = (by: string, name: string, figures: Figures): string[] => {
  const { opened, closed, reopened, firstResponse, resolution, target, rating } = figures
  return [
    by,
    name,
    ...[opened, closed, reopened].map(String),
    ...[firstResponse.median, firstResponse.p90, resolution.median, resolution.p90].map(clock),
    ...[target.met, target.of, rating.asked, rating.count].map(String),
    rating.mean === null ? '' : rating.mean.toFixed(2).replace('.', ','),
  ]
}

/** "1:05:09"; '' for no time. @param seconds whole ones */
function clock(seconds: number | null): string {
  if (seconds === null) return ''
  const two = (number: number) => String(number).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
