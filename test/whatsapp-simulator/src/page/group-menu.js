import { call } from './api.js'
import { ask } from './ask.js'
import { digitsOf } from './format.js'
import { openMenu } from './menu.js'
import { trying } from './notice.js'
import { nameOf } from './world.js'

/** A group's menu: its name and its members. */
export function openGroupMenu(button, group, changed) {
  const members = (title, change) => async () => {
    const asked = await ask(title, [NUMBER], { confirm: 'Confirmar' })
    if (asked) apply(() => call('POST', `/groups/${group}/members`, { [change]: [digitsOf(asked.number)] }))
  }
  const apply = (work) =>
    trying(async () => {
      await work()
      await changed()
    })
  const rename = async () => {
    const asked = await ask('Renomear o grupo', [{ label: 'Nome', name: 'subject', value: nameOf(group) }])
    if (asked) apply(() => call('PATCH', `/groups/${group}`, asked))
  }
  openMenu(button, [
    [{ label: 'Renomear…', act: rename }],
    [{ label: 'Adicionar alguém…', act: members('Adicionar ao grupo', 'add') }],
    [{ label: 'Remover alguém…', act: members('Remover do grupo', 'remove') }],
    [{ label: 'Tornar administrador…', act: members('Tornar administrador', 'promote') }],
  ])
}

const NUMBER = {
  label: 'Número, com país e DDD',
  name: 'number',
  inputMode: 'tel',
  placeholder: '+55 11 98888-7777',
}
