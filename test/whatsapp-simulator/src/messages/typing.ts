import { type BinaryNode, getAllBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { isGroupId, memberOf } from '../groups/groups.ts'
import { asAuthor } from '../groups/identities.ts'
import type { Simulation } from '../simulation.ts'
import { stanza } from '../wire/stanza.ts'

/** Somebody writes at this moment: on whose phone it shows, and in which chat (a number or a group's id). */
export type TypingShown = { phone: string; chat: string; from: string }

/** Who is writing now. A phone forgets it after a while, if nothing more is heard. */
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

/** A person starts or stops writing in a chat; linked devices that are connected now learn it. */
export function type(
  simulation: Simulation,
  author: Account,
  { chat, state }: { chat: string; state: TypingState },
): void {
  for (const { reader, from } of readersOf(simulation, author, chat)) {
    const shownIn = isGroupId(chat) ? chat : author.number
    simulation.typing.note({ phone: reader.number, chat: shownIn, from: author.number }, state)
    for (const companion of simulation.companions.of(reader)) {
      const node = stanza('chatstate', from, [stanza(state, {})])
      simulation.connections.ofDevice(companion)?.send(node)
    }
  }
}

/** A linked device says that its user writes. */
export function acceptTyping(simulation: Simulation, companion: Companion, node: BinaryNode): void {
  const author = simulation.accounts.find(companion.number)
  const to = node.attrs.to ?? ''
  const chat = isGroupId(to) ? to : simulation.accounts.reachJid(to)?.number
  const state = getAllBinaryNodeChildren(node)[0]?.tag === 'composing' ? 'composing' : 'paused'
  if (author && chat !== undefined) type(simulation, author, { chat, state })
}

function readersOf(simulation: Simulation, author: Account, chat: string) {
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
