/** The phone number of a conversation; undefined for a group, and for a person whose number is not known yet. */
export const numberOf = (chat: string): string | undefined => (/^\d+$/.test(chat) ? chat : undefined)
