import { blocksOf, isBlocked, putBlock, type StoredBlock } from '@recado/shared/contact-blocks/store'
import { outgoingMessages } from '@recado/shared/conversations/outgoing'
import { chatOfPerson } from '@recado/shared/messages/chat'
import type { InboundMessage, Person } from '@recado/shared/messages/inbound'
import { heedWords } from '@recado/shared/opt-outs/answered-words'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import type { Queues } from '@recado/shared/queues/queues'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { MortalTable } from '../support/mortal-table.ts'

const [ANA, LID] = ['5511987651001', '777000111222'] as const
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const EARLIER = '2026-11-21T11:00:00.000Z'
const AT = new Date(NOW).toISOString()
const OPTED_OUT: StoredBlock = {
  id: 'B',
  name: 'Ana',
  number: ANA,
  origin: 'OPT_OUT',
  createdAt: EARLIER,
  evidence: { text: 'sair', at: EARLIER, whatsappId: 'SHOP' },
}

let memory: MortalTable
let table: TenantTable
/** The ids of the messages whose sending was queued. */
let queued: string[]
beforeEach(() => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
  queued = []
})

const writes = (text: string, messageId: string, person: Person = { number: ANA }) => {
  const message = { connectionId: 'SHOP', fromMe: false, person, messageId } as InboundMessage
  const queues: Queues = {
    send: () => Promise.reject(new Error('Nothing is queued')),
    inOrder: () => Promise.reject(new Error('Nothing is sent in order')),
    command: async (command) => void queued.push(command.kind === 'message' ? command.messageId : ''),
  }
  const ports = { queues, now: () => NOW, publish: async () => undefined }
  const stored = { chat: chatOfPerson(person), content: { type: 'text' as const, text }, at: AT }
  return heedWords(table, ports, message, stored)
}

const confirmations = async () => (await outgoingMessages(table, 'SHOP')).map(({ messageId }) => messageId)

describe('a person who opted out by LID', () => {
  test('is not blocked and confirmed again once their number is known', async () => {
    await writes('sair', 'M1', { lid: LID })
    await learnNumbers(table, [{ number: ANA, lid: LID }])
    await writes('sair', 'M2', { number: ANA, lid: LID })
    expect(await blocksOf(table, { number: ANA, lid: LID })).toHaveLength(1)
    expect(await confirmations()).toHaveLength(1)
  })

  test('is not blocked and confirmed again by a word that is processed at the same time', async () => {
    const transact = memory.transact.bind(memory)
    memory.transact = async (writesOfNumber) => {
      memory.transact = transact
      await writes('sair', 'M1', { lid: LID })
      return transact(writesOfNumber)
    }
    await writes('sair', 'M2', { number: ANA, lid: LID })
    expect(await blocksOf(table, { number: ANA, lid: LID })).toHaveLength(1)
    expect(await confirmations()).toHaveLength(1)
  })
})

describe.each([
  ['sair', 'an opt-out', []],
  [
    'sair',
    'an opt-out of a person blocked by a user',
    [{ ...OPTED_OUT, origin: 'MANUAL' as const, evidence: null }],
  ],
  ['voltar', 'the end of an opt-out', [OPTED_OUT]],
  ['voltar', 'the end of two opt-outs', [OPTED_OUT, { ...OPTED_OUT, id: 'L', number: '', lid: LID }]],
] as const)('%s: %s', (text, _, blocks: readonly StoredBlock[]) => {
  const person = { number: ANA, lid: LID }

  test('is confirmed once, also if its first delivery dies at any write', async () => {
    for (let count = 0; count < 4; count++) {
      memory = new MortalTable()
      table = new TenantTable(memory, 'A')
      queued = []
      for (const block of blocks) await putBlock(table, block)
      memory.dieAfter(count)
      await writes(text, 'M1', person).catch((error: unknown) =>
        expect(String(error)).toContain('The process died'),
      )
      memory.dieAfter()
      await writes(text, 'M1', person)
      await writes(text, 'M2', person)
      expect({ count, isBlocked: await isBlocked(table, ANA) }).toEqual({ count, isBlocked: text === 'sair' })
      expect({ count, ids: await confirmations() }).toEqual({ count, ids: [expect.any(String)] })
      expect(new Set(queued)).toEqual(new Set(await confirmations()))
    }
  })
})
