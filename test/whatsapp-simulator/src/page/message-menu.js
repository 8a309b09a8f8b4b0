import { call } from './api.js'
import { openMenu } from './menu.js'
import { trying } from './notice.js'

/** What the user of a phone can do with a message there. */
export function openMessageMenu(button, message, { phone, reply, edit, changed }) {
  const write = (content) =>
    trying(async () => {
      await call('POST', `/phones/${phone}/messages`, { to: message.chat, target: message.id, ...content })
      await changed()
    })
  const mine = message.reactions.get(phone)
  const react = (emoji) => ({
    label: emoji,
    title: emoji === mine ? `Tirar a reação ${emoji}` : `Reagir com ${emoji}`,
    act: () => write({ type: 'reaction', emoji: emoji === mine ? '' : emoji }),
  })
  const hasWords = message.text !== undefined || message.caption !== undefined
  openMenu(button, [
    EMOJIS.map(react),
    [{ label: 'Responder', act: () => reply(message) }],
    ...(message.fromMe && hasWords ? [[{ label: 'Editar', act: () => edit(message) }]] : []),
    ...(message.fromMe ? [[{ label: 'Apagar para todos', act: () => write({ type: 'delete' }) }]] : []),
  ])
}

const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']
