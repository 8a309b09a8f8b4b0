import { call } from './api.js'
import { bubble } from './bubble.js'
import { membersLine } from './chat-list.js'
import { unread } from './chats.js'
import { composer } from './composer.js'
import { element } from './elements.js'
import { phoneNumber } from './format.js'
import { openGroupMenu } from './group-menu.js'
import { openMessageMenu } from './message-menu.js'
import { trying } from './notice.js'
import { picture } from './picture.js'
import { isGroup, nameOf, refresh, world } from './world.js'

/** One chat on a phone: its messages as bubbles, an input box, and read marks. */
export function conversation({ phone, chat, back, touched }) {
  const title = element('span', { className: 'bar-title' })
  const subtitle = element('span', { className: 'bar-subtitle' })
  const face = element('span', { className: 'face' })
  const bubbles = element('ol', {
    className: 'bubbles',
    'aria-live': 'polite',
    'aria-label': 'Mensagens',
    tabIndex: 0,
  })
  const read = element('button', { type: 'button', className: 'read', hidden: true }, 'Marcar como lida')
  const changed = async () => {
    await refresh()
    touched()
  }
  read.addEventListener('click', () =>
    trying(async () => {
      await call('POST', `/phones/${phone}/read`, { chat })
      await changed()
    }),
  )
  const box = composer({ phone, chat, changed })
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
    isGroup(chat) ? groupOptions(chat, changed) : null,
  )
  const drawn = drawnBubbles(bubbles, (button, message) =>
    openMessageMenu(button, message, { phone, changed, reply: box.reply, edit: box.edit }),
  )
  let named
  return {
    element: element('div', { className: 'view' }, bar, bubbles, read, ...box.elements),
    update: (chats) => {
      const messages = (chats.get(chat) ?? []).slice(-MOST_BUBBLES)
      title.textContent = nameOf(chat) || phoneNumber(chat)
      subtitle.textContent = typingLine(phone, chat) ?? aboutChat(chat)
      read.hidden = unread(messages) === 0
      if (named !== nameOf(chat)) face.replaceChildren(picture(chat))
      named = nameOf(chat)
      drawn.update(messages)
    },
  }
}

const MOST_BUBBLES = 200

const groupOptions = (chat, changed) =>
  element(
    'button',
    {
      type: 'button',
      className: 'bar-options',
      'aria-label': 'Opções do grupo',
      onclick: ({ currentTarget }) => openGroupMenu(currentTarget, chat, changed),
    },
    '⋮',
  )

function aboutChat(chat) {
  if (isGroup(chat)) return membersLine(chat)
  return nameOf(chat) ? phoneNumber(chat) : ''
}

/** People who currently type in this chat. */
function typingLine(phone, chat) {
  const writers = world.typing.filter((each) => each.phone === phone && each.chat === chat)
  if (writers.length === 0) return undefined
  const names = writers.map(({ from }) => nameOf(from) || phoneNumber(from)).join(', ')
  return isGroup(chat) ? `${names}: digitando…` : 'digitando…'
}

/** Draws only changes, so a playing sound continues. */
function drawnBubbles(list, open) {
  const known = new Map()
  const jump = (id) => {
    const target = [...list.children].find((item) => item.dataset.id === id)
    target?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    target?.classList.add('pointed')
    setTimeout(() => target?.classList.remove('pointed'), 1200)
  }
  return {
    update: (messages) => {
      const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40
      const items = messages.map((message) => {
        const quoted = messages.find(({ id }) => id === message.quoted)
        const state = JSON.stringify([message, [...message.reactions], quoted, nameOf(message.from)])
        const item = known.get(message.seq)
        if (item?.state === state) return item.element
        const made = bubble(message, { quoted, jump, open: (button) => open(button, message) })
        known.set(message.seq, { state, element: made })
        return made
      })
      if (items.length === list.children.length && items.every((item, at) => item === list.children[at]))
        return
      replace(list, items)
      if (wasAtEnd) list.scrollTop = list.scrollHeight
    },
  }
}

/** Leaves unchanged items in place. */
function replace(list, items) {
  for (const child of [...list.children]) if (!items.includes(child)) child.remove()
  for (const [index, item] of items.entries()) {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
  }
}
