import { call } from './api.js'
import { element } from './elements.js'
import { FAULTS } from './fault-kinds.js'
import { digitsOf, phoneNumber, timeOfDay } from './format.js'
import { trying } from './notice.js'
import { nameOf, refresh, world } from './world.js'

const drawer = document.querySelector('#faults')
const opener = document.querySelector('#open-faults')
const rows = FAULTS.map(makeRow)

/** Connects the button with the drawer of the faults. */
export function offerFaults() {
  drawer.querySelector('.rows').append(...rows.map((row) => row.element))
  opener.addEventListener('click', () => {
    showFaults()
    drawer.showModal()
  })
  drawer.querySelector('[value=close]').addEventListener('click', () => drawer.close())
  drawer.querySelector('[value=clear]').addEventListener('click', () => cause({ kind: 'clear' }))
  // A click beside the drawer closes it.
  drawer.addEventListener('click', ({ target }) => {
    if (target === drawer) drawer.close()
  })
}

/** Shows the current faults. */
export function showFaults() {
  const active = world.faults.length
  opener.textContent = active > 0 ? `Falhas (${active})` : 'Falhas'
  opener.classList.toggle('active', active > 0)
  for (const row of rows) row.update()
}

const cause = (fault) =>
  trying(async () => {
    await call('POST', '/faults', fault)
    await refresh()
    showFaults()
  })

function makeRow(fault) {
  const inputs = fault.fields.map(makeInput)
  const now = element('p', { className: 'now', hidden: true })
  const off = element(
    'button',
    { type: 'button', className: 'plain', onclick: () => cause({ kind: 'clear', only: fault.kind }) },
    'Desligar',
  )
  const form = element(
    'form',
    { className: 'fault' },
    element('h3', {}, fault.title),
    element('p', {}, fault.says),
    now,
    element(
      'div',
      { className: 'fault-fields' },
      ...inputs.map((input) => input.element),
      element('button', { type: 'submit', className: 'main' }, fault.once ? 'Fazer agora' : 'Ligar'),
      fault.once ? null : off,
    ),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const values = Object.fromEntries(inputs.map((input) => [input.name, input.value()]))
    cause({ kind: fault.kind, ...(fault.body?.(values) ?? values) })
  })
  return {
    element: form,
    update: () => {
      for (const input of inputs) input.update()
      const active = world.faults.filter(({ kind }) => kind === fault.kind)
      now.hidden = active.length === 0
      now.textContent = `● Ligado${active.map(describe).filter(Boolean).join('; ')}`
      off.hidden = active.length === 0
    },
  }
}

const describe = ({ number, to, until, used, chats }) =>
  [
    number || to ? ` para ${nameOf(number ?? to) || phoneNumber(number ?? to)}` : '',
    until ? ` até ${timeOfDay(until)}` : '',
    chats === undefined ? '' : ` (${used} de ${chats} conversas)`,
  ].join('')

function makeInput(field) {
  if (field === 'account') return makeAccountChoice()
  const { name, label, type = 'number', ...properties } = field
  const input = element('input', { type, required: true, ...properties })
  return {
    name,
    element: element('label', {}, label, input),
    value: () => (type === 'tel' ? digitsOf(input.value) : Number(input.value)),
    update: () => undefined,
  }
}

/** A choice of the phones with a linked device. */
function makeAccountChoice() {
  const choice = element('select', { required: true })
  return {
    name: 'number',
    element: element('label', {}, 'Conta', choice),
    value: () => choice.value,
    update: () => {
      const linked = world.phones.filter((phone) => phone.linked)
      const offered = linked.map(({ number }) => number).join()
      if (choice.dataset.offered === offered) return
      choice.dataset.offered = offered
      choice.replaceChildren(
        ...linked.map(({ number, name }) =>
          element('option', { value: number }, name || phoneNumber(number)),
        ),
      )
    },
  }
}
