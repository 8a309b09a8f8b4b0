import type { OpenLine } from '@recado/fargate-session/outbound/open-line'
import { MediaFiles } from '@recado/fargate-session/ports/media-files'
import { Peak } from '@recado/fargate-session/ports/peak'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Table } from '@recado/shared/table/table'
import { enginePorts } from './engine-ports.ts'

/** Ports of the socket service for work without a socket of its own: there are no keys and no files. */
export const portsWithoutSocket = () => {
  const refused = () => Promise.reject(new Error('There are no keys here'))
  return {
    publish: async () => undefined,
    authTable: new MemoryTable(),
    keys: { newDataKey: refused, openDataKey: refused },
    files: new MediaFiles('none'),
    server: { version: [0, 0, 0] as [number, number, number], mediaOrigins: [], mediaHost: '', hosts: [] },
    receiptLag: new Peak(),
    newClaim: () => 'claim',
    waitUntil: async () => undefined,
  }
}

/** {@link portsWithoutSocket} on a table. @param own the test's own ports */
export const servicePorts = (
  table: Table,
  now: () => number,
  own: Partial<ServicePorts> = {},
): ServicePorts => ({ ...enginePorts(table, now).ports, ...portsWithoutSocket(), ...own })

/** A message that left. */
interface Left {
  messageId: string
  text: string
}

/** An open line. @param onLeft takes each message that leaves @param own the test's own operations */
export const openLine = (onLeft: (left: Left) => void, own: Partial<OpenLine> = {}): OpenLine => ({
  fence: 1,
  isOpen: () => true,
  routeTo: async (jid) => ({ jid }),
  build: async (_, content, { messageId }) => ({
    messageId,
    message: { conversation: 'text' in content ? content.text : '' },
    attributes: {},
  }),
  markRead: async () => undefined,
  showTyping: async () => undefined,
  write: async (_, { messageId, message }) => onLeft({ messageId, text: message.conversation ?? '' }),
  ...own,
})
