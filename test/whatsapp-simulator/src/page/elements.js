/**
 * Creates an element. Properties are set as such (`className`, `onclick`, …), `aria-` and `data-` ones as
 * attributes. Children are elements or texts. Texts become text nodes, never markup.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') made.setAttribute(name, value)
    else made[name] = value
  }
  made.append(...children.filter((child) => child !== undefined && child !== null))
  return made
}
