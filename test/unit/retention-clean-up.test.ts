import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { deleteConnection, putConnection } from '@recado/shared/connections/store'
import { isBlocked, putBlock } from '@recado/shared/contact-blocks/store'
import { type Conversation, getConversation } from '@recado/shared/conversations/conversation'
import { pageOfMessages } from '@recado/shared/conversations/message'
import { firstIdOf, newId } from '@recado/shared/ids'
import { endImport, importsOf, putImport } from '@recado/shared/imports/store'
import { chatOfNumber } from '@recado/shared/messages/chat'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { cleanUp } from '@recado/shared/retention/clean-up'
import { DEFAULT_BOUNDS, KEEPS_ALL, type Retention } from '@recado/shared/retention/retention'
import { getRun, putRetention } from '@recado/shared/retention/store'
import { platformTable } from '@recado/shared/table/platform'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives, recordMessage } from '../support/arriving.ts'
import { aCompany, aConnection, aTicket } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const daysAgo = (days: number) => NOW - days * DAY_MS
const iso = (moment: number) => new Date(moment).toISOString()
const [ANA, BETO] = ['5511987651001', '5521987651002'] as const

let memory: MortalTable
let table: TenantTable
let shop: string
let files: string[]
beforeEach(async () => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
  files = []
  await foundCompany({ table: memory }, aCompany({ id: 'A' }))
  const connection = aConnection({ companyId: 'A' })
  await putConnection(table, connection)
  shop = connection.id
})

const keep = (some: Partial<Retention>) =>
  putRetention(table, platformTable(memory), { ...KEEPS_ALL, ...some })
const ports = { now: () => NOW, forgetFile: async (key: string) => void files.push(key) }
const clean = () => cleanUp(ports, table, DEFAULT_BOUNDS)
const removed = async () => (await getRun(table))?.lastRemoved

const oldMessage = (connectionId: string, number: string): InboundMessage => ({
  kind: 'message',
  companyId: 'A',
  connectionId,
  person: { number },
  fromMe: false,
  messageId: newId(),
  timestamp: daysAgo(100) / 1000,
  at: daysAgo(100),
  original: 'eA==',
  content: { type: 'text', text: 'velha' },
})

/** A person wrote this many days ago. */
async function wrote(number: string, text: string, days: number, file?: string): Promise<void> {
  const at = daysAgo(days)
  const media = { state: 'READY' as const, mimetype: 'image/jpeg', bytes: 10, key: file ?? null }
  await recordMessage(table, {
    kind: 'message',
    companyId: 'A',
    connectionId: shop,
    person: { number },
    fromMe: false,
    messageId: newId(),
    timestamp: at / 1000,
    at,
    name: 'Ana Doces',
    original: 'eA==',
    content: file ? { type: 'image', caption: text, media } : { type: 'text', text },
  })
}

const chat = chatOfNumber(ANA)
const messages = async (of = chat) => (await pageOfMessages(table, shop, of, { limit: 100 })).rows
const textsOf = async (of = chat) =>
  (await messages(of)).map(({ content }) =>
    'text' in content ? content.text : 'caption' in content && content.caption,
  )
const head = (): Promise<Conversation | undefined> => getConversation(table, shop, chat)
const fileKey = (name: string) => `A/media/${shop}/${name}`
const everything = () => JSON.stringify([...memory.rows((pk) => pk.startsWith('A#'))])

describe('conversations', () => {
  test('lose older messages with their files and places, and keep the rest', async () => {
    await wrote(ANA, 'velha', 91)
    await wrote(ANA, 'velha com foto', 90.01, fileKey('1'))
    await wrote(ANA, 'nova', 89)
    await wrote(BETO, 'nova também', 1)
    await keep({ conversations: 90 })
    expect(await clean()).toBe('done')
    expect(await textsOf()).toEqual(['nova'])
    expect(await textsOf(chatOfNumber(BETO))).toEqual(['nova também'])
    expect(files).toEqual([fileKey('1')])
    expect(everything()).not.toContain('velha')
    expect([...memory.rows((pk) => pk.startsWith('A#MESSAGE-PLACES'))]).toHaveLength(2)
    expect(await head()).toMatchObject({ preview: 'nova', name: 'Ana Doces' })
    expect(await removed()).toEqual({ conversations: 2, media: 1, ledgers: 0, audit: 0, imports: 0 })
  })

  test('lose the words of older messages', async () => {
    await arrives(table, oldMessage(shop, ANA))
    await arrives(table, {
      ...oldMessage(shop, ANA),
      messageId: newId(),
      at: NOW,
      content: { type: 'text', text: 'nova' },
    })
    await keep({ conversations: 90 })
    await clean()
    const words = [...memory.rows((pk) => pk.startsWith('A#WORDS#'))].map(({ sk }) => sk.split('#')[0])
    expect(words).toEqual(['nova'])
  })

  test('that are empty lose their preview, but keep the known person', async () => {
    await wrote(ANA, 'segredo', 100)
    await keep({ conversations: 90 })
    await clean()
    expect(everything()).not.toContain('segredo')
    // The person stays a contact, as in contact lists.
    const others = [...memory.rows((pk) => pk.startsWith('A#') && !pk.startsWith('A#CONTACT'))]
    expect(JSON.stringify(others)).not.toContain('Ana Doces')
    expect(await head()).toMatchObject({ preview: '', wroteAt: daysAgo(100) })
  })

  test('with an open ticket keep their last message', async () => {
    await wrote(ANA, 'primeira', 101)
    await wrote(ANA, 'última', 100)
    await writeTicket(table, undefined, aTicket({ status: 'open', whatsappId: shop, chat }))
    await keep({ conversations: 90 })
    await clean()
    expect(await textsOf()).toEqual(['última'])
    expect(await head()).toMatchObject({ preview: 'última' })
  })

  test('of deleted accounts are cleaned up too', async () => {
    await wrote(ANA, 'velha', 91)
    await deleteConnection(table, shop)
    await keep({ conversations: 90 })
    await clean()
    expect(await textsOf()).toEqual([])
  })
})

describe('files of messages', () => {
  test('are deleted before their messages, which then say so, and a campaign’s attachment stays', async () => {
    await wrote(ANA, 'com foto', 40, fileKey('1'))
    await wrote(ANA, 'anúncio', 40, 'A/campaigns/C/1')
    await wrote(ANA, 'nova foto', 5, fileKey('2'))
    await keep({ media: 30 })
    await clean()
    expect(files).toEqual([fileKey('1')])
    expect(await textsOf()).toEqual(['nova foto', 'anúncio', 'com foto'])
    const [, , old] = await messages()
    expect(old?.content).toMatchObject({ media: { state: 'ERASED', key: null, bytes: 10 } })
    expect(await removed()).toMatchObject({ conversations: 0, media: 1 })
  })

  test('are checked only once', async () => {
    await keep({ media: 30 })
    await clean()
    expect((await getRun(table))?.mediaUntil).toBe(daysAgo(30))
    // No message enters the part already cleaned up, except moves within the last days.
    await wrote(ANA, 'há muito', 60, fileKey('1'))
    await wrote(ANA, 'há pouco', 31, fileKey('2'))
    await clean()
    expect(files).toEqual([fileKey('2')])
  })
})

describe('records', () => {
  test('of the trail lose only the oldest entries', async () => {
    // Ids of the past, which are no longer assigned.
    const [old, kept] = [201, 199].map((days) => `${firstIdOf(daysAgo(days))}0123456789ABCDEF`)
    for (const sk of [old, kept]) await table.put(keyIn('AUDIT', sk ?? ''))
    await keep({ audit: 200 })
    await clean()
    expect([...memory.rows((pk) => pk === 'A#AUDIT')].map(({ sk }) => sk)).toEqual([kept])
    expect(await removed()).toMatchObject({ audit: 1 })
  })

  test('of ended imports are deleted with their files, while running and recent imports stay', async () => {
    const listId = await aListOf(table, [{ number: ANA }])
    const begin = async (contactListId: string | null, days: number, ends = true) => {
      const importId = newId()
      const createdAt = iso(daysAgo(days))
      const start = { source: `A/uploads/${importId}`, removeDuplicates: true, layout: null, consent: null }
      await putImport(table, { ...start, importId, contactListId, createdAt })
      if (ends)
        await endImport(table, { importId, contactListId }, { status: 'DONE', error: null }, createdAt)
      return importId
    }
    const old = [await begin(listId, 31), await begin(null, 31)]
    const [running, recent] = [await begin(listId, 31, false), await begin(listId, 29)]
    await keep({ imports: 30 })
    await clean()
    expect((await importsOf(table, listId)).map(({ importId }) => importId).sort()).toEqual(
      [running, recent].sort(),
    )
    expect(await importsOf(table, null)).toEqual([])
    expect(files.sort()).toEqual(old.map((id) => `A/uploads/${id}`).sort())
  })

  test('of blocked people are never deleted', async () => {
    const block = { id: newId(), name: 'Ana', number: ANA, origin: 'MANUAL' as const, evidence: null }
    await putBlock(table, { ...block, createdAt: iso(daysAgo(4000)) })
    await keep({ conversations: 30, media: 7, ledgers: 30, audit: 180, imports: 7 })
    await clean()
    expect(await isBlocked(table, ANA)).toBe(true)
  })
})

describe('a clean-up', () => {
  /** Every kind of data that a clean-up may find, old and new. */
  async function muchOld(): Promise<void> {
    const second = aConnection({ companyId: 'A' })
    await putConnection(table, second)
    for (let number = 0; number < 12; number++)
      await recordMessage(table, oldMessage(second.id, `55119876530${String(number).padStart(2, '0')}`))
    for (let number = 0; number < 12; number++) {
      await wrote(`55119876520${String(number).padStart(2, '0')}`, 'velha', 100, fileKey(String(number)))
      await wrote(`55119876520${String(number).padStart(2, '0')}`, 'nova', 1)
    }
    const id = await aLedger(table, shop, [ANA, BETO])
    await table.update(campaignKey(id), { set: { status: 'FINALIZADA', updatedAt: iso(daysAgo(99)) } })
    await keep({ conversations: 60, ledgers: 60, media: 7 })
  }

  test('deletes nothing without a configured retention', async () => {
    await muchOld()
    await keep(KEEPS_ALL)
    const before = everything()
    expect(await clean()).toBe('done')
    const after = JSON.parse(everything()) as { sk: string }[]
    expect(JSON.stringify(after.filter(({ sk }) => sk !== 'RETENTION-RUN'))).toBe(before)
    expect(files).toEqual([])
  })

  test('that dies at any write is continued by the next, with the same result', async () => {
    await muchOld()
    let deaths = 0
    for (let writes = 1; ; writes++) {
      memory.dieAfter(writes)
      // A dead clean-up counts as busy until it has been silent for a while.
      const later = { ...ports, now: () => NOW + deaths * 3_600_000 }
      const outcome = await cleanUp(later, table, DEFAULT_BOUNDS).catch(() => 'died')
      memory.dieAfter()
      if (outcome === 'done') break
      deaths++
    }
    expect(deaths).toBeGreaterThan(5)
    expect(everything()).not.toMatch(/velha|LEDGER#/)
    expect((everything().match(/"nova"/g) ?? []).length).toBeGreaterThanOrEqual(12)
    expect(new Set(files).size).toBe(12)
    expect(await getRun(table)).not.toHaveProperty('begunAt')
  })

  test('that runs out of time continues at its position', async () => {
    await muchOld()
    let moment = NOW
    const slow = { ...ports, now: () => moment++ }
    const outcomes: string[] = []
    while (outcomes.at(-1) !== 'done') {
      outcomes.push(await cleanUp(slow, table, DEFAULT_BOUNDS, 20))
      if (outcomes.length > 50) throw new Error('It never ends')
    }
    expect(outcomes.length).toBeGreaterThan(2)
    expect(everything()).not.toMatch(/velha|LEDGER#/)
    expect(await removed()).toMatchObject({ conversations: 24, ledgers: 1 })
    // The days count from its start, for any duration.
    expect((await getRun(table))?.mediaUntil).toBe(daysAgo(7))
    // None was visited twice, since its file would have been deleted twice.
    expect(files).toHaveLength(12)
  })

  test('runs in one job at a time', async () => {
    await muchOld()
    const both = await Promise.all([clean(), clean()])
    expect(both.sort()).toEqual(['busy', 'done'])
  })

  test('restores no row of a company deleted meanwhile', async () => {
    await muchOld()
    const gone = {
      ...ports,
      forgetFile: async () => {
        for (const key of [...memory.rows((pk) => pk === 'A#COMPANY')]) await memory.delete(key)
      },
    }
    await expect(cleanUp(gone, table, DEFAULT_BOUNDS)).rejects.toThrow('condition')
    expect(await clean()).toBe('busy')
    expect([...memory.rows((pk) => pk === 'A#COMPANY')]).toEqual([])
  })

  test('does not touch other companies', async () => {
    const other = new TenantTable(memory, 'B')
    await putConnection(other, aConnection({ companyId: 'B', id: shop }))
    await recordMessage(other, {
      kind: 'message',
      companyId: 'B',
      connectionId: shop,
      person: { number: ANA },
      fromMe: false,
      messageId: newId(),
      timestamp: daysAgo(500) / 1000,
      at: daysAgo(500),
      original: 'eA==',
      content: { type: 'text', text: 'de outra empresa' },
    })
    await wrote(ANA, 'velha', 500)
    await keep({ conversations: 60 })
    await clean()
    expect((await pageOfMessages(other, shop, chat, { limit: 10 })).rows).toHaveLength(1)
  })
})
