import { ask } from './ask.js'
import { element } from './elements.js'
import { digitsOf, fileSize } from './format.js'
import { openMenu } from './menu.js'
import { tell, trying } from './notice.js'

/**
 * Lets the user choose what goes with a message: a file, or a sample of each kind. `chosen` gets
 * `{label, content}`, `write` sends at once what needs no words.
 */
export function openAttachMenu(button, { chosen, write }) {
  const example = (type, label) => ({
    label,
    title: `Exemplo: ${label}`,
    act: () => chosen({ label: `${label} (exemplo)`, content: { type } }),
  })
  openMenu(button, [
    [{ label: 'Escolher um arquivo…', act: () => chooseFile(chosen) }],
    [example('image', 'Foto'), example('video', 'Vídeo')],
    [example('audio', 'Áudio'), example('document', 'PDF')],
    [
      { label: 'Voz', title: 'Mensagem de voz', act: () => write({ type: 'voice', seconds: 3 }) },
      { label: 'Figurinha', title: 'Figurinha', act: () => write({ type: 'sticker' }) },
    ],
    [{ label: 'Localização…', act: () => askForLocation(write) }],
    [{ label: 'Contato…', act: () => askForContact(write) }],
  ])
}

function chooseFile(chosen) {
  const input = element('input', { type: 'file' })
  input.addEventListener('change', () =>
    trying(async () => {
      const [file] = input.files
      if (!file) return
      if (file.size > MOST_BYTES || file.size === 0) {
        tell('O arquivo precisa ter entre 1 byte e 100 MB.')
        return
      }
      chosen({ label: `${file.name} · ${fileSize(file.size)}`, content: await contentOf(file) })
    }),
  )
  input.click()
}

const MOST_BYTES = 99 * 1024 * 1024

async function contentOf(file) {
  const kind = KINDS.find((each) => file.type.startsWith(`${each}/`)) ?? 'document'
  const mimetype = file.type || 'application/octet-stream'
  const content = { type: kind, file: await base64(file), mimetype }
  return kind === 'document' ? { ...content, fileName: file.name } : content
}

const KINDS = ['image', 'video', 'audio']

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1))
    reader.onerror = () => reject(new Error('O arquivo não pôde ser lido.'))
    reader.readAsDataURL(file)
  })
}

async function askForLocation(write) {
  const place = await ask('Enviar localização', [
    { label: 'Nome', name: 'name', value: 'Avenida Paulista, 1578' },
    {
      label: 'Latitude',
      name: 'latitude',
      type: 'number',
      step: 'any',
      min: -90,
      max: 90,
      value: '-23.5614',
    },
    {
      label: 'Longitude',
      name: 'longitude',
      type: 'number',
      step: 'any',
      min: -180,
      max: 180,
      value: '-46.6559',
    },
  ])
  if (!place) return
  const { name, latitude, longitude } = place
  write({ type: 'location', name, latitude: Number(latitude), longitude: Number(longitude) })
}

async function askForContact(write) {
  const contact = await ask('Enviar contato', [
    { label: 'Nome', name: 'name', maxLength: 100 },
    { label: 'Número, com país e DDD', name: 'number', inputMode: 'tel', placeholder: '+55 11 98888-7777' },
  ])
  if (contact) write({ type: 'contact', name: contact.name, number: digitsOf(contact.number) })
}
