import { call } from './api.js'

/** What the page knows, refreshed every second. Messages are grouped by phone, then by chat, oldest first. */
export const world = { phones: [], screens: [], chats: new Map() }

const messages = new Map()
let epoch = ''
let revision = 0

/** Fetches what is new. */
export async function refresh() {
  const [phones, screens, news] = await Promise.all([
    call('GET', '/phones'),
    call('GET', '/screen'),
    call('GET', `/messages?since=${revision}`),
  ])
  world.phones = phones
  world.screens = screens
  if (news.epoch !== epoch) {
    const fromTheStart = revision === 0
    epoch = news.epoch
    revision = 0
    messages.clear()
    world.chats = new Map()
    if (!fromTheStart) return refresh()
  }
  revision = news.revision
  if (news.messages.length > 0) take(news.messages)
}

/** Who has a number, as far as a phone knows names. */
export const nameOf = (number) => world.phones.find((phone) => phone.number === number)?.name ?? ''

function take(newOnes) {
  for (const message of newOnes) messages.set(message.seq, message)
  const chats = new Map()
  for (const message of [...messages.values()].sort((one, other) => one.seq - other.seq)) {
    if (!chats.has(message.phone)) chats.set(message.phone, new Map())
    const ofPhone = chats.get(message.phone)
    if (!ofPhone.has(message.chat)) ofPhone.set(message.chat, [])
    ofPhone.get(message.chat).push(message)
  }
  world.chats = chats
}
