import type * as ids from '@recado/shared/ids'
import type * as messageId from '@recado/shared/messages/message-id'
import { currentPart } from './part.ts'

/** Ids by chance, which would make each replay another run. */
export const countedIds = (real: typeof ids): typeof ids => ({
  ...real,
  newId: (now = currentPart().now()) => currentPart().newId(now),
  firstIdOf: (moment) => String(Math.max(0, Math.floor(moment))).padStart(14, '0'),
  newUuid: () => currentPart().newId(0),
})

export const countedMessageIds = (real: typeof messageId): typeof messageId => ({
  ...real,
  newMessageId: () => currentPart().newMessageId(),
})
