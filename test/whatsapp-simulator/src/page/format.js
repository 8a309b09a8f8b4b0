/** 5511988887777 as people write it: +55 11 98888-7777. */
export function phoneNumber(digits) {
  const brazilian = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(digits)
  return brazilian ? `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}` : `+${digits}`
}

/** The digits of what somebody typed. */
export const digitsOf = (typed) => typed.replaceAll(/\D/g, '')

export const timeOfDay = (instant) => TIME.format(new Date(instant))

const TIME = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

export function fileSize(bytes) {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1024
    ? `${Math.round(kilobytes)} KB`
    : `${(kilobytes / 1024).toFixed(1).replace('.', ',')} MB`
}

/** One or two letters for the round picture of somebody without a photo. */
export function initials(name) {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  return words.length === 0
    ? '☎'
    : words
        .slice(0, 2)
        .map((word) => word[0].toUpperCase())
        .join('')
}

/** What a message without words is. */
export function kindOf(message) {
  const size = message.bytes ? ` · ${fileSize(message.bytes)}` : ''
  return `${KINDS[message.type] ?? message.type}${message.fileName ? ` ${message.fileName}` : ''}${size}`
}

const KINDS = {
  image: '📷 Foto',
  video: '🎬 Vídeo',
  audio: '🎤 Áudio',
  document: '📄',
  sticker: 'Figurinha',
  contact: '👤 Contato',
  location: '📍 Localização',
  poll: '📊 Enquete',
}
