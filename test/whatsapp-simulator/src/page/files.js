import { element } from './elements.js'
import { fileSize } from './format.js'
import { tell, trying } from './notice.js'

/** Lets the user choose one file of any kind. `chosen` gets `{label, content}`; an image is sent as a photo. */
export const chooseFile = (chosen) =>
  pick({}, async ([file]) => {
    chosen({ label: labelOf(file), content: await contentOf(file) })
  })

/** Lets the user choose photos and videos. Several of them are an album. */
export const choosePhotos = (chosen) =>
  pick({ accept: 'image/*,video/*', multiple: true }, async (files) => {
    const contents = []
    for (const file of files) contents.push(await contentOf(file))
    const isAlbum = contents.length > 1 && contents.every(({ type }) => PHOTOS.includes(type))
    if (isAlbum)
      chosen({ label: `Álbum: ${files.length} arquivos`, content: { type: 'album', files: contents } })
    else if (files.length === 1) chosen({ label: labelOf(files[0]), content: contents[0] })
    else tell('Um álbum só leva fotos e vídeos.')
  })

/** Lets the user choose a sound that is sent as a voice message. */
export const chooseVoice = (chosen) =>
  pick({ accept: 'audio/*' }, async ([file]) => {
    const mimetype = OGG.test(file.type) ? VOICE_TYPE : file.type || VOICE_TYPE
    const content = { type: 'voice', file: await base64(file), mimetype, ...(await lengthOf(file)) }
    chosen({ label: `Voz: ${labelOf(file)}`, content })
  })

/** The type of the voice messages that phones record. */
export const VOICE_TYPE = 'audio/ogg; codecs=opus'

/** Bytes of a file or blob, as the control API takes them. */
export function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1))
    reader.onerror = () => reject(new Error('O arquivo não pôde ser lido.'))
    reader.readAsDataURL(file)
  })
}

/** `{seconds}` of a sound; empty if this browser cannot decode it. */
export async function lengthOf(file) {
  const audio = new AudioContext()
  try {
    const { duration } = await audio.decodeAudioData(await file.arrayBuffer())
    return { seconds: Math.max(1, Math.round(duration)) }
  } catch {
    return {}
  } finally {
    audio.close()
  }
}

const PHOTOS = ['image', 'video']
const KINDS = ['image', 'video', 'audio']
const OGG = /^(audio|application)\/(ogg|opus)/
const MOST_BYTES = 99 * 1024 * 1024

const labelOf = (file) => `${file.name} · ${fileSize(file.size)}`

function pick(properties, chosen) {
  const input = element('input', { type: 'file', ...properties })
  input.addEventListener('change', () =>
    trying(async () => {
      const files = [...input.files]
      if (files.length === 0) return
      const bytes = files.reduce((sum, { size }) => sum + size, 0)
      if (bytes > MOST_BYTES || files.some(({ size }) => size === 0)) {
        throw new Error('Um arquivo precisa ter pelo menos 1 byte, e todos juntos no máximo 99 MB.')
      }
      await chosen(files)
    }),
  )
  input.click()
}

async function contentOf(file) {
  const kind = KINDS.find((each) => file.type.startsWith(`${each}/`)) ?? 'document'
  const mimetype = file.type || 'application/octet-stream'
  const content = { type: kind, file: await base64(file), mimetype }
  return kind === 'document' ? { ...content, fileName: file.name } : content
}
