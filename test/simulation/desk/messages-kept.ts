import { outcomeOf } from '@recado/shared/conversations/message'
import { LID_REFUSED } from '@recado/shared/messages/address-refusals'
import { isLive } from '@recado/shared/tickets/contract/stored-ticket'
import { NOTE } from './agents.ts'
import { type End, isOfCustomer } from './end.ts'
import { nameOf } from './journal.ts'
import { TEXTS } from './script.ts'

/** No message is lost, doubled, swallowed or told to the wrong side. */
export const messagesAreKept = (end: End): string[] => [
  ...messagesAreStoredOnce(end),
  ...nothingIsSwallowed(end),
  ...peopleSendOnce(end),
  ...notesStayInside(end),
]

/** Each of a customer's messages is stored once, and has one ticket or belongs to a campaign. */
function messagesAreStoredOnce({ world, chats }: End): string[] {
  const all = chats.flatMap(({ messages }) => messages)
  const times = Map.groupBy(all, nameOf)
  const lost = world.written.filter(({ messageId }) => !times.has(`${messageId} theirs`))
  return [
    ...world.setAside.map((body) => `set aside: ${body}`),
    ...lost.map(({ messageId }) => `${messageId} was lost`),
    ...[...times]
      .filter(([, rows]) => rows.length > 1)
      .map(([name, rows]) => `${name} is stored ${rows.length} times`),
    ...chats.flatMap(({ misplaced }) => misplaced.map(({ messageId }) => `${messageId} is not in its place`)),
    ...chats.flatMap(({ chat, messages, tickets }) =>
      messages
        .filter(isOfCustomer)
        .filter(({ ticketId, aside }) => (aside ? ticketId : !tickets.some(({ id }) => id === ticketId)))
        .map(
          ({ messageId, ticketId, aside }) =>
            `${messageId} in ${chat} has ticket ${ticketId}, aside ${aside}`,
        ),
    ),
  ]
}

/** A customer's answer may be so much older than the question by their clocks, in milliseconds. */
const CLOCKS_DIFFER_MS = 3000

/** Only thanks and rates after the end of a ticket open nothing. */
function nothingIsSwallowed({ world }: End): string[] {
  const said = new Map(
    world.written.map(({ messageId, text }) => [messageId, TEXTS.find((one) => one.text === text)]),
  )
  return world.rows.commits.flatMap(({ messages, tickets }) =>
    messages.filter(isOfCustomer).flatMap(({ messageId, ticketId, at }) => {
      const ticket = tickets.find(({ after }) => after.id === ticketId)
      if (!ticket || isLive(ticket.after)) return []
      const { text, rate, isThanks } = said.get(messageId) ?? { text: '' }
      const { rate: rated = null, askedAt = '' } = ticket.after.rating ?? {}
      if (rated !== (ticket.before?.rating?.rate ?? null)) {
        const isAnswer = Date.parse(at) > Date.parse(askedAt) - CLOCKS_DIFFER_MS
        return rated === rate && isAnswer ? [] : [`“${text}” was taken for the rate ${rated}`]
      }
      return isThanks ? [] : [`“${text}” was taken for thanks`]
    }),
  )
}

/** What a person sends is stored once, leaves once at most, and its outcome is known. */
function peopleSendOnce({ world, chats }: End): string[] {
  const all = chats.flatMap(({ messages }) => messages)
  const arrived = Map.groupBy(world.task.arrivals, ({ messageId }) => messageId)
  const outgoing = all.filter(
    ({ fromMe, status, origin }) => fromMe && status && origin !== 'phone' && origin !== 'campaign',
  )
  return [
    ...world.sent.flatMap(({ clientId, outcomes }) => {
      const times = all.filter((message) => message.clientId === clientId).length
      const isDone = outcomes.includes('done')
      return times === 1 || (times === 0 && !isDone)
        ? []
        : [`${clientId} is stored ${times} times, done: ${isDone}`]
    }),
    ...[...arrived]
      .filter(([, its]) => its.length > 1)
      .map(([messageId, its]) => `${messageId} left ${its.length} times`),
    ...outgoing
      .filter(({ messageId, failureCode }) => failureCode === LID_REFUSED && world.task.turned.has(messageId))
      .map(({ messageId }) => `${messageId} was refused at its LID, and not sent to the number`),
    ...outgoing.flatMap((message) => {
      const outcome = outcomeOf(message, world.now) ?? ''
      const known = arrived.has(message.messageId) ? ['SENT'] : ['FAILED', 'UNKNOWN_OUTCOME']
      return known.includes(outcome) ? [] : [`${message.messageId} ends ${outcome}, expected ${known}`]
    }),
  ]
}

/** Notes and events are never told to a customer. */
function notesStayInside({ world, chats }: End): string[] {
  const all = chats.flatMap(({ messages }) => messages)
  const inside = new Set(all.filter(({ internal }) => internal).map(({ messageId }) => messageId))
  return [
    ...world.task.commanded.flatMap((command) =>
      'messageId' in command && inside.has(command.messageId) ? [`${command.messageId} was to be sent`] : [],
    ),
    ...all
      .filter(({ content, status }) => status && content.type === 'text' && content.text.includes(NOTE))
      .map(({ messageId, status }) => `${messageId} has the words of a note, and is ${status}`),
    ...world.task.arrivals.filter(({ text }) => text.includes(NOTE)).map(({ text }) => `“${text}” left`),
  ]
}
