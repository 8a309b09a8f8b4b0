import type { AuditEntry } from '@recado/shared/audit/audit'
import type { ContactBlock } from '@recado/shared/contact-blocks/contact-block'
import { isBlocked } from '@recado/shared/contact-blocks/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'

const OWN = '5511900000001'

let system: RunningSystem
let principals: Principals
let company: string
let admin: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  company = await principals.company()
  admin = await principals.signedIn(company)
  await admin.linkedConnection(OWN)
  await admin.settings({ optOutWords: ['sair'], returnWords: ['voltar', 'quero receber'] })
})
afterAll(() => system.stop())

const table = () => principals.tenant(company)
const blocked = (name: string, number: string) =>
  admin.done<ContactBlock>('POST', '/contact-blocks', { name, number })

const wrote = (number: string, text: string) =>
  admin.simulator('POST', `/phones/${number}/messages`, { to: OWN, text })
const blockOf = async (number: string) =>
  (await admin.done<{ contacts: ContactBlock[] }>('GET', `/contact-blocks?searchParam=${number}`)).contacts[0]
const optedOut = async (number: string) => {
  await wrote(number, 'sair')
  return eventually('the opt-out', async () => {
    const block = await blockOf(number)
    return block?.origin === 'OPT_OUT' && block
  })
}
const answersTo = async (number: string) =>
  (await admin.messagesOf(number)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)

test('an ordinary user cannot lift it, and an admin only with a reason, which stands in the trail', async () => {
  const number = '5511987659021'
  const { id } = await optedOut(number)
  const user = await principals.signedIn(company, { profile: 'user' })
  expect(await user.send('DELETE', `/contact-blocks/${id}?reason=Mudou%20de%20ideia`)).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await admin.send('DELETE', `/contact-blocks/${id}`)).toMatchObject({
    status: 400,
    body: { error: 'ERR_REASON_REQUIRED', details: [{ path: 'reason' }] },
  })
  expect(await isBlocked(table(), number)).toBe(true)
  const reason = 'Ligou e pediu para voltar'
  await admin.done('DELETE', `/contact-blocks/${id}?reason=${encodeURIComponent(reason)}`)
  expect(await isBlocked(table(), number)).toBe(false)
  const { records } = await admin.done<{ records: AuditEntry[] }>('GET', '/audit?domain=contact-blocks')
  expect(records[0]).toMatchObject({
    action: 'contact-blocks.deleteContactBlock',
    target: id,
    reason,
    refused: null,
  })
})

test('a block that people made is still lifted by an ordinary user, without a reason', async () => {
  const { id } = await blocked('Davi', '5521987650201')
  const user = await principals.signedIn(company, { profile: 'user' })
  expect(await user.send('DELETE', `/contact-blocks/${id}`)).toMatchObject({ status: 204 })
})

test('the person lifts it by a word of return, and is told so once', async () => {
  const number = '5511987659022'
  await optedOut(number)
  await wrote(number, 'quero voltar a falar com alguém')
  await wrote(number, 'Quero receber!')
  await eventually('the opt-out is lifted', async () => !(await isBlocked(table(), number)))
  await wrote(number, 'voltar')
  await wrote(number, 'sair')
  await eventually('the last word is heard', () => isBlocked(table(), number))
  await eventually('all answers are here', async () => (await answersTo(number)).length === 3)
  expect(await answersTo(number)).toEqual([
    expect.stringContaining('não vai mais receber'),
    expect.stringContaining('voltou a receber'),
    expect.stringContaining('não vai mais receber'),
  ])
})

test('a word of return lifts no block that people made, before an opt-out or after it', async () => {
  const number = '5511987659023'
  const { id } = await blocked('Rui', number)
  await wrote(number, 'voltar')
  expect(await optedOut(number)).toMatchObject({ id, evidence: { text: 'sair' } })
  const user = await principals.signedIn(company, { profile: 'user' })
  expect(await user.send('DELETE', `/contact-blocks/${id}?reason=Engano`)).toMatchObject({ status: 403 })
  await wrote(number, 'voltar')
  const before = await eventually('the block is the people’s again', async () => {
    const block = await blockOf(number)
    return block?.origin === 'MANUAL' && block
  })
  expect(before).toMatchObject({ id, evidence: null })
  expect(await isBlocked(table(), number)).toBe(true)
})

test('an ordinary user stops all sending, and only an admin lets it go on', async () => {
  const user = await principals.signedIn(company, { profile: 'user' })
  await user.done('POST', '/sending/stop', { reason: 'Texto errado' })
  expect(await user.send('POST', '/sending/resume', { reason: 'Corrigido' })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await admin.send('POST', '/sending/resume', {})).toMatchObject({ status: 400 })
  expect(await admin.done('POST', '/sending/resume', { reason: 'Corrigido' })).toMatchObject({
    company: null,
  })
  const { records } = await admin.done<{ records: AuditEntry[] }>('GET', '/audit?domain=campaigns')
  expect(records[0]).toMatchObject({ action: 'campaigns.resumeSending', reason: 'Corrigido' })
})
