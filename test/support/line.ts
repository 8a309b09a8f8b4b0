import type { Line } from '@recado/shared/campaigns/engine/line'

/** An open line that reaches every number at once. @param own the test's own operations */
export const aLine = (connectionId: string, own: Partial<Line> = {}): Line => ({
  connectionId,
  fence: 1,
  lastWriteAt: 0,
  isOpen: () => true,
  lookUp: async (number) => ({ exists: true, jid: `${number}@s.whatsapp.net` }),
  prepare: async (jid) => ({ jid }),
  ready: async (_, content, messageId) => ({ content, messageId }),
  send: async () => undefined,
  ...own,
})
