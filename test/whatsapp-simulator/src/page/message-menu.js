import { call } from './api.js'
import { openMenu } from './menu.js'
import { trying } from './notice.js'
import { groupOf } from './world.js'

/** Actions of a phone's user on a message. */
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
  const isEditable =
    message.fromMe && (message.text ?? message.caption) !== undefined && isWithin(message, EDIT_MS)
  const isDeletable = (message.fromMe || isAdmin(message.chat, phone)) && isWithin(message, DELETE_MS)
  openMenu(button, [
    EMOJIS.map(react),
    [{ label: 'Responder', act: () => reply(message) }],
    ...(isEditable ? [[{ label: 'Editar', act: () => edit(message) }]] : []),
    ...(isDeletable ? [[{ label: 'Apagar para todos', act: () => write({ type: 'delete' }) }]] : []),
  ])
}

/** WhatsApp's apps offer an edit for 15 minutes, and a deletion for about two days. */
const EDIT_MS = 15 * 60_000
const DELETE_MS = 48 * 3_600_000

const isWithin = ({ at }, age) => Date.now() - Date.parse(at) <= age

const isAdmin = (chat, phone) => groupOf(chat)?.admins.includes(phone) ?? false

const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']
