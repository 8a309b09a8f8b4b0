import { ask } from './ask.js'
import { chooseFile, choosePhotos, chooseVoice } from './files.js'
import { digitsOf } from './format.js'
import { openMenu } from './menu.js'
import { trying } from './notice.js'
import { recordVoice } from './record-voice.js'

/**
 * Lets the user choose an attachment: photos, a voice message, a file, or a sample of each kind. `chosen` gets
 * `{label, content}`; `write` sends at once what needs no text.
 */
export function openAttachMenu(button, { chosen, write }) {
  const example = (type, label) => ({
    label,
    title: `Exemplo: ${label}`,
    act: () => chosen({ label: `${label} (exemplo)`, content: { type } }),
  })
  openMenu(button, [
    [{ label: 'Fotos e vídeos…', act: () => choosePhotos(chosen) }],
    [{ label: 'Gravar voz…', act: () => trying(() => sendRecording(write)) }],
    [{ label: 'Voz de um arquivo…', act: () => chooseVoice(chosen) }],
    [{ label: 'Escolher um arquivo…', act: () => chooseFile(chosen) }],
    [{ label: 'Localização…', act: () => askForLocation(write) }],
    [{ label: 'Contato…', act: () => askForContact(write) }],
    'Exemplos prontos',
    [example('image', 'Foto'), example('video', 'Vídeo')],
    [example('audio', 'Áudio'), example('document', 'PDF')],
    [
      { label: 'Voz', title: 'Mensagem de voz', act: () => write({ type: 'voice', seconds: 3 }) },
      { label: 'Figurinha', title: 'Figurinha', act: () => write({ type: 'sticker' }) },
    ],
  ])
}

async function sendRecording(write) {
  const recording = await recordVoice()
  if (recording) write(recording)
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
