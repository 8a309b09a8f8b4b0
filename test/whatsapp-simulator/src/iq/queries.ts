import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from '../companions/connection.ts'
import { errorOf, resultOf } from '../wire/stanza.ts'
import { accountLimits } from './account-limits.ts'
import { blockList, privacy, profilePicture, serverProperties } from './account-settings.ts'
import { appState } from './app-state.ts'
import { encryptionKeys } from './encryption-keys.ts'
import { goActive } from './go-active.ts'
import { groups } from './groups.ts'
import { linkedDevices, requestPairing } from './linked-devices.ts'
import { mediaConnection } from './media-connection.ts'
import type { QueryHandler } from './query.ts'
import { userSync } from './user-sync.ts'
import type { QueryWorld } from './world.ts'

/** Handlers by namespace. All other queries get an empty result. */
const HANDLERS: Record<string, QueryHandler> = {
  abt: serverProperties,
  blocklist: blockList,
  encrypt: encryptionKeys,
  md: linkedDevices,
  passive: goActive,
  privacy,
  usync: userSync,
  'w:g2': groups,
  'w:m': mediaConnection,
  'w:mex': accountLimits,
  'w:profile:picture': profilePicture,
  'w:sync:app:state': appState,
}

/** Answers a client's query, logged in or not. */
export async function answerQuery(
  simulation: QueryWorld,
  connection: Connection,
  iq: BinaryNode,
): Promise<void> {
  const { companion } = connection
  const namespace = iq.attrs.xmlns ?? ''
  if (!companion) {
    answerStranger(simulation, connection, iq)
    return
  }
  const handler = HANDLERS[namespace]
  const answer = handler ? await handler({ simulation, connection, companion, iq }) : resultOf(iq)
  if (answer) connection.send(answer)
}

/** An unlinked client may only keep its line alive and ask to be linked. */
function answerStranger(simulation: QueryWorld, connection: Connection, iq: BinaryNode): void {
  if (iq.attrs.xmlns === 'md') requestPairing(simulation, connection, iq)
  else connection.send(iq.attrs.xmlns === 'w:p' ? resultOf(iq) : errorOf(iq, 401, 'not-authorized'))
}
