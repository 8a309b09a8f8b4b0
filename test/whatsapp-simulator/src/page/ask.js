import { element } from './elements.js'

/**
 * Asks for a few words in a dialog. `fields` are properties of inputs with a `label`. Returns their values by name,
 * or undefined if the user cancelled.
 */
export function ask(title, fields, { confirm = 'Enviar' } = {}) {
  const inputs = fields.map(({ label, ...properties }) => ({
    label,
    input: element('input', { required: true, autocomplete: 'off', ...properties }),
  }))
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', {}, title),
    ...inputs.map(({ label, input }) => element('label', {}, label, input)),
    element(
      'div',
      { className: 'actions' },
      element('button', { type: 'button', className: 'plain', onclick: () => dialog.close() }, 'Cancelar'),
      element('button', { type: 'submit', className: 'main' }, confirm),
    ),
  )
  const dialog = element('dialog', { 'aria-label': title }, form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    form.addEventListener('submit', () =>
      resolve(Object.fromEntries(inputs.map(({ input }) => [input.name, input.value.trim()]))),
    )
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(undefined)
    })
  })
}
