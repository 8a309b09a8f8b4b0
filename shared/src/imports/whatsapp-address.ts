/**
 * The number in WhatsApp's address of a person (a JID), or in a link to a chat: international, with its +. Undefined for
 * other texts, such as the address of a group or a LID, which have no number.
 */
export const numberOfAddress = (text: string): string | undefined => {
  const number = (JID.exec(text) ?? CHAT_LINK.exec(text))?.[1]
  return number && `+${number}`
}

/** Whether a text is an address of WhatsApp. It looks like an e-mail. */
export const isWhatsappAddress = (text: string): boolean => WHATSAPP_ADDRESS.test(text)

/** "5511987650001@c.us", and with its device "5511987650001:12@s.whatsapp.net". */
const JID = /^\+?(\d{7,15})(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/i
/** "https://wa.me/5511987650001?text=Oi", "https://api.whatsapp.com/send?phone=%2B5511987650001". */
const CHAT_LINK =
  /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2B)?(\d{7,15})(?!\d)/i
const WHATSAPP_ADDRESS = /@(?:c\.us|s\.whatsapp\.net|lid|g\.us)$/i
