import { putConnection } from '@recado/shared/connections/store'
import { messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import { newId } from '@recado/shared/ids'
import { type StoredContent, TICKET_EVENTS, type TicketEvent } from '@recado/shared/messages/content'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { userKey } from '@recado/shared/users/store'
import { beforeEach, expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aConnection, aTicket, aTicketQueue } from '../support/builders.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const ANA = '5511987651001'
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

let table: TenantTable
let shop: string
beforeEach(async () => {
  table = new TenantTable(new MemoryTable(), 'A')
  const connection = aConnection({ companyId: 'A', name: 'Loja' })
  await putConnection(table, connection)
  shop = connection.id
  await arrives(table, {
    kind: 'message',
    companyId: 'A',
    connectionId: shop,
    person: { number: ANA },
    fromMe: false,
    messageId: newId(),
    timestamp: NOW / 1000,
    at: NOW,
    original: 'eA==',
    content: { type: 'text', text: 'Oi' },
  })
})

async function stands(content: StoredContent, minutes: number): Promise<void> {
  const message: StoredMessage = {
    connectionId: shop,
    chat: ANA,
    messageId: newId(),
    at: at(minutes),
    fromMe: true,
    internal: true,
    content,
  }
  await table.transact(messageWrites(message))
}

/** The dossier's rows of one place: what each row is, and what it says. */
async function rowsIn(where: string): Promise<(string | undefined)[][]> {
  const rows: (string | undefined)[][] = []
  for await (const row of (await dossierOf(table, { number: ANA }, NOW)).sheet.rows)
    if (row[0] === where) rows.push([row[3], row[4]])
  return rows
}

test('a note is a row with its whole text, and no message that was sent', async () => {
  const text = `Cliente difícil: ${'não atende o telefone. '.repeat(40)}`
  await stands({ type: 'note', text, mentions: [] }, 1)
  expect(await rowsIn('Conversa')).toEqual([
    ['Mensagem recebida', 'Oi'],
    ['Nota interna', text],
  ])
})

test('every event of a ticket is a row in words', async () => {
  const by = { id: 'U', name: 'Bia' }
  for (const [index, kind] of TICKET_EVENTS.entries()) {
    const event: TicketEvent = { type: 'event', kind, by, queue: { id: 'Q', name: 'Vendas' }, until: at(60) }
    await stands(event, index + 1)
    await stands({ type: 'event', kind, by: null, reason: 'idle' }, index + 100)
  }
  const events = (await rowsIn('Conversa')).filter(([what]) => what === 'Evento')
  expect(events).toHaveLength(2 * TICKET_EVENTS.length)
  for (const [, says] of events) expect(says).toMatch(/^[A-Z][^[\]]{4,}$/u)
  const said = events.map(([, says]) => says)
  for (const sentence of [
    'Bia aceitou',
    'Bia transferiu para Vendas',
    'Bia adiou até 21/11/2026 10:00:00',
    'Resolvido por falta de resposta',
  ])
    expect(said).toContain(sentence)
})

test('a ticket says protocol, queue, attendant, beginning, end and rate', async () => {
  const queue = aTicketQueue({ companyId: 'A', name: 'Financeiro' })
  await putTicketQueue(table, queue)
  await table.put({
    ...userKey('BIA'),
    id: 'BIA',
    name: 'Bia Reis',
    email: 'bia@loja.test',
    profile: 'user',
    super: false,
    companyId: 'A',
    createdAt: at(0),
    passwordHash: null,
  })
  await writeTicket(
    table,
    undefined,
    aTicket({
      whatsappId: shop,
      chat: ANA,
      status: 'closed',
      protocol: '20261121-00041',
      queueId: queue.id,
      userId: 'BIA',
      createdAt: at(0),
      closedAt: at(30),
      rating: { askedAt: at(30), until: at(35), rate: 5, at: at(31) },
    }),
  )
  expect((await rowsIn('Atendimento')).slice(-7)).toEqual([
    ['Protocolo', '20261121-00041'],
    ['Situação', 'Resolvido'],
    ['Fila', 'Financeiro'],
    ['Atendente', 'Bia Reis'],
    ['Aberto em', '21/11/2026 09:00:00'],
    ['Encerrado em', '21/11/2026 09:30:00'],
    ['Nota da avaliação', '5'],
  ])
})
