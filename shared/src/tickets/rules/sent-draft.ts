/**
 * Whether a message was written from a draft. A draft is kept a moment after it is typed, so it may be the message's
 * beginning.
 */
export const isFromDraft = (text: string, draft: string): boolean => text.startsWith(draft.trim())
