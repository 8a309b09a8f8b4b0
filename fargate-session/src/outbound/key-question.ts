import {
  getBinaryNodeChild,
  getBinaryNodeChildren,
  parseAndInjectE2ESessions,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'

/**
 * Asks WhatsApp for the Signal keys of devices, and opens a session with each device that has some. The library's own
 * question (`assertSessions`) fails as a whole if the answer has an error in place of one device's keys, and does not
 * tell that error from a refusal of the question.
 * @param jids devices' LIDs
 * @returns whether WhatsApp answered
 * @throws an error with WhatsApp's code if it refuses the question as a whole
 */
export async function fetchKeys(socket: WASocket, jids: readonly string[]): Promise<boolean> {
  const users = jids.map((jid) => ({ tag: 'user', attrs: { jid } }))
  const answer: Awaited<ReturnType<WASocket['query']>> | undefined = await socket.query({
    tag: 'iq',
    attrs: { xmlns: 'encrypt', type: 'get', to: S_WHATSAPP_NET },
    content: [{ tag: 'key', attrs: {}, content: users }],
  })
  if (!answer) return false
  const listed = getBinaryNodeChildren(getBinaryNodeChild(answer, 'list'), 'user')
  const content = listed.filter((user) => !getBinaryNodeChild(user, 'error'))
  const withKeys = { ...answer, content: [{ tag: 'list', attrs: {}, content }] }
  await parseAndInjectE2ESessions(withKeys, socket.signalRepository)
  return true
}
