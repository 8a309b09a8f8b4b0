export type MediaKind = 'image' | 'video' | 'audio' | 'document'

/** The form in which WhatsApp shows a file of this MIME type. */
export function mediaKindOf(type: string): MediaKind {
  if (/^image\/(jpeg|png|webp)$/.test(type)) return 'image'
  if (/^video\/(mp4|3gpp)$/.test(type)) return 'video'
  if (/^audio\/(mpeg|mp4|aac)$/.test(type)) return 'audio'
  return 'document'
}

/** Whether a file is .ogg audio. Campaigns support .mp3 only (part 2 §5). */
export const isOgg = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^audio\/(ogg|opus)/.test(type) || /\.(ogg|oga|opus)$/i.test(name)
