import { element } from './elements.js'

/**
 * A small menu beside a button; one at a time. `rows` are lists of `{label, title?, act}`; a list is one line of
 * buttons, and a text is a heading. Escape and a click elsewhere close it.
 */
export function openMenu(button, rows) {
  close()
  const menu = element(
    'div',
    { className: 'menu', popover: 'auto' },
    ...rows.map((row) =>
      typeof row === 'string' ? element('p', { className: 'menu-heading' }, row) : line(row),
    ),
  )
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return
    menu.remove()
    if (document.activeElement === document.body) button.focus()
  })
  document.body.append(menu)
  menu.showPopover()
  place(menu, button.getBoundingClientRect())
  menu.querySelector('button').focus()
  open = menu
}

const line = (row) =>
  element(
    'div',
    { className: row.length > 1 ? 'menu-line' : 'menu-row' },
    ...row.map(({ label, title, act }) =>
      element(
        'button',
        {
          type: 'button',
          onclick: () => {
            close()
            act()
          },
          ...(title ? { 'aria-label': title, title } : {}),
        },
        label,
      ),
    ),
  )

let open

function close() {
  if (open?.isConnected) open.hidePopover()
  open = undefined
}

/** Places the menu below the button, or above it if there is more room, and always within the window. */
function place(menu, at) {
  const { width, height } = menu.getBoundingClientRect()
  const below = at.bottom + height + GAP < innerHeight
  const left = Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))
  const top = below ? at.bottom + GAP / 2 : Math.max(GAP, at.top - height - GAP / 2)
  menu.style.left = `${left}px`
  menu.style.top = `${top}px`
}

const GAP = 8
