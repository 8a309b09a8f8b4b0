import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test } from 'vitest'
import { aConnection } from '../support/builders.ts'

const GROUP = '120363000000000001@g.us'
const ANA = '5511955551234@s.whatsapp.net'

test.each([
  ['ignore', GROUP, true],
  ['tab', GROUP, false],
  ['ignore', ANA, false],
] as const)(
  'with groups: %s, an unstored message of %s needs no second hand-over: %s',
  async (groups, remoteJid, isKnown) => {
    const memory = new MemoryTable()
    const table = new TenantTable(memory, 'A')
    const connection = aConnection({ companyId: 'A', groups })
    await putConnection(table, connection)
    const never = () => Promise.reject(new Error('Not this one'))
    const inbox = new Inbox({ send: never, command: never, inOrder: never })
    const receiver = new Receiver(
      { table: memory, now: Date.now } as unknown as ServicePorts,
      inbox,
      table,
      connection.id,
    )
    expect(await receiver.hasStored({ id: 'M1', remoteJid, fromMe: false })).toBe(isKnown)
  },
)
