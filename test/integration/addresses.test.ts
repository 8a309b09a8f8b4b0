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
    await session.line.ready(route, { type: 'text', text: messageId }, messageId),
  )
}
const arrives = (number: string, text: string) =>
  eventually(`${text} arrives`, async () =>
    (await on.control.messages(number)).some((message) => message.text === text),
  )

/** Waits until the account writes first to this kind of address. */
const learns = (isSo: (jid: string) => boolean | undefined) =>
  eventually('it has learned', async () => isSo((await routeTo(OTHER)).jid))

test('an account that may not write to LIDs writes to numbers after two refusals in a row', async () => {
  await on.control.fault({ kind: 'noLidChats', number: SHOP })
  await write(CUSTOMER, '3EB0AAAA01')
  expect(isLidUser((await routeTo(OTHER)).jid)).toBe(true)
  await write(CUSTOMER, '3EB0AAAA02')
  await learns(isPnUser)
  await write(OTHER, '3EB0AAAA03')
  await arrives(OTHER, '3EB0AAAA03')
})

test('an account that moves to LIDs writes to them again after two refused numbers', async () => {
  await on.control.fault({ kind: 'noLidChats', number: SHOP })
  for (const id of ['3EB0AAAA04', '3EB0AAAA05']) await write(CUSTOMER, id)
  await learns(isPnUser)
  await on.control.fault({ kind: 'clear' })
  for (const id of ['3EB0AAAA06', '3EB0AAAA07']) await write(OTHER, id)
  await learns(isLidUser)
})

test('a number that was registered anew is written to at its new LID', async () => {
  const { jid } = await routeTo(CUSTOMER)
  await on.control.call('POST', `/phones/${CUSTOMER}/new-account`, {})
  await write(CUSTOMER, '3EB0AAAA08')
  await eventually('the new LID is known', async () => (await routeTo(CUSTOMER)).jid !== jid)
  await write(CUSTOMER, '3EB0AAAA09')
  await arrives(CUSTOMER, '3EB0AAAA09')
  expect((await on.control.messages(CUSTOMER)).map(({ text }) => text)).not.toContain('3EB0AAAA08')
})
