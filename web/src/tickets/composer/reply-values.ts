import { greetingAt } from '@recado/shared/campaigns/message/template'
import type { ContactDetails } from '@recado/shared/contacts/contact'
import type { ReplyVariable } from '@recado/shared/quick-replies/variables'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { numberOf } from '../chat-number.ts'
import { givenName } from '../ticket-title.ts'

interface ReplySource {
  ticket: Ticket
  /** The ticket's contact; undefined while it has none or it is not loaded. */
  contact: ContactDetails | undefined
  /** The name of the user who writes. */
  me: string
  /** The name of the ticket's queue; '' without one. */
  queue: string
  zone: string
  now: Date
}

/** The values of the variables of quick replies. What the contact says comes before what the ticket says. */
export function replyValues(source: ReplySource): Record<ReplyVariable, string> {
  const { ticket, contact, me, queue, zone, now } = source
  const name = contact?.name || givenName(ticket.name)
  return {
    nome: name,
    primeiro_nome: name.split(/\s+/)[0] ?? '',
    saudacao: greetingAt(now, zone),
    atendente: me,
    fila: queue,
    protocolo: ticket.protocol,
    numero: numberOf(ticket.chat) ?? contact?.number ?? '',
    email: contact?.email ?? '',
    var1: contact?.var1 ?? '',
    var2: contact?.var2 ?? '',
    var3: contact?.var3 ?? '',
  }
}
