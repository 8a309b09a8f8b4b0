import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { asksTo, forgetAsk, settleAsked } from '@recado/shared/campaigns/ledger/confirmation'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId, type Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { claimRecipient, settleSent } from '@recado/shared/campaigns/ledger/settle'
import { answerAsk } from '@recado/shared/connections/asks'
import { putConnection } from '@recado/shared/connections/store'
import { allBlockedNumbers, isBlocked, putBlock } from '@recado/shared/contact-blocks/store'
import { recordCampaignMessage } from '@recado/shared/conversations/record-sent'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import { erase } from '@recado/shared/data-subjects/erase'
import { getErasure, liftErasure, putErasure, shownErasures } from '@recado/shared/data-subjects/store'
import { getExport, putExport } from '@recado/shared/exports/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { answerKey } from '@recado/shared/http/remembered-answers'
import { newId } from '@recado/shared/ids'
import {
  endImport,
  getImport,
  LOST_AFTER_MS,
  putImport,
  type StoredImport,
} from '@recado/shared/imports/store'
import { learnContacts } from '@recado/shared/known-contacts/known-contacts'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import type { SentAs } from '@recado/shared/messages/sent-as'
import { putSentMessage, RecentlySent } from '@recado/shared/messages/sent-messages'
import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives, recordMessage } from '../support/arriving.ts'
import { aConnection, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { MortalTable } from '../support/mortal-table.ts'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'

const [ANA, BETO] = ['5511987651001', '5521987651001'] as const
/** The same phone number before the ninth digit was added. */
const ANA_AS_IT_WAS = '551187651001'
const LID = '777000111222'
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()

let memory: MortalTable
let shop: string
let files: string[]
/** Runs when an erasure reports its progress. */
let wentOn: () => Promise<void>
const companyOf = (companyId: string) => new TenantTable(memory, companyId)
const table = () => companyOf('A')
/** All rows of a company as text. */
const everythingOf = (companyId: string) =>
  JSON.stringify([...memory.rows((pk) => pk.startsWith(`${companyId}#`))])

beforeEach(async () => {
  memory = new MortalTable()
  files = []
  wentOn = async () => undefined
  shop = await connected('A')
})

async function connected(companyId: string): Promise<string> {
  const connection = aConnection({ companyId, name: 'Loja' })
  await putConnection(companyOf(companyId), connection)
  return connection.id
}

/** Runs the erasure until it is complete. @returns the seconds that each run asked to wait */
async function eraseAna(id = newId(), runs = 5): Promise<number[]> {
  if (!(await getErasure(table(), id))) await putErasure(table(), { id, number: ANA, by: 'Maria' }, NOW)
  const ports = {
    now: () => NOW,
    forgetFile: async (key: string) => void files.push(key),
    endLostImport: (lost: StoredImport) =>
      endImport(table(), lost, { status: 'FAILED', error: 'ERR_IMPORT_LOST' }, AT),
    wentOn: () => wentOn(),
  }
  const waits: number[] = []
  while (waits.length < runs) {
    const later = await erase(ports, table(), id)
    if (later === undefined) return waits
    waits.push(later)
  }
  return waits
}

const erasureOf = async (id: string) => {
  const stored = await getErasure(table(), id)
  return (await shownErasures(table(), stored ? [stored] : [], NOW))[0]
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
  name: 'Ana Doces',
  original: 'eA==',
  content: { type: 'text', text },
  ...of,
})

const photo = (key: string): InboundMessage['content'] => ({
  type: 'image',
  caption: 'o bolo',
  media: { state: 'READY', mimetype: 'image/jpeg', bytes: 10, key },
})

/** Ana in every place for personal data, and Beto beside her. */
async function anaEverywhere(): Promise<void> {
  const { companyId } = table()
  await aListOf(table(), [
    { number: ANA, name: 'Ana Doces', email: 'ana@doces.test' },
    { number: BETO, name: 'Beto' },
  ])
  await aListOf(table(), [{ number: ANA_AS_IT_WAS, name: 'Ana D.', var1: 'Doces' }])
  const group = { connectionId: shop, groupId: '1203', subject: 'Vizinhas', addressing: 'lid' as const }
  const members = [
    { number: ANA, lid: LID, admin: true },
    { number: BETO, lid: null, admin: false },
  ]
  await keepGroup(
    table(),
    { ...group, members, updatedAt: AT },
    { connectionName: 'Loja', orphans: new Map() },
  )
  await recordMessage(
    table(),
    wrote('Meu endereço é Rua das Flores', { content: photo(`A/media/${shop}/M1`) }),
  )
  const sent = { messageId: 'M1', chat: ANA, at: AT, jid: `${ANA}@s.whatsapp.net` }
  // A campaign's attachment belongs to many people.
  const message = { ...sent, content: photo('A/campaigns/C1/F1') }
  await putSentMessage(table(), shop, message, NOW)
  await recordCampaignMessage(table(), shop, message)
  await recordMessage(table(), wrote('Oi, gente', { groupId: '1203' }))
  await recordMessage(table(), wrote('sou o Beto', { person: { number: BETO }, name: 'Beto' }))
  await writeTicket(table(), undefined, aTicket({ whatsappId: shop, chat: ANA, name: 'Ana Doces' }))
  await putBlock(table(), {
    id: newId(),
    name: 'Ana Doces',
    number: ANA,
    origin: 'OPT_OUT',
    createdAt: AT,
    evidence: { text: 'Sair', at: AT, whatsappId: shop },
  })
  await learnContacts(table(), shop, [{ number: ANA, lid: LID, name: 'Ana Doces', isContact: true }])
  await learnNumbers(table(), [{ number: ANA, lid: LID }])
  await rememberAddress(table(), ANA, { exists: true, jid: `${ANA}@s.whatsapp.net` }, NOW)
  const wanted = { kind: 'data-subject' as const, number: ANA }
  const source = `${companyId}/uploads/dados`
  await putExport(table(), { exportId: newId(), wanted, source, status: 'DONE', createdAt: AT })
  // The task died before WhatsApp acknowledged this one: no conversation leads to it.
  const text = { type: 'text' as const, text: 'Olá, Ana Doces' }
  await putSentMessage(table(), shop, { ...sent, messageId: 'M2', content: text }, NOW)
  await putSentMessage(table(), shop, { ...sent, chat: `lid-${LID}`, messageId: 'M3', content: text }, NOW)
  await answersAboutAna()
}

/** Remembered answers about Ana. */
async function answersAboutAna(): Promise<void> {
  const answer = JSON.stringify({ statusCode: 201, body: JSON.stringify({ name: 'Ana Doces', number: ANA }) })
  await table().put({ ...answerKey('digest'), body: 'digest', since: NOW, answer })
  await table().put({ ...keyIn('ASKS', 'ask'), expiresAt: NOW / 1000 })
  const address = { number: ANA_AS_IT_WAS, exists: true, jid: `${ANA_AS_IT_WAS}@s.whatsapp.net` }
  await answerAsk(table(), 'ask', { addresses: [address] })
}

/** An import of a list. @returns its id and list */
async function anImport(contactListId: string | null, source: string, createdAt = AT) {
  const ref = { importId: newId(), contactListId }
  const start = { ...ref, source, removeDuplicates: true, layout: null, consent: null, createdAt }
  await putImport(table(), start)
  return ref
}

const sentTo = (row: Recipient): SentAs => ({
  campaignId: row.campaignId,
  ledger: row.ledger,
  place: row.place,
  step: row.step,
  variant: 1,
  first: `M${row.place}`,
  part: 0,
  parts: 1,
  confirmed: false,
  timezone: 'America/Sao_Paulo',
})
const claim = (row: Recipient) =>
  claimRecipient(table(), row, {
    claim: newId(),
    claimedAt: NOW,
    messageId: `M${row.place}`,
    parts: 1,
    fence: 1,
  })

const rowsOf = async (campaignId: string): Promise<Recipient[]> => {
  const rows: Recipient[] = []
  for await (const row of allRecipients(table(), ledgerId(campaignId, 1))) rows.push(row)
  return rows
}

/** A campaign with an open question to Ana. */
async function anAskedCampaign(): Promise<string> {
  const campaignId = await aLedger(table(), shop, [ANA], { confirmation: true })
  const [row] = await rowsOf(campaignId)
  if (!row || !(await claim(row))) throw new Error('No recipient was claimed')
  await settleAsked(table(), sentTo(row), { connectionId: shop, chat: ANA }, AT)
  return campaignId
}

describe('an erased person', () => {
  test('is in no key and no value, and other people’s data are unchanged', async () => {
    await anaEverywhere()
    const campaignId = await aLedger(table(), shop, [ANA, BETO])
    const [row] = await rowsOf(campaignId)
    if (row && (await claim(row))) await settleSent(table(), sentTo(row), AT)
    const id = newId()
    expect(await eraseAna(id)).toEqual([])
    const left = everythingOf('A')
    for (const trace of [ANA, ANA_AS_IT_WAS, LID, 'Ana', 'Flores', 'ana@doces.test', 'gente', 'Sair'])
      expect(left).not.toContain(trace)
    for (const trace of [BETO, 'sou o Beto', 'Vizinhas']) expect(left).toContain(trace)
    expect(files).toEqual([`A/media/${shop}/M1`, 'A/uploads/dados'])
    expect(await erasureOf(id)).toMatchObject({
      status: 'DONE',
      lastDigits: '1001',
      by: 'Maria',
      blocked: true,
      // The list's, the phone book's, and the contact of the conversation.
      erased: { contacts: 3, groups: 1, recipients: 1, messages: 3, files: 1, tickets: 1, blocks: 1 },
    })
  })

  test('is in no word of a search, also by what she wrote in a group and what was answered to her', async () => {
    await arrives(table(), wrote('Meu cachorro sumiu'))
    await arrives(table(), wrote('Alguém viu o cachorro?', { groupId: '1203' }))
    await arrives(table(), wrote('Eu vi o gato', { person: { number: BETO }, groupId: '1203' }))
    const words = () => [...memory.rows((pk) => pk.startsWith('A#WORDS#'))].map(({ sk }) => sk.split('#')[0])
    expect(words().filter((word) => word === 'cachorro')).toHaveLength(2)
    await eraseAna()
    expect(words()).toEqual(['gato'])
  })

  test('leaves a deleted message in the row of a group’s ticket', async () => {
    const received = await arrives(table(), wrote('Alguém viu o cachorro?', { groupId: '1203' }))
    await eraseAna()
    const ticket = await getTicket(table(), received?.message.ticketId ?? '')
    expect(ticket).toMatchObject({ preview: '', lastDeleted: true })
  })

  test('is in no spreadsheet imported or exported before', async () => {
    await anaEverywhere()
    const list = await aListOf(table(), [{ number: BETO, name: 'Beto' }])
    const exported = { exportId: newId(), status: 'DONE' as const, createdAt: AT }
    const wanted = { kind: 'contact-list' as const, contactListId: list }
    await putExport(table(), { ...exported, wanted, source: 'A/uploads/exported' })
    const trail = { ...exported, exportId: newId(), wanted: { kind: 'audit' as const } }
    await putExport(table(), { ...trail, source: 'A/uploads/trail' })
    for (const [contactListId, source] of [
      [list, 'A/uploads/imported'],
      [null, 'A/uploads/blocked'],
    ] as const) {
      const ref = await anImport(contactListId, source)
      await endImport(table(), ref, { status: 'DONE', error: null }, AT)
    }
    expect(await eraseAna()).toEqual([])
    const spreadsheets = files.filter((key) => key.startsWith('A/uploads/')).sort()
    expect(spreadsheets).toEqual([
      'A/uploads/blocked',
      'A/uploads/dados',
      'A/uploads/exported',
      'A/uploads/imported',
    ])
    expect(await getExport(table(), exported.exportId)).toBeUndefined()
    expect(await getExport(table(), trail.exportId)).toBeDefined()
  })

  test('is also erased from an import under way: the erasure waits for it', async () => {
    const list = await aListOf(table(), [{ number: BETO, name: 'Beto' }])
    const ref = await anImport(list, 'A/uploads/imported')
    const id = newId()
    expect(await eraseAna(id, 1)).toEqual([60])
    expect(await erasureOf(id)).toMatchObject({ status: 'RUNNING' })
    await aListOf(table(), [{ number: ANA, name: 'Ana Doces' }])
    await endImport(table(), ref, { status: 'DONE', error: null }, AT)
    expect(await eraseAna(id)).toEqual([])
    expect(everythingOf('A')).not.toContain(ANA)
  })

  test('is erased although an import has stood still for ten minutes: it ends as lost', async () => {
    const begun = (silentMs: number) =>
      anImport(null, 'A/uploads/imported', new Date(NOW - silentMs).toISOString())
    const [lost, alive] = [await begun(LOST_AFTER_MS), await begun(LOST_AFTER_MS - 1)]
    const id = newId()
    expect(await eraseAna(id, 1)).toEqual([60])
    expect(await getImport(table(), lost)).toMatchObject({ status: 'FAILED', error: 'ERR_IMPORT_LOST' })
    expect(await getImport(table(), alive)).toMatchObject({ status: 'WAITING' })
    await endImport(table(), alive, { status: 'DONE', error: null }, AT)
    expect(await eraseAna(id)).toEqual([])
    expect(files).toContain('A/uploads/imported')
  })

  test('still counts in the report of sent messages', async () => {
    const campaignId = await aLedger(table(), shop, [ANA, BETO])
    const [row] = await rowsOf(campaignId)
    if (row && (await claim(row))) await settleSent(table(), sentTo(row), AT)
    await eraseAna()
    expect(await getCounts(table(), campaignId)).toMatchObject({ sent: 1, failed: 0, open: 1 })
    expect(await rowsOf(campaignId)).toMatchObject([
      { status: 'SENDED', number: '', erased: true },
      { status: 'PENDING', number: BETO },
    ])
  })

  test('gets no pending message, whether it waited for its turn or for her answer', async () => {
    const waiting = await aLedger(table(), shop, [ANA, BETO])
    const asked = await anAskedCampaign()
    const forgotten = await anAskedCampaign()
    for (const ask of await asksTo(table(), shop, ANA))
      if (ask.campaignId === forgotten) await forgetAsk(table(), ask)
    await eraseAna()
    const nobody = { status: 'FAILED', reason: 'SKIPPED_BLOCKED', number: '', erased: true }
    expect(await rowsOf(waiting)).toMatchObject([nobody, { status: 'PENDING', number: BETO }])
    expect(await rowsOf(asked)).toMatchObject([nobody])
    expect(await rowsOf(forgotten)).toMatchObject([{ ...nobody, reason: 'SKIPPED_UNCONFIRMED' }])
    expect(await getCounts(table(), waiting)).toMatchObject({ open: 1, failed: 1, blocked: 1 })
    expect(await getCounts(table(), asked)).toMatchObject({ open: 0, failed: 1, awaiting: 0 })
    expect(everythingOf('A')).not.toContain(ANA)
  })

  test('is checked again after a message under way has arrived', async () => {
    const campaignId = await aLedger(table(), shop, [ANA])
    const [row] = await rowsOf(campaignId)
    if (!row || !(await claim(row))) throw new Error('No recipient was claimed')
    const id = newId()
    expect(await eraseAna(id, 1)).toEqual([60])
    expect(await erasureOf(id)).toMatchObject({ status: 'RUNNING' })
    await settleSent(table(), sentTo(row), AT)
    expect(await eraseAna(id)).toEqual([])
    expect(await rowsOf(campaignId)).toMatchObject([{ status: 'SENDED', number: '' }])
  })

  test('is left out of every automatic send, in either spelling, until the block is lifted', async () => {
    const id = newId()
    await eraseAna(id)
    for (const number of [ANA, ANA_AS_IT_WAS]) {
      expect(await isBlocked(table(), number)).toBe(true)
      expect((await allBlockedNumbers(table())).has(ANA)).toBe(true)
    }
    expect(await isBlocked(table(), BETO)).toBe(false)
    expect((await allBlockedNumbers(table())).has(BETO)).toBe(false)
    const erasure = await getErasure(table(), id)
    if (erasure) await liftErasure(table(), erasure, { at: AT, by: 'Rita' })
    expect(await isBlocked(table(), ANA)).toBe(false)
    expect(await erasureOf(id)).toMatchObject({ blocked: false })
  })

  test('has a note of the lifted block at each erasure, until the next one', async () => {
    const [first, second, third] = [newId(), newId(), newId()]
    await eraseAna(first)
    await eraseAna(second)
    expect(await erasureOf(first)).toMatchObject({ blocked: true, lifted: null })
    const erasure = await getErasure(table(), second)
    if (erasure) await liftErasure(table(), erasure, { at: AT, by: 'Rita' })
    const lifted = { blocked: false, lifted: { at: AT, by: 'Rita' } }
    for (const id of [first, second]) expect(await erasureOf(id)).toMatchObject(lifted)
    await eraseAna(third)
    for (const id of [first, second, third])
      expect(await erasureOf(id)).toMatchObject({ blocked: true, lifted: null })
  })

  /** A process has sent the campaign's message to Ana, and remembers it. */
  async function sentToAna() {
    const [row] = await rowsOf(await aLedger(table(), shop, [ANA]))
    if (!row || !(await claim(row))) throw new Error('No recipient was claimed')
    const messageId = `M${row.place}`
    const content = { type: 'text' as const, text: 'Olá, Ana Doces' }
    const jid = `${ANA}@s.whatsapp.net`
    const sent = { messageId, chat: ANA, at: AT, jid, content, recipient: sentTo(row) }
    const recentlySent = new RecentlySent()
    await putSentMessage(table(), shop, sent, NOW)
    recentlySent.remember(shop, sent)
    const ports = { ...enginePorts(memory, () => NOW).ports, recentlySent }
    return { ports, ref: { companyId: 'A', connectionId: shop, messageId } }
  }

  test.each(['receipt', 'acknowledgement'])(
    'does not come back with a late %s for a message that a process remembers',
    async (late) => {
      const { ports, ref } = await sentToAna()
      await acknowledged(ports, ref)
      expect(everythingOf('A')).toContain('Olá, Ana Doces')
      await eraseAna()
      if (late === 'receipt') await receiptCame(ports, ref, 'read')
      else await acknowledged(ports, ref)
      for (const trace of [ANA, 'Ana Doces']) expect(everythingOf('A')).not.toContain(trace)
    },
  )

  test('stays unchanged in another company', async () => {
    const other = companyOf('B')
    await aListOf(other, [{ number: ANA, name: 'Ana Doces' }])
    const before = everythingOf('B')
    await anaEverywhere()
    await eraseAna()
    expect(everythingOf('B')).toEqual(before)
    expect(await isBlocked(other, ANA)).toBe(false)
  })

  test('is also erased after a run that was interrupted at any write', async () => {
    for (let writes = 1; writes < 400; writes++) {
      memory = new MortalTable()
      shop = await connected('A')
      await anaEverywhere()
      await aLedger(table(), shop, [ANA, BETO])
      const id = newId()
      await putErasure(table(), { id, number: ANA, by: 'Maria' }, NOW)
      memory.dieAfter(writes)
      const isCut = await eraseAna(id).then(
        () => false,
        () => true,
      )
      memory.dieAfter()
      await eraseAna(id)
      const left = everythingOf('A')
      for (const trace of [ANA, ANA_AS_IT_WAS, LID, 'Ana']) expect(left).not.toContain(trace)
      if (!isCut) return
    }
    throw new Error('An erasure takes more writes than this test allows')
  })
})

describe('the dossier of a person', () => {
  const facts = async (number: string) => {
    const { sheet, files: kept } = await dossierOf(table(), { number }, NOW)
    const rows: string[][] = []
    for await (const row of sheet.rows) rows.push(row)
    return { rows, kept }
  }

  test('contains all data of the company about them, and no data about other people', async () => {
    await anaEverywhere()
    await aLedger(table(), shop, [ANA, BETO])
    const { rows, kept } = await facts(ANA_AS_IT_WAS)
    const places = new Set(rows.map(([where]) => where))
    expect([...places].sort()).toEqual([
      'Agenda do WhatsApp',
      'Atendimento',
      'Campanha',
      'Contatos',
      'Contatos bloqueados',
      'Conversa',
      'Conversa de grupo',
      'Grupo',
      'Lista de contatos',
      'WhatsApp',
    ])
    const said = JSON.stringify(rows)
    for (const fact of ['ana@doces.test', 'Ana D.', 'Oi, gente', 'o bolo', 'Sair', LID, 'arquivos/0001.jpeg'])
      expect(said).toContain(fact)
    for (const other of ['Beto', BETO]) expect(said).not.toContain(other)
    expect(kept.map(({ path }) => path)).toEqual(['arquivos/0001.jpeg', 'arquivos/0002.jpeg'])
    expect(kept.map(({ key }) => key).sort()).toEqual(['A/campaigns/C1/F1', `A/media/${shop}/M1`])
  })

  test('is empty for a person unknown to the company', async () => {
    await anaEverywhere()
    expect((await facts('5531955550000')).rows).toEqual([])
  })
})
