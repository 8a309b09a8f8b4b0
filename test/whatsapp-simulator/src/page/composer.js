import { call } from './api.js'
import { openAttachMenu } from './attach.js'
import { element } from './elements.js'
import { inShort } from './format.js'
import { trying } from './notice.js'

/** A phone user's input box in a chat: new messages, answers, edits, and attachments. */
export function composer({ phone, chat, changed }) {
  const text = element('textarea', { rows: 1, placeholder: 'Mensagem', 'aria-label': 'Mensagem' })
  const context = element('div', { className: 'context', hidden: true })
  const attach = element(
    'button',
    { type: 'button', className: 'attach', 'aria-label': 'Anexar', 'aria-haspopup': 'true' },
    '+',
  )
  const form = element(
    'form',
    { className: 'writing' },
    attach,
    text,
    element('button', { type: 'submit', className: 'send', 'aria-label': 'Enviar' }, '➤'),
  )
  /** The message that is answered or edited, and the attachment. */
  let state = {}
  const show = (next) => {
    state = next
    const said = state.edited
      ? `Editando: ${inShort(state.edited)}`
      : [state.quoted && `Resposta a: ${inShort(state.quoted)}`, state.attached?.label]
          .filter(Boolean)
          .join(' · ')
    context.hidden = said === ''
    context.replaceChildren(
      element('span', {}, said),
      element('button', { type: 'button', 'aria-label': 'Cancelar', onclick: () => show({}) }, '×'),
    )
    text.focus()
  }
  const post = (content) => call('POST', `/phones/${phone}/messages`, { to: chat, ...content })
  const write = (content) =>
    trying(async () => {
      await post({ ...content, ...(state.quoted ? { quoted: state.quoted.id } : {}) })
      show({})
      await changed()
    })
  const typing = announceTyping({ phone, chat })

  attach.addEventListener('click', () =>
    openAttachMenu(attach, { write, chosen: (attached) => show({ quoted: state.quoted, attached }) }),
  )
  text.addEventListener('input', () => typing(text.value === '' ? 'paused' : 'composing'))
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !context.hidden) show({})
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const said = text.value.trim()
    const content = contentOf(said, state)
    if (!content) return
    typing('paused')
    trying(async () => {
      await post(content)
      text.value = ''
      show({})
      await changed()
    })
  })
  return {
    elements: [context, form],
    reply: (message) => show({ quoted: message, attached: state.attached }),
    edit: (message) => {
      text.value = message.text ?? message.caption ?? ''
      show({ edited: message })
    },
  }
}

function contentOf(said, { edited, quoted, attached }) {
  if (edited) return said ? { type: 'edit', target: edited.id, text: said } : undefined
  if (!attached && !said) return undefined
  const answer = quoted ? { quoted: quoted.id } : {}
  if (!attached) return { text: said, ...answer }
  if (said && attached.content.type === 'album') return { ...captioned(attached.content, said), ...answer }
  const hasCaption = said && CAPTIONED.includes(attached.content.type)
  return { ...attached.content, ...answer, ...(hasCaption ? { caption: said } : {}) }
}

/** An album's text is the caption of its first file. */
const captioned = ({ files: [first, ...others], ...album }, caption) => ({
  ...album,
  files: [{ ...first, caption }, ...others],
})

const CAPTIONED = ['image', 'video', 'document']

/** Tells the other side that the user types, at most every few seconds, and that they stopped. */
function announceTyping({ phone, chat }) {
  let saidAt = 0
  return (state) => {
    const now = Date.now()
    if (state === 'composing' && now - saidAt < AGAIN_AFTER_MS) return
    if (state === 'paused' && saidAt === 0) return
    saidAt = state === 'composing' ? now : 0
    call('POST', `/phones/${phone}/typing`, { chat, state }).catch(() => undefined)
  }
}

const AGAIN_AFTER_MS = 4000
