import { element } from './elements.js'
import { initials } from './format.js'
import { nameOf } from './world.js'

/** The round picture of somebody: initials on one of six colours. */
export const picture = (number) =>
  element(
    'span',
    { className: `picture tone-${Number(number.slice(-4)) % 6}`, 'aria-hidden': 'true' },
    initials(nameOf(number)),
  )
