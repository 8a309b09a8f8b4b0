import type { StoredMessage } from '../conversations/message.ts'
import { hasMedia, type StoredContent } from '../messages/content.ts'
import { previewOf } from '../messages/preview.ts'
import type { StoredTicket } from '../tickets/contract/stored-ticket.ts'
import type { TicketStatus } from '../tickets/contract/ticket.ts'
import { ticketsOf } from '../tickets/store/tickets.ts'
import { eventText } from './event-text.ts'
import type { Fact, Search } from './facts.ts'
import { inConversations, inGroupConversations } from './in-conversations.ts'
import { NOTICE_TEXTS } from './notice-texts.ts'

/** A person's conversations: their messages, the company's, and what stands between them, oldest first. */
export async function* conversationFacts(search: Search): AsyncGenerator<Fact> {
  const { table, subject, connectionIds, nameOf, clock } = search
  for await (const { conversation, messages } of inConversations(table, subject, connectionIds)) {
    const where = nameOf(conversation.connectionId)
    if (conversation.name)
      yield ['Conversa', where, clock(conversation.lastAt), 'Nome no WhatsApp', conversation.name]
    for await (const message of messages) yield messageFact(search, 'Conversa', message)
  }
}

export async function* groupMessages(search: Search): AsyncGenerator<Fact> {
  for await (const message of inGroupConversations(search.table, search.subject, search.connectionIds))
    yield messageFact(search, 'Conversa de grupo', message)
}

function messageFact(search: Search, where: string, message: StoredMessage): Fact {
  const { nameOf, clock, keep } = search
  const name = nameOf(message.connectionId)
  return [where, name, clock(message.at), kindOf(message), textOf(message.content, search), keep(message)]
}

function kindOf({ content, fromMe }: StoredMessage): string {
  if (content.type === 'note') return 'Nota interna'
  if (content.type === 'event') return 'Evento'
  return fromMe ? 'Mensagem enviada' : 'Mensagem recebida'
}

function textOf(content: StoredContent, { clock }: Pick<Search, 'clock'>): string {
  if (content.type === 'text' || content.type === 'note') return content.text
  if (content.type === 'event') return eventText(content, clock)
  if (content.type === 'location') return `${content.name} ${content.latitude}, ${content.longitude}`.trim()
  if (content.type === 'contact')
    return content.contacts.map(({ name, number }) => `${name} ${number}`).join('; ')
  if (content.type === 'notice')
    return [NOTICE_TEXTS[content.about], content.text, ...content.items].filter(Boolean).join('; ')
  if (content.type === 'document') return [content.fileName, content.caption].filter(Boolean).join('; ')
  return hasMedia(content) && 'caption' in content ? content.caption : previewOf(content)
}

export async function* ticketFacts(search: Search): AsyncGenerator<Fact> {
  const { table, subject, connectionIds, clock } = search
  for (const ticket of await ticketsOf(table, connectionIds, subject.chats))
    for (const [what, says] of fieldsOf(ticket, search))
      if (says) yield ['Atendimento', ticket.name, clock(ticket.createdAt), what, says]
}

function fieldsOf(ticket: StoredTicket, { names, clock }: Search): [what: string, says: string][] {
  const { protocol, status, queueId, userId, createdAt, closedAt, rating } = ticket
  return [
    ['Protocolo', protocol],
    ['Situação', STATUSES[status]],
    ['Fila', queueId ? (names.get(queueId) ?? 'Fila excluída') : ''],
    ['Atendente', userId ? (names.get(userId) ?? 'Usuário excluído') : ''],
    ['Aberto em', clock(createdAt)],
    ['Encerrado em', status === 'closed' ? clock(closedAt) : ''],
    ['Nota da avaliação', String(rating?.rate ?? '')],
  ]
}

const STATUSES: { readonly [S in TicketStatus]: string } = {
  pending: 'Aguardando',
  open: 'Em atendimento',
  closed: 'Resolvido',
}
