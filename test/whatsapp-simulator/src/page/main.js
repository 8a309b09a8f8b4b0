import { offerNewPhones } from './add-phone.js'
import { showCodes } from './codes.js'
import { element } from './elements.js'
import { offerFaults, showFaults } from './faults.js'
import { digitsOf } from './format.js'
import { offerPairingCodes } from './link-by-code.js'
import { offerNewGroups } from './new-group.js'
import { tell } from './notice.js'
import { makePhone } from './phone.js'
import { refresh, world } from './world.js'

const MOST_PHONES = 12
const SECOND = 1000

const grid = document.querySelector('#phones')
const more = document.querySelector('#more')
const filter = document.querySelector('#filter')
const cards = new Map()
/** Phones used on this page. They keep their places, however busy the others get. */
const used = new Set()

const nothing = element(
  'div',
  { className: 'nothing' },
  element('h2', {}, 'Ainda não há telefones'),
  element(
    'p',
    {},
    'Quando o aplicativo mostrar um código QR, ele aparece aqui em cima para ser escaneado. Pessoas que recebem mensagens aparecem sozinhas.',
  ),
)

function show() {
  showCodes()
  showFaults()
  const matching = world.phones.filter(matchesFilter)
  const shown = arrange(matching)
  for (const { number } of shown) {
    if (!cards.has(number)) cards.set(number, newCard(number))
    cards.get(number).update()
  }
  const wanted = shown.length > 0 ? shown.map(({ number }) => cards.get(number).element) : [nothing]
  place(wanted)
  const hidden = matching.length - shown.length
  more.hidden = hidden === 0
  more.textContent = `Mais ${hidden} ${hidden === 1 ? 'telefone' : 'telefones'}: filtre por nome ou número.`
}

const newCard = (number) => makePhone(number, () => use(number))

/** Orders the cards and moves only misplaced ones: a moved input loses its focus. */
function place(wanted) {
  for (const card of [...grid.children]) if (!wanted.includes(card)) card.remove()
  for (const [index, card] of wanted.entries()) {
    if (grid.children[index] !== card) grid.insertBefore(card, grid.children[index] ?? null)
  }
}

/** Linked phones first, then those used here, then by the latest message. */
function arrange(phones) {
  const rank = ({ number, linked }) => (linked ? 0 : used.has(number) ? 1 : 2)
  const chosen = [...phones]
    .sort((one, other) => rank(one) - rank(other) || activity(other).localeCompare(activity(one)))
    .slice(0, MOST_PHONES)
  // While the same phones are shown, they keep their places.
  const order = [...grid.children]
  const placeOf = ({ number }) => order.indexOf(cards.get(number)?.element)
  const isSettled = chosen.every((phone) => placeOf(phone) >= 0)
  return isSettled ? chosen.sort((one, other) => placeOf(one) - placeOf(other)) : chosen
}

const activity = ({ lastMessageAt }) => lastMessageAt ?? ''

/** Without a filter, phones are hidden that are only known because a client asked for them. */
function matchesFilter({ number, name, linked, lastMessageAt }) {
  const wanted = filter.value.trim().toLocaleLowerCase('pt-BR')
  if (wanted === '') return linked || name !== '' || lastMessageAt !== null || used.has(number)
  const digits = digitsOf(wanted)
  return name.toLocaleLowerCase('pt-BR').includes(wanted) || (digits !== '' && number.includes(digits))
}

function use(number) {
  used.add(number)
  show()
}

async function keepFresh() {
  for (;;) {
    try {
      if (!document.hidden) {
        await refresh()
        show()
      }
    } catch {
      tell('O simulador não responde.')
    }
    await new Promise((resolve) => setTimeout(resolve, SECOND))
  }
}

filter.addEventListener('input', show)
offerNewPhones(use)
offerNewGroups(use)
offerPairingCodes(use)
offerFaults()
keepFresh()
