import type { Session } from '@recado/fargate-session/session/session'
import { isLidUser, isPnUser } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { Sessions } from '../support/sessions.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const CUSTOMER = '5511900000002'
const OTHER = '5511900000003'

const on = simulated({ [SHOP]: 'Loja', [CUSTOMER]: 'Ana', [OTHER]: 'Bia' })
let sessions: Sessions
let session: Session

beforeEach(async () => {
  sessions = new Sessions(on.simulator)
  session = await sessions.linked('LOJA', SHOP)
})
afterEach(() => sessions.stop())

const routeTo = (number: string) => session.line.routeTo(`${number}@s.whatsapp.net`)
async function write(number: string, messageId: string): Promise<void> {
  const route = await routeTo(number)
  await session.line.send(
    route,
    await session.line.ready(route.jid, { type: 'text', text: messageId }, messageId),
  )
}
const arrives = (number: string, text: string) =>
  eventually(`${text} arrives`, async () =>
    (await on.control.messages(number)).some((message) => message.text === text),
  )

test('an account that may not write to LIDs writes to numbers after its first refusal', async () => {
  await on.control.fault({ kind: 'noLidChats', number: SHOP })
  expect(isLidUser((await routeTo(CUSTOMER)).jid)).toBe(true)
  await write(CUSTOMER, '3EB0AAAA01')
  await eventually('it has learned', async () => isPnUser((await routeTo(OTHER)).jid))
  await write(OTHER, '3EB0AAAA02')
  await arrives(OTHER, '3EB0AAAA02')
})

test('an account that moves to LIDs writes to them again after the first refused number', async () => {
  await on.control.fault({ kind: 'noLidChats', number: SHOP })
  await write(CUSTOMER, '3EB0AAAA03')
  await eventually('it has learned', async () => isPnUser((await routeTo(OTHER)).jid))
  await on.control.fault({ kind: 'clear' })
  await write(OTHER, '3EB0AAAA04')
  await eventually('it has learned anew', async () => isLidUser((await routeTo(CUSTOMER)).jid))
})

test('a number that was registered anew is written to at its new LID', async () => {
  const { jid } = await routeTo(CUSTOMER)
  await on.control.call('POST', `/phones/${CUSTOMER}/new-account`, {})
  await write(CUSTOMER, '3EB0AAAA05')
  await eventually('the new LID is known', async () => (await routeTo(CUSTOMER)).jid !== jid)
  await write(CUSTOMER, '3EB0AAAA06')
  await arrives(CUSTOMER, '3EB0AAAA06')
  expect((await on.control.messages(CUSTOMER)).map(({ text }) => text)).not.toContain('3EB0AAAA05')
})
