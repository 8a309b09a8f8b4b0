/**
 * Messages by phone and chat, in order. Reactions, edits and deletes are not separate messages here: they change
 * their targets, unless the phone ignores them.
 */
export function chatsOf(messages) {
  const chats = new Map()
  for (const entry of messages.sort((one, other) => one.seq - other.seq)) {
    if (!chats.has(entry.phone)) chats.set(entry.phone, new Map())
    const ofPhone = chats.get(entry.phone)
    if (!ofPhone.has(entry.chat)) ofPhone.set(entry.chat, [])
    const chat = ofPhone.get(entry.chat)
    if (CHANGES[entry.type]) change(chat, entry)
    else chat.push({ ...entry, reactions: new Map() })
  }
  for (const ofPhone of chats.values()) {
    for (const [chat, shown] of ofPhone) if (shown.length === 0) ofPhone.delete(chat)
  }
  return chats
}

/** Unread messages. */
export const unread = (messages) =>
  messages.filter(({ fromMe, status, deleted }) => !fromMe && !deleted && status !== 'read').length

function change(chat, entry) {
  const target = entry.ignored ? undefined : chat.find(({ id }) => id === entry.target)
  if (target) CHANGES[entry.type](target, entry)
}

const CHANGES = {
  reaction: (target, { from, emoji }) => {
    if (emoji) target.reactions.set(from, emoji)
    else target.reactions.delete(from)
  },
  edit: (target, { text }) => {
    target.edited = true
    if (target.type === 'text') target.text = text
    else target.caption = text
  },
  delete: (target) => {
    target.deleted = true
    target.reactions.clear()
  },
}
