import type * as z from 'zod'
import type { Account } from '../accounts/accounts.ts'
import { isGroupId, memberOf } from '../groups/groups.ts'
import { openFile } from '../media/open.ts'
import { compose } from '../messages/compose.ts'
import type { Message } from '../messages/messages.ts'
import { write } from '../messages/write.ts'
import { writeToGroup } from '../messages/write-to-group.ts'
import { Refusal } from '../refusal.ts'
import type { Simulation } from '../simulation.ts'
import { FileAnswer } from './file-answer.ts'
import type { writtenMessage } from './written-message.ts'

/** What a phone received and sent, oldest first; a number that nobody has used has nothing. */
export function phoneMessages(simulation: Simulation, number: string) {
  const phone = simulation.accounts.find(number)?.number ?? number
  return simulation.messages.ofPhone(phone).map((message) => {
    const { mimetype: _, seconds: __, ...seen } = asPersonSees(message)
    return seen
  })
}

/** All phones' messages that are new or have new ticks since a revision, and who writes now, for the page. */
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

/** A person writes to a number or into a group. Answers the message's id. */
export async function writeMessage(
  simulation: Simulation,
  author: Account,
  { to, addressing = 'lid', hideNumber = false, via, ...wish }: z.infer<typeof writtenMessage>,
): Promise<string> {
  if (isGroupId(to)) {
    const group = simulation.groups.find(to)
    const member = group && memberOf(group, author)
    if (!member) throw new Refusal(409, 'ERR_NOT_IN_GROUP', `${author.number} is in no group ${to}.`)
    const message = await compose(simulation, { phone: author.number, chat: to }, wish)
    return writeToGroup(simulation, { author: member, group, message })
  }
  const addressee = simulation.accounts.reach(to)
  if (!addressee) throw new Refusal(409, 'ERR_NOT_ON_WHATSAPP', `${to} is not on WhatsApp.`)
  const place = { phone: author.number, chat: addressee.number }
  const message = await compose(simulation, place, wish)
  return write(simulation, {
    author,
    to: addressee,
    message,
    addressing: via ?? (hideNumber ? 'hidden' : addressing),
  })
}

/** The file of a message, as the phone that has the message sees it. */
export async function messageFile(simulation: Simulation, number: string, id: string): Promise<FileAnswer> {
  const phone = simulation.accounts.find(number)?.number ?? number
  const [message] = simulation.messages.withId(phone, id)
  if (!message) throw new Refusal(404, 'ERR_MESSAGE_NOT_FOUND', `${number} has no message ${id}.`)
  return new FileAnswer(await openFile(simulation, message.content))
}
