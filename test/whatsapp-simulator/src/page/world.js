import { call } from './api.js'
import { chatsOf } from './chats.js'

/**
 * The page's data, refreshed every second. Chats are grouped by phone, then by the other side (a number or a
 * group's id). Their messages are oldest first, with later changes applied.
 */
export const world = { phones: [], groups: [], screens: [], faults: [], typing: [], chats: new Map() }

const messages = new Map()
let epoch = ''
let revision = 0

/** Fetches new data. */
export async function refresh() {
  const [phones, groups, screens, faults, news] = await Promise.all([
    call('GET', '/phones'),
    call('GET', '/groups'),
    call('GET', '/screen'),
    call('GET', '/faults'),
    call('GET', `/messages?since=${revision}`),
  ])
  Object.assign(world, { phones, groups, screens, faults, typing: news.typing })
  if (news.epoch !== epoch) {
    const fromTheStart = revision === 0
    epoch = news.epoch
    revision = 0
    messages.clear()
    world.chats = new Map()
    if (!fromTheStart) return refresh()
  }
  revision = news.revision
  if (news.messages.length === 0) return
  for (const message of news.messages) messages.set(message.seq, message)
  world.chats = chatsOf([...messages.values()])
}

export const isGroup = (chat) => chat.endsWith('@g.us')

/** Name of a chat, if the phone knows one. */
export const nameOf = (chat) =>
  isGroup(chat) ? (groupOf(chat)?.subject ?? 'Grupo') : (phoneOf(chat)?.name ?? '')

export const groupOf = (chat) => world.groups.find(({ id }) => id === chat)

const phoneOf = (number) => world.phones.find((phone) => phone.number === number)
