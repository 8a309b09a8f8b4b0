import type { BaileysEventMap, WASocket } from '@whiskeysockets/baileys'
import { personOf } from '../wire/jids.ts'
import type { Inbox } from './inbox.ts'
import { completed } from './receive.ts'

interface Parts {
  inbox: Inbox
  of: { companyId: string; connectionId: string }
  /** Handles failures. */
  guard(work: Promise<unknown>): void
}

/**
 * Listens to changes of the timer of disappearing messages in chats with people, by them or on the own phone. The
 * library reports the protocol message EPHEMERAL_SETTING as a change of its chat, and the end of the timer as null. The timers of
 * groups are in their metadata.
 */
export function watchMessageTimers(
  { ev, signalRepository: { lidMapping } }: Pick<WASocket, 'ev' | 'signalRepository'>,
  { inbox, of, guard }: Parts,
): void {
  const report = async ({ id, ephemeralExpiration, ephemeralSettingTimestamp }: ChangedChat) => {
    const named = personOf(id)
    if (!named || ephemeralExpiration === undefined) return
    // Under the name that messages have: the inbox keeps a person's events in order.
    const person = await completed(named, (lid) => lidMapping.getPNForLID(lid))
    const timestamp = Number(ephemeralSettingTimestamp ?? 0)
    await inbox.hand({ kind: 'timer', ...of, person, messageTimer: ephemeralExpiration ?? 0, timestamp })
  }
  const reportAll = async (changes: ChangedChat[]) => {
    // One after another: the latest change is the one that stays.
    for (const change of changes) await report(change)
  }
  ev.on('chats.update', (changes) => guard(reportAll(changes)))
}

type ChangedChat = BaileysEventMap['chats.update'][number]
