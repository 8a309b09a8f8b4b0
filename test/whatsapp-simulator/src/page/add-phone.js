import { call } from './api.js'
import { digitsOf } from './format.js'
import { trying } from './notice.js'
import { refresh } from './world.js'

/** Connects the button with the dialog that adds a phone; `added` gets its number. */
export function offerNewPhones(added) {
  const dialog = document.querySelector('#new-phone')
  const form = dialog.querySelector('form')
  document.querySelector('#add-phone').addEventListener('click', () => {
    form.reset()
    dialog.showModal()
  })
  dialog.querySelector('[value=cancel]').addEventListener('click', () => dialog.close())
  form.addEventListener('submit', () => {
    const { name, number, onWhatsApp } = form.elements
    trying(async () => {
      const phone = { name: name.value, number: digitsOf(number.value), onWhatsApp: onWhatsApp.checked }
      const { number: made } = await call('POST', '/phones', phone)
      await refresh()
      added(made)
    })
  })
}
