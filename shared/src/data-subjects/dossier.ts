import { clockOf } from '../calendar/local-date.ts'
import { reasonText, statusText } from '../campaigns/report/shippings-sheet.ts'
import { timeZoneOf } from '../companies/time-zone.ts'
import { allConnections, connectionIdsEver } from '../connections/store.ts'
import { endedOptOutsOf } from '../contact-blocks/ended-opt-outs.ts'
import { blocksOf } from '../contact-blocks/store.ts'
import type { Consent } from '../contact-lists/consent.ts'
import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { notesOf } from '../contacts/notes.ts'
import type { StoredMessage } from '../conversations/message.ts'
import { contactsNamed } from '../known-contacts/known-contacts.ts'
import { hasMedia } from '../messages/content.ts'
import { knownAddresses } from '../phone-numbers/addresses.ts'
import type { Sheet } from '../spreadsheets/sheet.ts'
import type { TenantTable } from '../table/tenant.ts'
import { allTicketQueues } from '../ticket-queues/store.ts'
import { allUsers } from '../users/store.ts'
import { conversationFacts, groupMessages, ticketFacts } from './desk-facts.ts'
import type { Fact, KeptFile, Search } from './facts.ts'
import { inCampaigns } from './in-campaigns.ts'
import { contactsOfSubject } from './in-contacts.ts'
import { inGroups, inLists } from './in-lists.ts'
import { schedulesOfSubject } from './in-schedules.ts'
import { identitiesOf, type PersonRef, subjectOf } from './person.ts'

const HEADER = ['onde', 'nome', 'data', 'o quê', 'conteúdo', 'arquivo']

export interface Dossier {
  /** A row for each fact. */
  sheet: Sheet
  /** Complete once the rows have been read. */
  files: KeptFile[]
  /** Whether the company has no data of the person. Valid once the rows have been read. */
  isEmpty: () => boolean
}

/**
 * Collects all data that a company has of one person.
 * @param now milliseconds since 1970
 */
export async function dossierOf(table: TenantTable, person: PersonRef, now: number): Promise<Dossier> {
  const timeZone = await timeZoneOf(table)
  const connections = namesById(await allConnections(table))
  const files: KeptFile[] = []
  const search: Search = {
    table,
    subject: await subjectOf(table, person),
    clock: clockOf(timeZone),
    connectionIds: await connectionIdsEver(table),
    nameOf: (id) => connections.get(id) ?? 'Conexão excluída',
    names: namesById([...(await allTicketQueues(table)), ...(await allUsers(table))]),
    keep: (message) => keepFile(files, message),
  }
  let facts = 0
  async function* rows() {
    for await (const fact of allFacts(search, now)) {
      // The LID that the request names is no data of the company.
      if (fact[4] !== person.lid) facts++
      yield cellsOf(fact)
    }
  }
  return { sheet: { name: 'Dados', header: HEADER, rows: rows() }, files, isEmpty: () => facts === 0 }
}

const namesById = (of: readonly { id: string; name: string }[]): Map<string, string> =>
  new Map(of.map(({ id, name }) => [id, name]))

async function* allFacts(search: Search, now: number): AsyncGenerator<Fact> {
  const parts = [
    listFacts,
    contactFacts,
    scheduleFacts,
    groupFacts,
    campaignFacts,
    conversationFacts,
    groupMessages,
    ticketFacts,
  ]
  for (const part of parts) yield* part(search)
  yield* await blockFacts(search)
  yield* await accountFacts(search, now)
}

const cellsOf = ([where, name, at, what, says, file = '']: Fact): string[] => [
  where,
  name,
  at,
  what,
  says,
  file,
]

async function* listFacts({ table, subject, clock }: Search): AsyncGenerator<Fact> {
  for await (const { list, item } of inLists(table, subject)) {
    for (const [what, says] of fieldsOf(item))
      yield ['Lista de contatos', list.name, clock(item.createdAt), what, says]
    if (list.consent) yield* consentFacts(list.name, list.consent, clock)
  }
}

/** What a user of the company recorded about the consent of a list's people. */
function* consentFacts(
  list: string,
  { source, date, note, recordedAt, recordedBy }: Consent,
  clock: Search['clock'],
): Generator<Fact> {
  const fact = (at: string, what: string, says: string): Fact => ['Lista de contatos', list, at, what, says]
  yield fact(dayOf(date), 'Consentimento', CONSENTS[source])
  if (note) yield fact(dayOf(date), 'Observação do consentimento', note)
  if (recordedAt) yield fact(clock(recordedAt), 'Consentimento registrado por', recordedBy ?? '')
}

/** A local day (`2026-11-21`) as the other times of a dossier begin: `21/11/2026`. */
const dayOf = (date: string | null): string => date?.split('-').reverse().join('/') ?? ''

async function* contactFacts({ table, subject, clock }: Search): AsyncGenerator<Fact> {
  for (const contact of await contactsOfSubject(table, subject)) {
    const fact = (at: string, what: string, says: string): Fact => [
      'Contatos',
      contact.name,
      clock(at),
      what,
      says,
    ]
    for (const [what, says] of fieldsOf({ ...contact, number: contact.number ?? '' }))
      yield fact(contact.createdAt, what, says)
    for (const { name, value } of contact.extraInfo) yield fact(contact.createdAt, name, value)
    for (const { text, at } of await notesOf(table, [contact.id])) yield fact(at, 'Nota', text)
  }
}

/** Messages that were or are to be sent at a time. */
async function* scheduleFacts({ table, subject, clock }: Search): AsyncGenerator<Fact> {
  const contacts = await contactsOfSubject(table, subject)
  const names = namesById(contacts)
  for await (const { contactId, sendAt, status, body } of schedulesOfSubject(table, subject, contacts))
    yield ['Agendamentos', names.get(contactId) ?? '', clock(sendAt), SCHEDULED[status], body]
}

const SCHEDULED = {
  PENDENTE: 'Mensagem a enviar',
  ENVIADA: 'Mensagem enviada',
  ERRO: 'Mensagem não enviada',
} as const

const CONSENTS = {
  CUSTOMER: 'É cliente e aceitou',
  FORM: 'Aceitou em um formulário',
  EVENT: 'Aceitou em um evento',
  OTHER: 'Aceitou de outra forma',
  NONE: 'Não há registro',
  EXTRACTED: 'Lido do WhatsApp',
} as const

async function* groupFacts({ table, subject, connectionIds, clock }: Search): AsyncGenerator<Fact> {
  for await (const { group, admin } of inGroups(table, subject, connectionIds))
    yield ['Grupo', group.subject, clock(group.updatedAt), 'Papel', admin ? 'Administrador' : 'Participante']
}

async function* campaignFacts({ table, subject, clock }: Search): AsyncGenerator<Fact> {
  for await (const { campaign, recipient } of inCampaigns(table, subject)) {
    const fact = (at: string | undefined, what: string, says: string): Fact => [
      ...(['Campanha', campaign.name, clock(at ?? recipient.createdAt), what, says] as const),
    ]
    for (const [what, says] of fieldsOf(recipient)) yield fact(undefined, what, says)
    const why = reasonText(recipient, 'pt')
    yield fact(recipient.sentAt, 'Situação', [statusText(recipient, 'pt'), ...(why ? [why] : [])].join(': '))
    const moments = { 'Entregue em': recipient.deliveredAt, 'Lida em': recipient.readAt }
    for (const [what, at] of Object.entries({ ...moments, 'Respondida em': recipient.repliedAt }))
      if (at) yield fact(at, what, clock(at))
  }
}

async function blockFacts({ table, subject, clock, nameOf }: Search): Promise<Fact[]> {
  const identities = identitiesOf(subject)
  const blocks = await Promise.all(identities.map((identity) => blocksOf(table, identity)))
  const facts = blocks.flat().map(({ name, createdAt, origin, evidence }): Fact => {
    const says = evidence?.text ?? ''
    return ['Contatos bloqueados', name, clock(createdAt), ORIGINS[origin], says]
  })
  for (const { evidence, end } of await endedOptOutsOf(table, identities)) {
    const fact = (where: string, at: string, what: string, says: string): Fact => [
      ...(['Pedidos para não receber', where, clock(at), what, says] as const),
    ]
    facts.push(fact(nameOf(evidence.whatsappId), evidence.at, ORIGINS.OPT_OUT, evidence.text))
    facts.push(
      end.by === 'PERSON'
        ? fact(nameOf(end.whatsappId), end.at, 'Voltou a receber', end.text)
        : fact('', end.at, `Desbloqueado por ${end.name}`, end.reason),
    )
  }
  return facts
}

const ORIGINS = {
  MANUAL: 'Bloqueado por um usuário',
  IMPORT: 'Bloqueado por uma planilha',
  OPT_OUT: 'Pediu para não receber',
} as const

async function accountFacts({ table, subject, connectionIds, nameOf }: Search, now: number): Promise<Fact[]> {
  const people = identitiesOf(subject).map(({ number, lid }) => ({
    number: number || null,
    lid: lid ?? null,
  }))
  const facts: Fact[] = []
  for (const connectionId of connectionIds) {
    const known = await contactsNamed(table, connectionId, people)
    for (const { name = '', verifiedName = '', notify = '' } of known.values())
      for (const said of new Set([name, verifiedName, notify]))
        if (said) facts.push(['Agenda do WhatsApp', nameOf(connectionId), '', 'Nome', said])
  }
  for (const { exists } of (await knownAddresses(table, subject.numbers, now)).values())
    facts.push(['WhatsApp', '', '', 'Tem conta', exists ? 'Sim' : 'Não'])
  for (const lid of subject.lids) facts.push(['WhatsApp', '', '', 'Identificação', lid])
  return facts
}

const LABELS: readonly [keyof ContactFields, string][] = [
  ['name', 'Nome'],
  ['number', 'Número'],
  ['email', 'E-mail'],
  ['var1', 'Variável 1'],
  ['var2', 'Variável 2'],
  ['var3', 'Variável 3'],
]

const fieldsOf = (contact: ContactFields): [what: string, says: string][] =>
  LABELS.flatMap(([field, what]) => (contact[field] ? [[what, contact[field]]] : []))

/** Files get numbers as names: their own names came from outside. */
function keepFile(files: KeptFile[], { content, deletedFile }: StoredMessage): string {
  const media = hasMedia(content) ? content.media : undefined
  const key = media?.state === 'READY' ? media.key : deletedFile
  if (!key) return ''
  const extension = /^[a-z]+\/([a-z0-9]{2,5})\b/.exec(media?.mimetype ?? '')?.[1] ?? 'bin'
  const path = `arquivos/${String(files.length + 1).padStart(4, '0')}.${extension}`
  files.push({ key, path })
  return path
}
