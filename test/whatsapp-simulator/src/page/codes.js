import { call } from './api.js'
import { element } from './elements.js'
import { digitsOf, phoneNumber } from './format.js'
import { PASSKEY } from './link-by-code.js'
import { trying } from './notice.js'
import { refresh, world } from './world.js'

const DEMO_PHONE = { number: '5511900000001', name: 'Loja Demonstração' }
const OTHER = 'other'

const bar = document.querySelector('#codes')
const cards = new Map()

/** Shows a card for each QR code that the app currently shows, and lets a phone scan it. */
export function showCodes() {
  const shown = new Set(world.screens.map(({ connectionId }) => connectionId))
  for (const [connectionId, card] of cards) {
    if (shown.has(connectionId)) continue
    card.element.remove()
    cards.delete(connectionId)
  }
  for (const screen of world.screens) {
    if (!cards.has(screen.connectionId)) {
      cards.set(screen.connectionId, makeCard())
      bar.append(cards.get(screen.connectionId).element)
    }
    cards.get(screen.connectionId).update(screen)
  }
}

function makeCard() {
  let screen
  const title = element('strong')
  const choice = element('select', { 'aria-label': 'Telefone que escaneia' })
  const number = element('input', {
    inputMode: 'tel',
    placeholder: '+55 11 98888-7777',
    'aria-label': 'Número do telefone que escaneia',
    hidden: true,
  })
  const button = element('button', { type: 'submit', className: 'main' })
  const form = element(
    'form',
    { className: 'code' },
    element(
      'p',
      {},
      element('span', { className: 'qr', 'aria-hidden': 'true' }),
      title,
      ' mostra um código QR',
    ),
    element('div', { className: 'scan' }, choice, number, button),
  )
  const label = () => {
    number.hidden = choice.value !== OTHER
    number.required = choice.value === OTHER
    const name =
      choice.value === OTHER ? number.value.trim() || 'outro número' : choice.selectedOptions[0].dataset.name
    button.textContent = `Escanear com ${name}`
  }
  choice.addEventListener('change', label)
  number.addEventListener('input', label)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    trying(() => scan(screen.qr, choice.value === OTHER ? digitsOf(number.value) : choice.value)).finally(
      () => {
        button.disabled = false
      },
    )
  })
  return {
    element: form,
    update: (current) => {
      screen = current
      title.textContent = current.name || 'O aplicativo'
      offerPhones(choice)
      label()
    },
  }
}

/**
 * Phones that can scan: named ones, companies' first, or the demonstration phone if there is none. Any other number
 * can be typed.
 */
function offerPhones(choice) {
  const named = world.phones
    .filter(({ name, onWhatsApp }) => name && onWhatsApp)
    .sort((one, other) => Number(other.linked) - Number(one.linked))
  const offered = named.length === 0 ? [DEMO_PHONE] : named
  const wanted = [...offered.map(({ number }) => number), OTHER].join()
  if (choice.dataset.offered === wanted) return
  const before = choice.value
  choice.replaceChildren(
    ...offered.map(({ number, name }) =>
      element('option', { value: number, 'data-name': name }, `${name} (${phoneNumber(number)})`),
    ),
    element('option', { value: OTHER }, 'Outro número…'),
  )
  choice.dataset.offered = wanted
  if ([...choice.options].some(({ value }) => value === before)) choice.value = before
}

async function scan(qr, number) {
  const isNewDemoPhone =
    number === DEMO_PHONE.number && !world.phones.some((phone) => phone.number === number)
  if (isNewDemoPhone) await call('POST', '/phones', DEMO_PHONE)
  const answer = await call('POST', `/phones/${number}/scan`, { qr })
  await refresh()
  showCodes()
  if (answer.passkey) throw new Error(PASSKEY)
}
