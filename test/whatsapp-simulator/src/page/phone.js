import { chatList } from './chat-list.js'
import { conversation } from './conversation.js'
import { element } from './elements.js'
import { phoneNumber } from './format.js'
import { world } from './world.js'

/**
 * One phone. It opens its only chat by itself. With several it shows the list until its user picks one. `touched`
 * is called when the user acts.
 */
export function makePhone(number, touched) {
  let picked
  const name = element('span', { className: 'owner-name' })
  const state = element('span', { className: 'owner-state' })
  const screen = element('div', { className: 'screen' })
  const card = element(
    'article',
    { className: 'phone', 'aria-label': phoneNumber(number) },
    element('div', { className: 'owner' }, name, state),
    screen,
  )
  let open
  const pick = (chat) => {
    picked = chat
    touched()
    update()
  }
  const views = new Map()
  const view = (key, make) => {
    if (!views.has(key)) views.set(key, make())
    return views.get(key)
  }
  const update = () => {
    const phone = world.phones.find((known) => known.number === number)
    const chats = world.chats.get(number) ?? new Map()
    name.textContent = phone?.name || phoneNumber(number)
    state.textContent = stateOf(phone, number)
    const mine = world.groups.filter(({ members }) => members.includes(number)).map(({ id }) => id)
    const all = new Set([...chats.keys(), ...mine])
    const only = all.size === 1 ? [...all][0] : undefined
    const chat = picked === undefined ? only : picked
    const shown = chat
      ? view(chat, () => conversation({ phone: number, chat, back: () => pick(null), touched }))
      : view('', () => chatList({ phone: number, pick }))
    if (open !== shown) screen.replaceChildren(shown.element)
    open = shown
    shown.update(chats)
  }
  return { element: card, update }
}

function stateOf(phone, number) {
  if (!phone?.onWhatsApp) return 'sem WhatsApp'
  const link = phone.connected ? ' · conectado' : phone.linked ? ' · desconectado' : ''
  const silence = phone.phoneSilenced ? ' · sem notificações' : ''
  return (phone.name ? phoneNumber(number) : 'sem nome') + link + silence
}
