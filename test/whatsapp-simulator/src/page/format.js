/** 5511988887777 as people write it: +55 11 98888-7777. */
export function phoneNumber(digits) {
  const brazilian = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(digits)
  return brazilian ? `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}` : `+${digits}`
}

/** The digits of a typed text. */
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

/** 75 seconds as 1:15. */
export const duration = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`

/** One or two letters for the picture of a person without a photo. */
export function initials(name) {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  return words.length === 0
    ? '☎'
    : words
        .slice(0, 2)
        .map((word) => word[0].toUpperCase())
        .join('')
}

/** An album in one line: the numbers of its files. */
export function albumLine({ images, videos }) {
  const parts = [images > 0 && `${images} ${images === 1 ? 'foto' : 'fotos'}`]
  parts.push(videos > 0 && `${videos} ${videos === 1 ? 'vídeo' : 'vídeos'}`)
  return `Álbum: ${parts.filter(Boolean).join(' e ')}`
}

/** A message in one line: its words, or its kind. */
export function inShort(message) {
  if (message.deleted) return '🚫 Mensagem apagada'
  const kind = KINDS[message.type] ?? message.type
  if (message.type === 'text') return message.text
  if (message.type === 'album') return `📷 ${albumLine(message.expected)}`
  if (message.type === 'document') return `${kind} ${message.caption ?? message.fileName ?? ''}`
  if (message.type === 'contact') return `${kind} ${message.contact?.name ?? ''}`
  if (message.type === 'location') return `${kind} ${message.location?.name ?? 'Localização'}`
  return message.caption ? `${kind.split(' ')[0]} ${message.caption}` : kind
}

const KINDS = {
  image: '📷 Foto',
  video: '🎬 Vídeo',
  audio: '🎵 Áudio',
  voice: '🎤 Mensagem de voz',
  document: '📄',
  sticker: '🙂 Figurinha',
  contact: '👤',
  location: '📍',
  poll: '📊 Enquete',
}
