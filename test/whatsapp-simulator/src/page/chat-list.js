import { unread } from './chats.js'
import { element } from './elements.js'
import { digitsOf, inShort, phoneNumber, timeOfDay } from './format.js'
import { picture } from './picture.js'
import { groupOf, isGroup, nameOf, world } from './world.js'

/** The chats and groups of a phone, latest first, and a way to start a new chat. */
export function chatList({ phone, pick }) {
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
      const latest = [...chats, ...emptyGroups(phone, chats)]
        .sort(([, one], [, other]) => (other.at(-1)?.seq ?? 0) - (one.at(-1)?.seq ?? 0))
        .slice(0, MOST_CHATS)
      const state = JSON.stringify(
        latest.map(([chat, messages]) => [
          chat,
          nameOf(chat),
          previewOf(messages.at(-1)),
          unread(messages),
          isTyping(phone, chat),
        ]),
      )
      if (state === drawn) return
      drawn = state
      list.replaceChildren(
        ...(latest.length > 0
          ? latest.map(([chat, messages]) => row(phone, { chat, messages, pick }))
          : [EMPTY()]),
      )
    },
  }
}

const MOST_CHATS = 50

const EMPTY = () => element('li', { className: 'empty' }, 'Nenhuma conversa ainda.')

/** Groups without messages. */
const emptyGroups = (phone, chats) =>
  world.groups
    .filter(({ id, members }) => members.includes(phone) && !chats.has(id))
    .map(({ id }) => [id, []])

const isTyping = (phone, chat) => world.typing.some((each) => each.phone === phone && each.chat === chat)

function previewOf(last) {
  if (!last) return 'Grupo criado'
  const author = last.fromMe ? 'Você: ' : isGroup(last.chat) ? `${nameOf(last.from) || 'Alguém'}: ` : ''
  return author + inShort(last)
}

function row(phone, { chat, messages, pick }) {
  const last = messages.at(-1)
  const waiting = unread(messages)
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
        last ? element('time', {}, timeOfDay(last.at)) : null,
      ),
      element(
        'span',
        { className: 'chat-line' },
        isTyping(phone, chat)
          ? element('span', { className: 'preview typing' }, 'digitando…')
          : element('span', { className: 'preview' }, previewOf(last)),
        waiting > 0
          ? element('span', { className: 'badge', 'aria-label': `${waiting} não lidas` }, String(waiting))
          : null,
      ),
    ),
  )
  return element('li', {}, button)
}

/** The members of a group, in one line. */
export const membersLine = (chat) =>
  (groupOf(chat)?.members ?? []).map((number) => nameOf(number) || phoneNumber(number)).join(', ')
