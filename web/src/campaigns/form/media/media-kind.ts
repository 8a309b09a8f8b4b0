export type MediaKind = 'image' | 'video' | 'audio' | 'document'

/** As what WhatsApp shows a file of this MIME type. */
export function kindOf(type: string): MediaKind {
  if (/^image\/(jpeg|png|webp)$/.test(type)) return 'image'
  if (/^video\/(mp4|3gpp)$/.test(type)) return 'video'
  if (/^audio\/(mpeg|mp4|aac)$/.test(type)) return 'audio'
  return 'document'
}

/** Audio that campaigns do not send: only .mp3 is supported (part 2 §5). */
export const isOgg = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^audio\/(ogg|opus)/.test(type) || /\.(ogg|oga|opus)$/i.test(name)
