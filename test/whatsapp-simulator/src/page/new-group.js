import { call } from './api.js'
import { element } from './elements.js'
import { digitsOf, phoneNumber } from './format.js'
import { tell, trying } from './notice.js'
import { refresh, world } from './world.js'

/** Connects the button with the dialog that creates a group; `made` gets a member's number. */
export function offerNewGroups(made) {
  const dialog = document.querySelector('#new-group')
  const form = dialog.querySelector('form')
  const people = dialog.querySelector('.people')
  document.querySelector('#add-group').addEventListener('click', () => {
    form.reset()
    people.replaceChildren(...named().map(choice))
    dialog.showModal()
  })
  dialog.querySelector('[value=cancel]').addEventListener('click', () => dialog.close())
  form.addEventListener('submit', () => {
    const chosen = [...people.querySelectorAll('input:checked')].map(({ value }) => value)
    const typed = form.elements.others.value
      .split(/[,;\n]/)
      .map(digitsOf)
      .filter(Boolean)
    const members = [...chosen, ...typed]
    if (members.length === 0) {
      tell('Escolha quem participa do grupo.')
      return
    }
    trying(async () => {
      await call('POST', '/groups', { subject: form.elements.subject.value, members })
      await refresh()
      made(members[0])
    })
  })
}

const named = () => world.phones.filter(({ name, onWhatsApp }) => name && onWhatsApp).slice(0, 30)

const choice = ({ number, name }) =>
  element(
    'label',
    { className: 'check' },
    element('input', { type: 'checkbox', value: number, checked: true }),
    `${name} (${phoneNumber(number)})`,
  )
