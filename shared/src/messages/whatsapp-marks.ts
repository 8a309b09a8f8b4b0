/**
 * WhatsApp's marks: ```mono```, *bold*, _italic_, ~strike~, and addresses, which become links. A mark counts if
 * it touches its text and no word touches the mark. Only mono may span lines. Nothing inside mono or an address
 * is formatted.
 */
export const MARKED =
  /```([\s\S]+?)```|(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)*_~])|(?<![\p{L}\p{N}])(?:\*(?=\S)([^*\n]*?\S)\*|_(?=\S)([^_\n]*?\S)_|~(?=\S)([^~\n]*?\S)~)(?![\p{L}\p{N}])/gu

/** A text without WhatsApp's marks, for a line of a list. */
export const withoutMarks = (text: string): string =>
  text.replace(
    MARKED,
    (_whole, mono?: string, link?: string, bold?: string, italic?: string, strike?: string) =>
      mono ?? link ?? withoutMarks(bold ?? italic ?? strike ?? ''),
  )
