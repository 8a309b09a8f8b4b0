import type { Clock } from '../calendar/local-date.ts'
import type { TicketEvent } from '../messages/content.ts'

/** The app's Portuguese sentence for what happened to a ticket. */
export function eventText(event: TicketEvent, clock: Clock): string {
  const { kind, by, queue, user, reason, until } = event
  const who = by?.name
  const somebody = who ?? 'Alguém'
  switch (kind) {
    case 'accepted':
      return `${somebody} aceitou`
    case 'takenOver':
      return `${somebody} assumiu`
    case 'returned':
      return who ? `${who} devolveu para a fila` : 'Voltou para a fila'
    case 'transferred':
      return `${somebody} transferiu para ${[user?.name, queue?.name].filter(Boolean).join(' em ')}`
    case 'closed':
      return who ? `${who} resolveu` : closedText(reason)
    case 'reopened':
      return who ? `${who} reabriu` : 'O contato voltou a escrever, e o atendimento foi reaberto'
    case 'snoozed':
      return `${somebody} adiou até ${clock(until)}`
    case 'woken':
      return who ? `${who} encerrou o adiamento` : 'O atendimento voltou do adiamento'
    case 'tagged':
      return `${somebody} mudou as etiquetas`
    case 'queued':
      return `Entrou na fila ${queue?.name ?? ''}`.trim()
    case 'merged':
      return 'Unido a outro atendimento do mesmo contato'
  }
}

function closedText(reason: TicketEvent['reason']): string {
  if (reason === 'idle') return 'Resolvido por falta de resposta'
  return reason === 'connection' ? 'Resolvido porque a conexão foi excluída' : 'Resolvido automaticamente'
}
