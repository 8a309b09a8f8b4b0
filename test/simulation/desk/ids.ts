import type * as ids from '@recado/shared/ids'
import type * as messageId from '@recado/shared/messages/message-id'
import { currentPart } from './part.ts'

/** Ids by chance, which would make each replay another run. */
export const countedIds = (real: typeof ids): typeof ids => ({
  ...real,
  newId: (now = currentPart().now()) => currentPart().newId(now),
  newUuid: () => currentPart().newId(0),
})

export const countedMessageIds = (real: typeof messageId): typeof messageId => ({
  ...real,
  newMessageId: () => currentPart().newMessageId(),
})
