/**
 * Drops libsignal's console lines with whole sessions, private keys included, and no other lines. Import it before
 * any connection is made.
 */
const SENTENCES = [
  'Closing session:',
  'Opening session:',
  'Removing old closed session:',
  'Migrating session to:',
  'Session already closed',
  'Session already open',
  'Closing open session in favor of incoming prekey bundle',
  'Decrypted message with closed session.',
  'Failed to decrypt message with any known session...',
  'Session error:',
]

for (const method of ['log', 'info', 'warn', 'error'] as const) {
  const write = console[method].bind(console)
  console[method] = (...words: unknown[]) => {
    const [first] = words
    if (typeof first === 'string' && SENTENCES.some((sentence) => first.startsWith(sentence))) return
    write(...words)
  }
}
