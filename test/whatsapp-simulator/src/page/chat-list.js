import { element } from './elements.js'
import { digitsOf, kindOf, phoneNumber, timeOfDay } from './format.js'
import { picture } from './picture.js'
import { nameOf } from './world.js'

/** The chats of a phone, latest first, and a way to begin a new one. */
export function chatList({ pick }) {
  const list = element('ul', { className: 'chats' })
  const number = element('input', {
    inputMode: 'tel',
    required: true,
    placeholder: 'Novo número',
    'aria-label': 'Novo número',
  })
  const form = element(
    'form',
    { className: 'writing' },
    number,
    element('button', { type: 'submit', className: 'send', 'aria-label': 'Começar conversa' }, '+'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const digits = digitsOf(number.value)
    number.value = ''
    if (digits) pick(digits)
  })
  let drawn
  return {
    element: element(
      'div',
      { className: 'view' },
      element('div', { className: 'bar' }, 'Conversas'),
      list,
      form,
    ),
    update: (chats) => {
      const latest = [...chats]
        .sort(([, one], [, other]) => other.at(-1).seq - one.at(-1).seq)
        .slice(0, MOST_CHATS)
      const state = JSON.stringify(
        latest.map(([chat, messages]) => [chat, nameOf(chat), messages.length, unread(messages)]),
      )
      if (state === drawn) return
      drawn = state
      list.replaceChildren(
        ...(latest.length > 0 ? latest.map(([chat, messages]) => row(chat, messages, pick)) : [EMPTY()]),
      )
    },
  }
}

const MOST_CHATS = 50

const EMPTY = () => element('li', { className: 'empty' }, 'Nenhuma conversa ainda.')

const unread = (messages) => messages.filter(({ fromMe, status }) => !fromMe && status !== 'read').length

function row(chat, messages, pick) {
  const last = messages.at(-1)
  const waiting = unread(messages)
  const preview = last.text || last.caption || kindOf(last)
  const button = element(
    'button',
    { type: 'button', className: 'chat', onclick: () => pick(chat) },
    picture(chat),
    element(
      'span',
      { className: 'chat-lines' },
      element(
        'span',
        { className: 'chat-line' },
        element('strong', {}, nameOf(chat) || phoneNumber(chat)),
        element('time', {}, timeOfDay(last.at)),
      ),
      element(
        'span',
        { className: 'chat-line' },
        element('span', { className: 'preview' }, (last.fromMe ? 'Você: ' : '') + preview),
        waiting > 0
          ? element('span', { className: 'badge', 'aria-label': `${waiting} não lidas` }, String(waiting))
          : null,
      ),
    ),
  )
  return element('li', {}, button)
}
