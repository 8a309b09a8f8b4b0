import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { replyCame } from '@recado/shared/campaigns/engine/replies'
import { acknowledged } from '@recado/shared/campaigns/engine/results'
import type { Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { recipientsOfCampaign } from '@recado/shared/campaigns/ledger/recipients'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { allBlockedNumbers, isBlocked, putBlock } from '@recado/shared/contact-blocks/store'
import { settleContact } from '@recado/shared/contacts/settle-contact'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import { erase } from '@recado/shared/data-subjects/erase'
import { subjectOf } from '@recado/shared/data-subjects/person'
import { putErasure } from '@recado/shared/data-subjects/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { learnContacts } from '@recado/shared/known-contacts/known-contacts'
import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBlock, aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLine } from '../support/line.ts'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
/** People of Argentina, Mexico and the Ivory Coast: as a list has them, and as WhatsApp does. */
const SPELLINGS = [
  ['541155550101', '5491155550101'],
  ['525555550101', '5215555550101'],
  ['2250707070707', '22507070707'],
] as const
const [[LISTED, ON_WHATSAPP]] = SPELLINGS

let memory: MemoryTable
let table: TenantTable
let engine: ReturnType<typeof enginePorts>
let connectionId: string
let sent: string[]

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  engine = enginePorts(memory, () => NOW)
  sent = []
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  connectionId = connection.id
  await putConnection(table, connection)
})

const block = (number: string) =>
  putBlock(table, aBlock({ id: `block of ${number}`, number, origin: 'OPT_OUT' }))

/** WhatsApp knows the person by another spelling. */
const lineTo = (spelling: string) =>
  aLine(connectionId, {
    lookUp: async () => ({ exists: true, jid: `${spelling}@s.whatsapp.net` }),
    prepare: async (jid) => ({ jid, number: spelling }),
    send: async (_, { messageId }) => void sent.push(messageId),
  })

/** A campaign to this number is handed over to the line. */
async function campaignTo(number: string, spelling: string, confirmation = false) {
  const texts = { message1: 'Oi', confirmation, confirmationMessage1: 'Posso mandar?' }
  const campaignId = await aLedger(table, connectionId, [number], texts)
  const place = { campaignId, ledger: ledgerId(campaignId, 1), place: 0 }
  await joinChain(engine.ports, 'A', connectionId, campaignId)
  const epoch = (await getChain(table, connectionId))?.epoch ?? 0
  const recipients = [{ ...place, attempt: 1 }]
  const command = { kind: 'send' as const, companyId: 'A', connectionId, epoch, recipients }
  const ports = { ...engine.ports, waitUntil: async () => {}, newClaim: () => 'a claim' }
  await deliver(ports, lineTo(spelling), { ...command, notBefore: NOW, intervalMs: 0 }, NOW)
  for (const messageId of sent) await acknowledged(engine.ports, { companyId: 'A', connectionId, messageId })
  return { recipient: (): Promise<Recipient | undefined> => table.get(recipientKey(place)) }
}

const writes = (chat: string, text: string) =>
  replyCame(engine.ports, 'A', {
    connectionId,
    chat,
    messageId: 'REPLY',
    fromMe: false,
    at: new Date(NOW + 60_000).toISOString(),
    content: { type: 'text', text },
  })

describe('a person whose number WhatsApp spells in another way', () => {
  test.each(SPELLINGS)('%s gets no message after an opt-out as %s', async (listed, spelling) => {
    await block(spelling)
    const { recipient } = await campaignTo(listed, spelling)
    expect(sent).toEqual([])
    expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'SKIPPED_BLOCKED', block: true })
  })

  test('gets no message after an erasure', async () => {
    await putErasure(table, { id: 'E', number: ON_WHATSAPP, by: 'Ana' }, NOW)
    const { recipient } = await campaignTo(LISTED, ON_WHATSAPP)
    expect(sent).toEqual([])
    expect(await recipient()).toMatchObject({ reason: 'SKIPPED_BLOCKED' })
  })

  test('gets no message after a user blocked the other spelling', async () => {
    await block(LISTED)
    const { recipient } = await campaignTo(ON_WHATSAPP, ON_WHATSAPP)
    expect(sent).toEqual([])
    expect(await recipient()).toMatchObject({ reason: 'SKIPPED_BLOCKED' })
  })

  test.each(SPELLINGS)('%s replies as %s, and the reply counts', async (listed, spelling) => {
    const { recipient } = await campaignTo(listed, spelling)
    expect(await recipient()).toMatchObject({ status: 'SENDED' })
    await writes(spelling, 'Quanto custa?')
    expect((await recipient())?.repliedAt).toBeDefined()
  })

  test('answers a confirmation question', async () => {
    const { recipient } = await campaignTo(LISTED, ON_WHATSAPP, true)
    await writes(ON_WHATSAPP, 'sim')
    expect(await recipient()).toMatchObject({ status: 'PENDING', step: 'message', confirmation: 'YES' })
  })
})

describe('two spellings of an Argentine or Mexican number', () => {
  test('are one recipient', async () => {
    const listId = await aListOf(
      table,
      SPELLINGS.slice(0, 2).flatMap((both) => both.map((number) => ({ number }))),
    )
    const campaign = {
      type: 'PRIVATE' as const,
      whatsappId: connectionId,
      groupMode: 'group' as const,
      contactListIds: [listId],
    }
    const numbers: string[] = []
    for await (const { number } of recipientsOfCampaign(table, campaign)) numbers.push(number)
    expect(numbers).toEqual([SPELLINGS[0][0], SPELLINGS[1][0]])
  })

  test('are blocked together', async () => {
    for (const [one, other] of SPELLINGS.slice(0, 2)) {
      await block(one)
      expect(await isBlocked(table, other)).toBe(true)
      expect((await allBlockedNumbers(table)).has(other)).toBe(true)
    }
    expect(await isBlocked(table, '5491155550102')).toBe(false)
  })

  test('lead to the same conversations of a person under erasure', async () => {
    const { chats } = await subjectOf(table, { number: LISTED })
    expect(chats).toEqual([LISTED, ON_WHATSAPP])
  })

  test('are one person for an erasure', async () => {
    await everythingUnder(ON_WHATSAPP)
    await putErasure(table, { id: 'E', number: LISTED, by: 'Maria' }, NOW)
    const ports = {
      now: () => NOW,
      forgetFile: async () => undefined,
      endLostImport: async () => undefined,
      wentOn: async () => undefined,
    }
    expect(await erase(ports, table, 'E')).toBeUndefined()
    const left = JSON.stringify([...memory.rows()])
    for (const trace of [LISTED, ON_WHATSAPP, LID, 'Doces']) expect(left).not.toContain(trace)
  })

  test('are one person for a dossier', async () => {
    await everythingUnder(ON_WHATSAPP)
    const places = new Set<string | undefined>()
    for await (const [where] of (await dossierOf(table, { number: LISTED }, NOW)).sheet.rows)
      places.add(where)
    expect([...places].sort()).toEqual([
      'Agenda do WhatsApp',
      'Campanha',
      'Contatos',
      'Contatos bloqueados',
      'Grupo',
      'Lista de contatos',
      'WhatsApp',
    ])
  })
})

const LID = '777000111222'

/** A person in every place that is found by number or LID, under one spelling. */
async function everythingUnder(number: string): Promise<void> {
  const name = 'Ana Doces'
  await learnNumbers(table, [{ number, lid: LID }])
  for (const chat of [number, `lid-${LID}`])
    await settleContact(table, { connectionId, chat, pushName: name }, NOW)
  await aListOf(table, [{ number, name }])
  await aLedger(table, connectionId, [number])
  const group = { connectionId, groupId: '1203', subject: 'Vizinhas', addressing: 'lid' as const }
  const members = [{ number, lid: LID, admin: false }]
  const updatedAt = new Date(NOW).toISOString()
  await keepGroup(table, { ...group, members, updatedAt }, { connectionName: 'Loja', orphans: new Map() })
  await block(number)
  await learnContacts(table, connectionId, [{ number, lid: LID, name, isContact: true }])
  await rememberAddress(table, number, { exists: true, jid: `${number}@s.whatsapp.net` }, NOW)
}
