import { element } from './elements.js'
import { base64, VOICE_TYPE } from './files.js'
import { duration } from './format.js'
import { oggFromWebm } from './ogg-opus.js'

/** Records a voice message in a dialog. Returns its content, or undefined if the user cancelled. */
export async function recordVoice() {
  const stream = await microphone()
  try {
    const recorder = new MediaRecorder(stream, { mimeType: TYPES.find(MediaRecorder.isTypeSupported) })
    const parts = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const startedAt = Date.now()
    recorder.start()
    const wanted = await dialogWhile(startedAt)
    const seconds = Math.max(1, Math.round((Date.now() - startedAt) / 1000))
    await stopped(recorder)
    return wanted
      ? { type: 'voice', mimetype: VOICE_TYPE, seconds, file: await asPhonesSend(parts) }
      : undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

/** Recordings that hold Opus, Ogg first: it needs no change. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus']

async function microphone() {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
  } catch {
    throw new Error('O navegador não deu acesso a um microfone. Escolha um arquivo de voz.')
  }
}

async function asPhonesSend(parts) {
  const recorded = new Blob(parts)
  const isOgg = parts[0].type.startsWith('audio/ogg')
  return base64(isOgg ? recorded : oggFromWebm(new Uint8Array(await recorded.arrayBuffer())))
}

const stopped = (recorder) =>
  new Promise((resolve) => {
    recorder.addEventListener('stop', resolve)
    recorder.stop()
  })

/** Shows the time since the start. Resolves with true for "send", false for "cancel" or Escape. */
function dialogWhile(startedAt) {
  const time = element('p', { className: 'recorded', role: 'timer' }, duration(0))
  const ticking = setInterval(() => {
    time.textContent = duration((Date.now() - startedAt) / 1000)
  }, 250)
  const send = element('button', { type: 'submit', className: 'main', autofocus: true }, 'Enviar')
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', {}, 'Gravando…'),
    time,
    element(
      'div',
      { className: 'actions' },
      element('button', { type: 'button', className: 'plain', onclick: () => dialog.close() }, 'Cancelar'),
      send,
    ),
  )
  const dialog = element('dialog', { 'aria-label': 'Gravar voz' }, form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    form.addEventListener('submit', () => resolve(true))
    dialog.addEventListener('close', () => {
      clearInterval(ticking)
      dialog.remove()
      resolve(false)
    })
  })
}
