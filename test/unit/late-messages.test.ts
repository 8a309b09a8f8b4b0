import { putConnection } from '@recado/shared/connections/store'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aConnection } from '../support/builders.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const HOUR = 3_600_000

test('an answer to the phone within a day is not greeted, even if it comes later', async () => {
  const table = new TenantTable(new MemoryTable(), 'A')
  const shop = aConnection({ companyId: 'A', greetingMessage: 'Olá!' })
  await putConnection(table, shop)
  /** @param hours after noon it is written, and comes */
  const writes = async (number: string, fromMe: boolean, hours: number, comes = hours) => {
    const at = NOON + hours * HOUR
    const event: InboundMessage = {
      kind: 'message',
      companyId: 'A',
      connectionId: shop.id,
      person: { number },
      fromMe,
      messageId: `${number}-${hours}`,
      timestamp: at / 1000,
      at,
      content: { type: 'text', text: 'Oi' },
      original: '',
    }
    return (await arrives(table, event, {}, NOON + comes * HOUR))?.answers.map(({ auto }) => auto)
  }
  for (const number of ['5511987651001', '5511987651002']) await writes(number, true, 0)
  expect(await writes('5511987651001', false, 23.75, 24.5)).toEqual([])
  expect(await writes('5511987651002', false, 24.25, 25)).toEqual(['greeting'])
})
