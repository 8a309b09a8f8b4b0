import { isReturn } from '@recado/shared/contact-blocks/opt-out-words'
import { blocksOf, isBlocked, putBlock } from '@recado/shared/contact-blocks/store'
import { chatOfPerson } from '@recado/shared/messages/chat'
import type { InboundMessage, Person } from '@recado/shared/messages/inbound'
import { newMessageId } from '@recado/shared/messages/message-id'
import { heedWords } from '@recado/shared/opt-outs/answered-words'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'

const ANA = '5511987651001'
const EARLIER = '2026-11-21T12:00:00.000Z'
const LATER = '2026-11-21T12:00:01.000Z'

let memory: MemoryTable
let table: TenantTable
let sent: unknown[]
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  sent = []
  const evidence = { text: 'sair', at: LATER, whatsappId: 'SHOP' }
  const block = { id: 'B', name: 'Ana', number: ANA, origin: 'OPT_OUT' as const, evidence, createdAt: LATER }
  await putBlock(table, block)
})

/** Ana writes a word of return, at this moment, in a message of its own. */
const returns = (at: string, person: Person = { number: ANA }) => {
  const content = { type: 'text' as const, text: 'Voltar!' }
  const message = { connectionId: 'SHOP', fromMe: false, person, messageId: newMessageId() } as InboundMessage
  const queues = {
    send: () => Promise.reject(new Error('Nothing is queued')),
    inOrder: () => Promise.reject(new Error('Nothing is sent in order')),
    command: async (command: unknown) => void sent.push(command),
  }
  const ports = { queues, now: () => Date.parse(LATER), publish: async () => undefined }
  return heedWords(table, ports, message, { chat: chatOfPerson(person), content, at })
}

test('a word of return lifts the opt-out that was written before it, and is confirmed once', async () => {
  const afterwards = '2026-11-21T12:00:02.000Z'
  await returns(afterwards)
  await returns(afterwards)
  expect(await isBlocked(table, ANA)).toBe(false)
  expect(sent).toHaveLength(1)
})

test.each([EARLIER, LATER])('a word of return of %s lifts no opt-out of a later moment', async (at) => {
  await returns(at)
  expect(await isBlocked(table, ANA)).toBe(true)
  expect(sent).toEqual([])
})

test('a word of return by a person without a known number lifts their opt-out, and asks for no empty key', async () => {
  const lid = '777000111222'
  const evidence = { text: 'sair', at: EARLIER, whatsappId: 'SHOP' }
  const block = { id: 'L', name: 'Oculta', number: '', lid, origin: 'OPT_OUT' as const, evidence }
  await putBlock(table, { ...block, createdAt: EARLIER })
  const asked: string[] = []
  const getMany = memory.getMany.bind(memory)
  memory.getMany = (keys) => {
    asked.push(...keys.map(({ sk }) => sk))
    return getMany(keys)
  }
  await returns(LATER, { lid })
  expect(asked).not.toContain('')
  expect(await blocksOf(table, { number: '', lid })).toEqual([])
  expect(sent).toHaveLength(1)
})

test.each(['voltar', ' Voltar! ', 'QUERO RECEBER', 'start'])('%j is a word of return', (text) => {
  expect(isReturn(text)).toBe(true)
})

test.each(['', '!', 'quero voltar', 'não quero receber', 'sair'])('%j is no word of return', (text) => {
  expect(isReturn(text)).toBe(false)
})

test('a word that a company uses for both opts out', () => {
  expect(isReturn('voltar', ['voltar'], ['voltar'])).toBe(false)
  expect(isReturn('sair', ['sair'])).toBe(false)
})
