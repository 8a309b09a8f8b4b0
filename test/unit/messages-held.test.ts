import { sendMessage } from '@recado/fargate-session/outbound/messages'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { throwCompanySwitch, throwPlatformSwitch } from '@recado/shared/campaigns/store/sending-stops'
import { putCompany } from '@recado/shared/companies/store'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { getMessage, type StoredMessage } from '@recado/shared/conversations/message'
import { outgoingMessages } from '@recado/shared/conversations/outgoing'
import { outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import { AUTOMATIC } from '@recado/shared/messages/origin'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBlock, aCompany } from '../support/builders.ts'
import { openLine, servicePorts } from '../support/service-ports.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [SHOP, ANA] = ['LOJA', '5511987651001'] as const

let memory: MemoryTable
let table: TenantTable
let ports: ServicePorts
let left: string[]
let changed: string[]

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  left = []
  changed = []
  ports = servicePorts(memory, () => NOW, {
    watchers: {
      countersChanged: async () => undefined,
      recipientChanged: async () => undefined,
      messageChanged: async (_, { messageId }) => void changed.push(messageId),
    },
  })
  await putCompany(table, aCompany({ id: 'A' }))
})

const line = openLine(({ text }) => void left.push(text))

/** A message is written and its command reaches the task. @returns the stored message */
async function sends(
  text: string,
  of: Pick<StoredMessage, 'auto' | 'origin'> = {},
): Promise<StoredMessage | undefined> {
  const content = { type: 'text' as const, text }
  const message = outgoing({ connectionId: SHOP, chat: ANA, content, ...of }, undefined, NOW)
  await table.transact(outgoingWrites(message))
  const { messageId } = message
  await sendMessage(ports, table, line, {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    chat: ANA,
    messageId,
  })
  return getMessage(table, message)
}

const stop = { action: 'stop', reason: 'Texto errado', at: new Date(NOW).toISOString() } as const
const stopCompany = () =>
  throwCompanySwitch({ table: memory }, 'A', { ...stop, by: { id: 'U', name: 'Ana' } })
const stopPlatform = () =>
  throwPlatformSwitch({ table: memory }, { ...stop, by: { id: 'U', name: 'Operador' } })

const HELD = AUTOMATIC.filter((auto) => auto !== 'optOut')

test.each(HELD)('the automatic message “%s” fails while the company’s sending is stopped', async (auto) => {
  await stopCompany()
  const message = await sends('Olá!', { auto })
  expect(message).toMatchObject({ status: 'FAILED', failureCode: 'SKIPPED_STOPPED' })
  expect(left).toEqual([])
  // It is not sent later, and the page shows it.
  expect(await outgoingMessages(table, SHOP)).toEqual([])
  expect(changed).toEqual([message?.messageId])
})

test('the platform’s stop holds automatic messages, too', async () => {
  await stopPlatform()
  expect(await sends('Olá!', { auto: 'greeting' })).toMatchObject({ status: 'FAILED' })
})

test('an answer of a person and the confirmation of an opt-out leave during a stop', async () => {
  await stopCompany()
  await sends('Boa tarde, é a Ana')
  await sends('Você não vai mais receber', { auto: 'optOut' })
  expect(left).toEqual(['Boa tarde, é a Ana', 'Você não vai mais receber'])
})

test('automatic messages leave while nothing is stopped', async () => {
  for (const auto of HELD) await sends(auto, { auto })
  expect(left).toEqual(HELD)
})

describe('a person who was blocked while a message waited for its connection', () => {
  beforeEach(() => putBlock(table, aBlock({ number: ANA })))

  test.each([{ origin: 'schedule' }, { auto: 'idle' }, { auto: 'rating' }] as const)(
    'does not get it if the person did not write for it: %o',
    async (of) => {
      expect(await sends('Olá!', of)).toMatchObject({ status: 'FAILED', failureCode: 'BLOCKED' })
      expect(left).toEqual([])
    },
  )

  test('gets answers of people, and automatic answers to a message', async () => {
    await sends('Boa tarde, é a Ana')
    await sends('Escolha uma opção', { auto: 'menu' })
    expect(left).toEqual(['Boa tarde, é a Ana', 'Escolha uma opção'])
  })
})
