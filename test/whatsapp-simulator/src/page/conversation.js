import { call } from './api.js'
import { element } from './elements.js'
import { kindOf, phoneNumber, timeOfDay } from './format.js'
import { formatted } from './formatted-text.js'
import { trying } from './notice.js'
import { picture } from './picture.js'
import { nameOf, refresh } from './world.js'

/** One chat on a phone: its messages as bubbles, a box to write in, and reading. */
export function conversation({ phone, chat, back, touched }) {
  const title = element('span', { className: 'bar-title' })
  const subtitle = element('span', { className: 'bar-subtitle' })
  const face = element('span', { className: 'face' })
  const bubbles = element('ol', { className: 'bubbles', role: 'log', 'aria-label': 'Mensagens', tabIndex: 0 })
  const read = element('button', { type: 'button', className: 'read', hidden: true }, 'Marcar como lida')
  const text = element('textarea', {
    rows: 1,
    placeholder: 'Mensagem',
    'aria-label': 'Mensagem',
    required: true,
  })
  const form = element(
    'form',
    { className: 'writing' },
    text,
    element('button', { type: 'submit', className: 'send', 'aria-label': 'Enviar' }, '➤'),
  )
  let latest = new Map()
  const redraw = async () => {
    await refresh()
    touched()
  }
  read.addEventListener('click', () =>
    trying(async () => {
      await call('POST', `/phones/${phone}/read`, { chat })
      await redraw()
    }),
  )
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    trying(async () => {
      await call('POST', `/phones/${phone}/messages`, { to: chat, text: text.value })
      text.value = ''
      await redraw()
    })
  })
  const bar = element(
    'div',
    { className: 'bar' },
    element(
      'button',
      { type: 'button', className: 'back', 'aria-label': 'Voltar às conversas', onclick: back },
      '‹',
    ),
    face,
    element('span', { className: 'bar-lines' }, title, subtitle),
  )
  let drawn
  return {
    element: element('div', { className: 'view' }, bar, bubbles, read, form),
    update: (chats) => {
      latest = chats
      const messages = (latest.get(chat) ?? []).slice(-MOST_BUBBLES)
      title.textContent = nameOf(chat) || phoneNumber(chat)
      subtitle.textContent = nameOf(chat) ? phoneNumber(chat) : ''
      read.hidden = !messages.some(({ fromMe, status }) => !fromMe && status !== 'read')
      const state = JSON.stringify([nameOf(chat), messages.map(({ seq, status }) => [seq, status])])
      if (state === drawn) return
      drawn = state
      const wasAtEnd = bubbles.scrollHeight - bubbles.scrollTop - bubbles.clientHeight < 40
      face.replaceChildren(picture(chat))
      bubbles.replaceChildren(...messages.map(bubble))
      if (wasAtEnd) bubbles.scrollTop = bubbles.scrollHeight
    },
  }
}

const MOST_BUBBLES = 200

function bubble(message) {
  const words = message.text ?? message.caption
  const kind = message.type === 'text' ? null : element('span', { className: 'kind' }, kindOf(message))
  return element(
    'li',
    { className: message.fromMe ? 'bubble mine' : 'bubble' },
    kind,
    words ? element('span', { className: 'words' }, ...formatted(words)) : null,
    element(
      'span',
      { className: 'foot' },
      element('time', { dateTime: message.at }, timeOfDay(message.at)),
      message.fromMe ? ticks(message.status) : null,
    ),
  )
}

function ticks(status) {
  const label = { sent: 'enviada', delivered: 'entregue', read: 'lida' }[status]
  return element(
    'span',
    { className: `ticks ${status}`, role: 'img', 'aria-label': label },
    status === 'sent' ? '✓' : '✓✓',
  )
}
