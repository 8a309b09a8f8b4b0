import { call } from './api.js'
import { ask } from './ask.js'
import { digitsOf } from './format.js'
import { tell, trying } from './notice.js'
import { refresh, world } from './world.js'

/** Connects the button with the dialog that types the app's pairing code on the phone. */
export function offerPairingCodes(linked) {
  document.querySelector('#type-code').addEventListener('click', async () => {
    const first = world.phones.find(({ name }) => name)?.number ?? ''
    const typed = await ask(
      'Conectar com código',
      [
        { label: 'Número do telefone, com país e DDD', name: 'number', inputMode: 'tel', value: first },
        {
          label: 'Código que o aplicativo mostra',
          name: 'code',
          placeholder: 'ABCD-1234',
          pattern: '[A-Za-z0-9]{4}[ \\-]?[A-Za-z0-9]{4}',
          autocapitalize: 'characters',
        },
      ],
      { confirm: 'Conectar' },
    )
    if (!typed) return
    trying(async () => {
      const number = digitsOf(typed.number)
      const answer = await call('POST', `/phones/${number}/pairing-code`, { code: typed.code })
      await refresh()
      linked(number)
      if (answer.passkey) tell(PASSKEY)
    })
  })
}

export const PASSKEY = 'O WhatsApp pediu a chave de acesso desta conta: a vinculação não continua.'
