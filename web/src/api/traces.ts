/** Texts of a user that this browser keeps. They are deleted when the user signs out. */
const TRACES = ['chatDraft', 'ticketDraft', 'testNumber'] as const

/** The key of older versions of the app for a test number, which belonged to no user. */
const TEST_NUMBER_OF_ANYBODY = 'recado.test-number'

const startOf = (trace: (typeof TRACES)[number], userId: string) => `recado.${trace}.${userId}.`

/** Where `localStorage` keeps a trace. @param subject its chat, its ticket or its company */
export const traceKey = (trace: (typeof TRACES)[number], userId: string, subject: string): string =>
  startOf(trace, userId) + subject

/** Deletes the traces of a user in all companies. */
export function deleteTraces(userId: string): void {
  const starts = TRACES.map((trace) => startOf(trace, userId))
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const key of keys)
    if (key === TEST_NUMBER_OF_ANYBODY || starts.some((start) => key.startsWith(start)))
      localStorage.removeItem(key)
}
