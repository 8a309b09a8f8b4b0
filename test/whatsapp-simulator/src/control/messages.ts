import type { proto } from '@whiskeysockets/baileys'
import type * as z from 'zod'
import type { Account } from '../accounts/accounts.ts'
import { Refusal } from '../errors/refusal.ts'
import { isGroupId, memberOf } from '../groups/groups.ts'
import { openFile } from '../media/open.ts'
import { type WrittenAlbum, writeAlbum } from '../messages/album.ts'
import { compose } from '../messages/compose.ts'
import type { Addressing, Message } from '../messages/messages.ts'
import { write } from '../messages/write.ts'
import { writeToGroup } from '../messages/write-to-group.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { FileAnswer } from './file-answer.ts'
import type { writtenMessage } from './written-message.ts'

/** Messages that a phone received and sent, oldest first. Empty for an unused number. */
export function phoneMessages(simulation: Simulation, number: string) {
  const phone = simulation.accounts.find(number)?.number ?? number
  return simulation.messages.ofPhone(phone).map((message) => {
    const { mimetype: _, seconds: __, ...seen } = asPersonSees(message)
    return seen
  })
}

/** For the page: messages of all phones that are new or have new ticks since a revision, and current typing. */
export function latestMessages(simulation: Simulation, revision: number) {
  const news = simulation.messages.since(revision)
  const messages = news.messages.map((message) => {
    const { seq, phone, status } = message
    return { seq, phone, status, ...asPersonSees(message) }
  })
  return { ...news, messages, typing: simulation.typing.list() }
}

function asPersonSees({ id, chat, from, fromMe, description, at }: Message) {
  const { type, ...rest } = description
  return { id, chat, from, fromMe, type, ...rest, at: new Date(at).toISOString() }
}

/** A person writes to a number or a group. Returns the message's id, for an album also its files' ids. */
export async function writeMessage(
  simulation: Simulation,
  author: Account,
  { to, addressing = 'lid', hideNumber = false, via, ...wish }: z.infer<typeof writtenMessage>,
): Promise<{ id: string } | WrittenAlbum> {
  const { chat, send } = isGroupId(to)
    ? groupChat(simulation, author, to)
    : personalChat(simulation, author, { to, addressing: via ?? (hideNumber ? 'hidden' : addressing) })
  const place = { phone: author.number, chat }
  if (wish.type === 'album') return writeAlbum(simulation, place, { album: wish, send })
  return { id: await send(await compose(simulation, place, wish)) }
}

/** A chat as its phone knows it, and the way to send a message there. */
type Chat = { chat: string; send: (message: proto.IMessage) => Promise<string> }

function groupChat(simulation: Simulation, author: Account, id: string): Chat {
  const group = simulation.groups.find(id)
  const member = group && memberOf(group, author)
  if (!member) throw new Refusal(409, 'ERR_NOT_IN_GROUP', `${author.number} is in no group ${id}.`)
  return { chat: id, send: (message) => writeToGroup(simulation, { author: member, group, message }) }
}

function personalChat(
  simulation: Simulation,
  author: Account,
  { to, addressing }: { to: string; addressing: Addressing },
): Chat {
  const addressee = simulation.accounts.reach(to)
  if (!addressee) throw new Refusal(409, 'ERR_NOT_ON_WHATSAPP', `${to} is not on WhatsApp.`)
  return {
    chat: addressee.number,
    send: (message) => write(simulation, { author, to: addressee, message, addressing }),
  }
}

/** The file of a message, as the receiving phone sees it. */
export async function messageFile(simulation: Simulation, number: string, id: string): Promise<FileAnswer> {
  const phone = simulation.accounts.find(number)?.number ?? number
  const [message] = simulation.messages.withId(phone, id)
  if (!message) throw new Refusal(404, 'ERR_MESSAGE_NOT_FOUND', `${number} has no message ${id}.`)
  return new FileAnswer(await openFile(simulation, message.content))
}
