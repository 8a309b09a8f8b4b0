import { settleAsked } from '@recado/shared/campaigns/ledger/confirmation'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId } from '@recado/shared/campaigns/ledger/recipient'
import { claimRecipient } from '@recado/shared/campaigns/ledger/settle'
import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { answerAsk } from '@recado/shared/connections/asks'
import { putConnection } from '@recado/shared/connections/store'
import { endOptOut } from '@recado/shared/contact-blocks/ended-opt-outs'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { changeContact, mergeContacts } from '@recado/shared/contacts/merges'
import { putNote } from '@recado/shared/contacts/notes'
import { settleContact } from '@recado/shared/contacts/settle-contact'
import { outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import { erase } from '@recado/shared/data-subjects/erase'
import { IMPERSONAL_PARTITIONS, PERSONAL_PARTITIONS } from '@recado/shared/data-subjects/partitions'
import { putErasure } from '@recado/shared/data-subjects/store'
import { putExport } from '@recado/shared/exports/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { answerKey } from '@recado/shared/http/remembered-answers'
import { newId } from '@recado/shared/ids'
import { learnContacts } from '@recado/shared/known-contacts/known-contacts'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { cleanUp } from '@recado/shared/retention/clean-up'
import { DEFAULT_BOUNDS, KEEPS_ALL } from '@recado/shared/retention/retention'
import { putRetention } from '@recado/shared/retention/store'
import { writeSchedule } from '@recado/shared/schedules/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { saveDraft } from '@recado/shared/tickets/store/drafts'
import { liveTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aCompany, aConnection, aSchedule, aTicket } from '../support/builders.ts'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'
import { OF_THE_PLATFORM, storedPartitions } from '../support/stored-partitions.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const DAY_MS = 24 * 3_600_000
const [ANA, LID, NAME] = ['5511987651001', '777000111222', 'Ana Doces'] as const
const TRACES = [ANA, LID, NAME, 'Flores', '@ana.test']
const ports = {
  now: () => NOW,
  forgetFile: async () => undefined,
  endLostImport: async () => undefined,
  wentOn: async () => undefined,
}

let memory: MemoryTable
let table: TenantTable
let shop: string
let ledgers: string[]
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  ledgers = []
  await foundCompany({ table: memory }, aCompany({ id: 'A' }))
  const connection = aConnection({ companyId: 'A', name: 'Loja' })
  await putConnection(table, connection)
  shop = connection.id
  await lists()
  await book()
  await account()
  await campaigns()
  await conversations()
  await leftovers()
})

async function lists(): Promise<void> {
  await aListOf(table, [{ number: ANA, name: NAME, email: 'lista@ana.test' }])
  const evidence = { text: 'Sair da Rua das Flores', at: AT, whatsappId: shop }
  const blocked = { name: NAME, number: ANA, origin: 'OPT_OUT' as const, createdAt: AT, evidence }
  const earlier = { id: newId(), ...blocked }
  await putBlock(table, earlier)
  const end = { by: 'PERSON' as const, text: 'Voltar à Rua das Flores', at: AT, whatsappId: shop }
  await endOptOut(table, earlier, end)
  await putBlock(table, { id: newId(), ...blocked })
}

async function book(): Promise<void> {
  const settle = (chat: string) => settleContact(table, { connectionId: shop, chat, pushName: NAME }, NOW)
  const [contact, other] = [await settle(ANA), await settle(`lid-${LID}`)]
  await changeContact(table, contact.id, () => ({ email: 'contato@ana.test' }), AT)
  await putNote(table, contact.id, { id: newId(), text: 'Mora na Rua das Flores', userId: 'U', at: AT })
  const scheduled = { contactId: contact.id, body: 'Sobre a Rua das Flores', sendAt: AT, dueAt: null }
  const sent = { status: 'ENVIADA', sentAt: AT } as const
  await writeSchedule(table, undefined, aSchedule({ companyId: 'A', ...scheduled, ...sent }))
  await mergeContacts(table, { contactId: contact.id, otherId: other.id, userId: 'U', now: NOW })
}

async function account(): Promise<void> {
  await learnContacts(table, shop, [{ number: ANA, lid: LID, name: `${NAME} da agenda`, isContact: true }])
  await learnNumbers(table, [{ number: ANA, lid: LID }])
  await rememberAddress(table, ANA, { exists: true, jid: `${ANA}@s.whatsapp.net` }, NOW)
  const group = { connectionId: shop, groupId: '1203', subject: 'Vizinhas', addressing: 'lid' as const }
  const members = [{ number: ANA, lid: LID, admin: true }]
  const found = { ...group, members, updatedAt: AT }
  await keepGroup(table, found, { connectionName: 'Loja', orphans: new Map() })
}

async function campaigns(): Promise<void> {
  ledgers = [
    await aLedger(table, shop, [{ number: ANA, name: NAME }]),
    await aLedger(table, shop, [{ number: ANA, name: NAME }], { confirmation: true }),
  ]
  for await (const row of allRecipients(table, ledgerId(ledgers[1] ?? '', 1))) {
    await claimRecipient(table, row, { claim: newId(), claimedAt: NOW, messageId: 'M9', parts: 1, fence: 1 })
    const { campaignId, ledger, place, step } = row
    const part = {
      variant: 1,
      first: 'M9',
      part: 0,
      parts: 1,
      confirmed: false,
      timezone: 'America/Sao_Paulo',
    }
    await settleAsked(
      table,
      { ...part, campaignId, ledger, place, step },
      { connectionId: shop, chat: ANA },
      AT,
    )
  }
}

const wrote = (text: string, of: Partial<InboundMessage> = {}): InboundMessage => ({
  kind: 'message',
  companyId: 'A',
  connectionId: shop,
  person: { number: ANA, lid: LID },
  fromMe: false,
  messageId: newId(),
  timestamp: NOW / 1000,
  at: NOW,
  name: NAME,
  original: 'eA==',
  content: { type: 'text', text },
  ...of,
})

async function conversations(): Promise<void> {
  const at = new Date(NOW - 5 * DAY_MS).toISOString()
  const closed = {
    status: 'closed' as const,
    reopenedAt: at,
    closedAt: at,
    lastAt: at,
    preview: 'Rua das Flores',
  }
  await writeTicket(table, undefined, aTicket({ ...closed, whatsappId: shop, chat: ANA, name: NAME }))
  await arrives(table, wrote('Meu endereço é Rua das Flores'))
  const ticket = await liveTicket(table, shop, ANA)
  if (!ticket) throw new Error('Ana has no live ticket')
  await saveDraft(table, ticket.id, 'U', { text: `Oi, ${NAME}`, quoted: null }, NOW)
  const content = { type: 'text' as const, text: `Olá, ${NAME}` }
  const ticketId = ticket.id
  const answer = outgoing({ connectionId: shop, chat: ANA, ticketId, content }, undefined, NOW)
  await table.transact(outgoingWrites(answer))
  const { messageId } = answer
  await putSentMessage(table, shop, { messageId, chat: ANA, at: AT, jid: `${ANA}@s`, content }, NOW)
}

/** Answers and files that are kept for a while. */
async function leftovers(): Promise<void> {
  const wanted = { kind: 'data-subject' as const, number: ANA }
  await putExport(table, { exportId: newId(), wanted, source: 'A/dados', status: 'DONE', createdAt: AT })
  const expiresAt = NOW / 1000
  const answer = JSON.stringify({ statusCode: 201, body: JSON.stringify({ number: ANA }) })
  await table.put({ ...answerKey('digest'), body: 'digest', since: NOW, answer, expiresAt })
  await table.put({ ...keyIn('ASKS', 'ask'), expiresAt })
  await answerAsk(table, 'ask', { addresses: [{ number: ANA, exists: true, jid: `${ANA}@s.whatsapp.net` }] })
}

/** The rows of a company by the name of their partition, as text. */
function rowsByPartition(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const row of memory.rows((pk) => pk.startsWith('A#'))) {
    const name = row.pk.split('#')[1] ?? ''
    found.set(name, [...(found.get(name) ?? []), JSON.stringify(row)])
  }
  return found
}
const traced = (rows: readonly string[] = [], traces: readonly string[] = TRACES) =>
  rows.filter((row) => traces.some((trace) => row.includes(trace)))
const impersonal = Object.values(IMPERSONAL_PARTITIONS).flat()
const personal = Object.entries(PERSONAL_PARTITIONS)

describe('the table of partitions', () => {
  test('names every partition that the source writes, once, and no other', () => {
    const stored = [...storedPartitions().keys()].filter((name) => !OF_THE_PLATFORM.includes(name))
    const named = [...personal.map(([name]) => name), ...impersonal]
    expect(named.toSorted()).toEqual(stored.toSorted())
  })

  test('says of every partition with a customer’s data what an erasure does with it', async () => {
    await putErasure(table, { id: 'E', number: ANA, by: 'Maria' }, NOW)
    const before = rowsByPartition()
    for (const [name] of personal)
      expect({ name, isStored: before.has(name) }).toEqual({ name, isStored: true })
    for (const name of impersonal)
      expect({ name, traced: traced(before.get(name)) }).toEqual({ name, traced: [] })
    await erase(ports, table, 'E')
    // A question to Ana settles her recipient, so the campaign is looked at once more.
    await erase(ports, table, 'E')
    const after = rowsByPartition()
    for (const [name, { erasure }] of personal) {
      const rows = after.get(name) ?? []
      expect({ name, traced: traced(rows) }).toEqual({ name, traced: [] })
      if (erasure === 'deleted') expect({ name, rows }).toEqual({ name, rows: [] })
      else expect({ name, isThere: rows.length > 0 }).toEqual({ name, isThere: true })
    }
  })

  test('says of every partition with a customer’s data what the clean-up does with it', async () => {
    const live = await liveTicket(table, shop, ANA)
    if (live) await writeTicket(table, live, { ...live, status: 'closed', closedAt: AT })
    for (const id of ledgers)
      await table.update(campaignKey(id), { set: { status: 'FINALIZADA', updatedAt: AT } })
    const kept = { ...KEEPS_ALL, conversations: 90, media: 90, ledgers: 90 }
    await putRetention(table, platformTable(memory), kept)
    await cleanUp({ ...ports, now: () => NOW + 100 * DAY_MS }, table, DEFAULT_BOUNDS)
    const after = rowsByPartition()
    for (const [name, { retention }] of personal) {
      const rows = after.get(name) ?? []
      if (retention === 'deleted') expect({ name, rows }).toEqual({ name, rows: [] })
      if (retention === 'emptied')
        expect({ name, traced: traced(rows, [NAME, 'Flores']) }).toEqual({ name, traced: [] })
      if (retention === 'expire')
        for (const row of rows)
          expect({ name, expiresAt: JSON.parse(row).expiresAt }).toEqual({
            name,
            expiresAt: expect.any(Number),
          })
    }
  })

  test('says what a dossier has', async () => {
    const rows: string[][] = []
    for await (const row of (await dossierOf(table, { number: ANA }, NOW)).sheet.rows) rows.push(row)
    const said = JSON.stringify(rows)
    expect(Object.keys(SAID_OF).toSorted()).toEqual(
      personal.flatMap(([name, { dossier }]) => (dossier === 'yes' ? [name] : [])).toSorted(),
    )
    for (const [name, words] of Object.entries(SAID_OF))
      expect({ name, isSaid: said.includes(words) }).toEqual({ name, isSaid: true })
  })
})

/** Words of a dossier that come from a partition. */
const SAID_OF = {
  LIST: 'lista@ana.test',
  CONTACTS: 'contato@ana.test',
  'CONTACT-NOTES': 'Mora na Rua das Flores',
  SCHEDULES: 'Sobre a Rua das Flores',
  'KNOWN-CONTACTS': `${NAME} da agenda`,
  LIDS: LID,
  ADDRESSES: 'Tem conta',
  GROUPS: 'Vizinhas',
  'CONTACT-BLOCKS': 'Sair da Rua das Flores',
  'ENDED-OPT-OUTS': 'Voltar à Rua das Flores',
  LEDGER: 'Campanha',
  CONVERSATIONS: 'Nome no WhatsApp',
  MESSAGES: 'Meu endereço é Rua das Flores',
  TICKETS: 'Protocolo',
}
