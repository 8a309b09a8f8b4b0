/** Texts of a user that this browser keeps. They are deleted when the user signs out. */
const TRACES = ['chatDraft', 'chatOutgoing', 'ticketDraft', 'testNumber'] as const

const startOf = (trace: (typeof TRACES)[number], userId: string) => `recado.${trace}.${userId}.`

/** Where `localStorage` keeps a trace. @param subject its chat, its ticket or its company */
export const traceKey = (trace: (typeof TRACES)[number], userId: string, subject: string): string =>
  startOf(trace, userId) + subject

/** Deletes the traces of a user in all companies. */
export function deleteTraces(userId: string): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const trace of TRACES)
    for (const key of keys) if (key.startsWith(startOf(trace, userId))) localStorage.removeItem(key)
}
