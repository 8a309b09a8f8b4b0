import { type BinaryNode, getAllBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { isGroupId, memberOf } from '../groups/groups.ts'
import { asAuthor } from '../groups/identities.ts'
import { stanza } from '../wire/stanza.ts'
import { hearsTyping } from './presence.ts'
import type { MessageWorld } from './world.ts'

/** A person is typing: the phone that shows it, and the chat (a number or a group's id). */
export type TypingShown = { phone: string; chat: string; from: string }

/** Current typing. A phone forgets it after a while without news. */
export class Typing {
  #now: () => number
  #shown = new Map<string, TypingShown & { until: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  note(shown: TypingShown, state: TypingState): void {
    const key = `${shown.phone} ${shown.chat} ${shown.from}`
    if (state === 'composing') this.#shown.set(key, { ...shown, until: this.#now() + SHOWN_MS })
    else this.#shown.delete(key)
  }

  list(): TypingShown[] {
    for (const [key, { until }] of this.#shown) if (until < this.#now()) this.#shown.delete(key)
    return [...this.#shown.values()].map(({ phone, chat, from }) => ({ phone, chat, from }))
  }

  clear(): void {
    this.#shown.clear()
  }
}

export type TypingState = 'composing' | 'paused'

const SHOWN_MS = 15_000

/**
 * A person starts or stops typing in a chat. Other people's phones show it. Their linked devices hear it only under
 * the conditions of `hearsTyping`, and never later.
 */
export function type(
  simulation: MessageWorld,
  author: Account,
  { chat, state }: { chat: string; state: TypingState },
): void {
  for (const { reader, from } of readersOf(simulation, author, chat)) {
    const shownIn = isGroupId(chat) ? chat : author.number
    simulation.typing.note({ phone: reader.number, chat: shownIn, from: author.number }, state)
    for (const companion of simulation.companions.of(reader)) {
      const node = stanza('chatstate', from, [stanza(state, {})])
      const connection = simulation.connections.ofDevice(companion)
      if (connection && hearsTyping(simulation, connection, { author, chat: shownIn })) connection.send(node)
    }
  }
}

/** A linked device reports that its user is typing. */
export function acceptTyping(simulation: MessageWorld, companion: Companion, node: BinaryNode): void {
  const author = simulation.accounts.find(companion.number)
  const to = node.attrs.to ?? ''
  const chat = isGroupId(to) ? to : simulation.accounts.reachJid(to)?.number
  const state = getAllBinaryNodeChildren(node)[0]?.tag === 'composing' ? 'composing' : 'paused'
  if (author && chat !== undefined) type(simulation, author, { chat, state })
}

function readersOf(simulation: MessageWorld, author: Account, chat: string) {
  const group = simulation.groups.find(chat)
  const member = group && memberOf(group, author)
  if (group) {
    const from = member && { from: group.id, ...asAuthor(group, member) }
    const others = group.members.filter(({ number }) => number !== author.number)
    return from ? others.map((reader) => ({ reader, from })) : []
  }
  const reader = simulation.accounts.find(chat)
  return reader ? [{ reader, from: { from: lidJid(author) } }] : []
}
