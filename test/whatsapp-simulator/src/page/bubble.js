import { element } from './elements.js'
import { inShort, phoneNumber, timeOfDay } from './format.js'
import { formatted } from './formatted-text.js'
import { icon } from './icon.js'
import { mediaOf } from './media.js'
import { toneOf } from './picture.js'
import { isGroup, nameOf } from './world.js'

/** One message as a bubble. `quoted` is the message it answers; `open` shows the message's menu. */
export function bubble(message, { quoted, open, jump }) {
  const classes = ['bubble', message.fromMe ? 'mine' : '', message.type === 'sticker' ? 'bare' : '']
  const parts = message.deleted
    ? [element('span', { className: 'gone' }, icon('ban'), ' Mensagem apagada')]
    : [quote(message, quoted, jump), ...mediaOf(message), words(message)]
  return element(
    'li',
    { className: classes.filter(Boolean).join(' '), 'data-id': message.id },
    isGroup(message.chat) && !message.fromMe ? author(message.from) : null,
    ...parts,
    foot(message),
    reactions(message),
    message.deleted ? null : options(open),
  )
}

const label = (number) => nameOf(number) || phoneNumber(number)

const author = (from) => element('span', { className: `author tone-text-${toneOf(from)}` }, label(from))

function quote(message, quoted, jump) {
  if (!message.quoted) return null
  const from = quoted ? (quoted.fromMe ? 'Você' : label(quoted.from)) : ''
  return element(
    'button',
    { type: 'button', className: 'quote', onclick: () => jump(message.quoted) },
    element('strong', {}, from),
    element('span', {}, quoted ? inShort(quoted) : 'Mensagem anterior'),
  )
}

function words({ text, caption }) {
  const said = text ?? caption
  return said ? element('span', { className: 'words' }, ...formatted(said)) : null
}

const foot = (message) =>
  element(
    'span',
    { className: 'foot' },
    message.edited && !message.deleted ? 'editada' : null,
    element('time', { dateTime: message.at }, timeOfDay(message.at)),
    message.fromMe ? ticks(message.status) : null,
  )

function ticks(status) {
  const said = { sent: 'enviada', delivered: 'entregue', read: 'lida' }[status]
  return element(
    'span',
    { className: `ticks ${status}`, role: 'img', 'aria-label': said },
    status === 'sent' ? '✓' : '✓✓',
  )
}

function reactions(message) {
  const given = [...message.reactions.values()]
  if (given.length === 0) return null
  const who = [...message.reactions].map(([number, emoji]) => `${label(number)} ${emoji}`).join(', ')
  const count = given.length > 1 ? ` ${given.length}` : ''
  return element(
    'span',
    { className: 'reactions', role: 'img', 'aria-label': `Reações: ${who}` },
    [...new Set(given)].join('') + count,
  )
}

const options = (open) =>
  element(
    'button',
    {
      type: 'button',
      className: 'options',
      'aria-label': 'Opções da mensagem',
      onclick: ({ currentTarget }) => open(currentTarget),
    },
    '⌄',
  )
