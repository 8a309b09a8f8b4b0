import type { OpenLine } from '@recado/fargate-session/outbound/open-line'
import { markRead, showTyping } from '@recado/fargate-session/outbound/read-receipts-and-typing'
import { NotInGroup } from '@recado/shared/campaigns/engine/line'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import { commandGroup } from '@recado/shared/queues/queues'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { describe, expect, test } from 'vitest'
import { openLine } from '../support/service-ports.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const of = { companyId: 'A', connectionId: 'LOJA', chat: '5511987651001' }
const read = { kind: 'read' as const, ...of, messageIds: ['M1'] }
const typing = { kind: 'typing' as const, ...of, at: NOW }

const table = new TenantTable(new MemoryTable(), 'A')
const lineThat = (routeTo: OpenLine['routeTo']) => openLine(() => undefined, { routeTo })
const signs = (line: OpenLine) =>
  Promise.all([markRead(table, line, read, NOW), showTyping(table, line, typing, NOW)])

describe('blue ticks and typing', () => {
  test.each([new Unreachable('NO_DEVICE'), new Unreachable('NO_ANSWER'), new NotInGroup()])(
    'are left out for a chat that cannot be reached: %o',
    async (error) => {
      await signs(lineThat(() => Promise.reject(error)))
    },
  )

  test('are tried again after another failure', async () => {
    const failing = lineThat(() => Promise.reject(new Error('The table does not answer')))
    await expect(signs(failing)).rejects.toThrow('The table does not answer')
  })

  test('hold up neither each other’s chats nor commands to the session', () => {
    const other = commandGroup({ ...read, chat: '5511987651002' })
    const session = commandGroup({ kind: 'unlink', companyId: 'A', connectionId: 'LOJA' })
    expect(new Set([commandGroup(read), other, session]).size).toBe(3)
    expect(commandGroup(typing)).toBe(commandGroup(read))
  })
})
