import { element } from './elements.js'
import { digitsOf, initials } from './format.js'
import { icon } from './icon.js'
import { isGroup, nameOf } from './world.js'

/** The round picture of a person or group: initials on one of five colours. */
export const picture = (chat) =>
  element(
    'span',
    { className: `picture tone-${toneOf(chat)}`, 'aria-hidden': 'true' },
    isGroup(chat) ? icon('people') : initials(nameOf(chat)),
  )

/** A person has the same colour everywhere. */
export const toneOf = (chat) => Number(digitsOf(chat).slice(-4)) % 5
