/** The words that a message was written with: its text, or the caption of its file. Empty for other kinds. */
export const writtenText = (content: { type: string; text?: string; caption?: string }): string =>
  (content.type === 'text' ? content.text : content.caption) ?? ''
