import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { LinkedSession } from '../support/linked-session.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BETO = '5511988886666'
const folder = mkdtempSync(join(tmpdir(), 'recado-tokens-'))
afterAll(() => rmSync(folder, { recursive: true }))

const on = simulated({ [ANA]: 'Ana', [BETO]: 'Beto' })
let shop: LinkedSession
afterEach(() => shop.session.stop())

const link = async () => {
  shop = await LinkedSession.of(on.simulator, on.control, SHOP, new FileKeys(folder))
}
const texts = async (number: string) =>
  (await on.control.messages(number)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)
const arrives = (number: string, text: string) =>
  until(`${text} arrives`, async () => (await texts(number)).includes(text))
const salted = (is: boolean) =>
  until('it is known whether there is a salt', async () => (await shop.health()).hasTokenSalt === is)

describe('where WhatsApp asks for tokens', () => {
  test('a first message carries a proof made with the salt of the history', async () => {
    await link()
    await salted(true)
    await on.control.fault({ kind: 'tokenRequired', number: SHOP })
    await shop.send(ANA, 'primeira', '3EB0AAAAAAAAAAAAAAAAAA')
    await arrives(ANA, 'primeira')
  })

  test('a proof is made with the salt of the settings too', async () => {
    await on.control.fault({ kind: 'tokenSalt', number: SHOP, in: 'settings' })
    await link()
    await salted(true)
    await on.control.fault({ kind: 'tokenRequired', number: SHOP })
    await shop.send(ANA, 'primeira', '3EB0AAAAAAAAAAAAAAAAAA')
    await arrives(ANA, 'primeira')
  })

  test('without a salt that is said, and only whoever wrote gets an answer: by the token that they gave', async () => {
    await on.control.fault({ kind: 'tokenSalt', number: SHOP, in: 'nowhere' })
    await on.control.declare(SHOP, 'Loja')
    // Before the account is linked: the token comes with the history.
    await on.control.write(BETO, SHOP, 'Bom dia')
    await link()
    await salted(false)
    await on.control.fault({ kind: 'tokenRequired', number: SHOP })
    await shop.send(ANA, 'fria', '3EB0AAAAAAAAAAAAAAAAAA')
    await shop.send(BETO, 'resposta', '3EB0BBBBBBBBBBBBBBBBBB')
    await arrives(BETO, 'resposta')
    expect(await texts(ANA)).toEqual([])
    // What is known of it outlives the session.
    await on.control.fault({ kind: 'clear', only: 'tokenSalt' })
    await shop.begunAnew()
    await shop.send(BETO, 'de novo', '3EB0CCCCCCCCCCCCCCCCCC')
    await arrives(BETO, 'de novo')
  })
})
