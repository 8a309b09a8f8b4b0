import { isBlocked } from '@recado/shared/contact-blocks/store'
import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem } from '../support/test-system.ts'

const OWN = '5511900000202'

const { principals } = sharedSystem()
let company: string
let admin: ApiClient

beforeAll(async () => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  await admin.linkedConnection(OWN)
  await admin.settings({ optOutWords: ['sair'], returnWords: ['voltar', 'quero receber'] })
})

const table = () => principals.tenant(company)
const blocked = (name: string, number: string) => admin.call('createContactBlock', { name, number })

const wrote = (number: string, text: string) =>
  admin.simulator('POST', `/phones/${number}/messages`, { to: OWN, text })
const blockOf = async (number: string) =>
  (await admin.call('listContactBlocks', { searchParam: number })).contacts[0]
const optedOut = async (number: string) => {
  await wrote(number, 'sair')
  return eventually('the opt-out', async () => {
    const block = await blockOf(number)
    return block?.origin === 'OPT_OUT' && block
  })
}
/** The opt-outs of a person that ended, newest first. */
const endedOf = async (number: string) => {
  const [contact] = (await admin.call('listContacts', { searchParam: number })).records
  return (await admin.call('getContact', { contactId: contact?.id ?? '' })).endedOptOuts
}
const answersTo = async (number: string) =>
  (await admin.messagesOf(number)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)

test('an ordinary user cannot lift an opt-out, and an admin needs a reason for the audit trail', async () => {
  const number = '5511987658021'
  const { id } = await optedOut(number)
  const user = await principals.signedIn(company, { profile: 'user' })
  expect(
    await user.attempt('deleteContactBlock', { contactBlockId: id, reason: 'Mudou de ideia' }),
  ).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await admin.attempt('deleteContactBlock', { contactBlockId: id })).toMatchObject({
    status: 400,
    body: { error: 'ERR_REASON_REQUIRED', details: [{ path: 'reason' }] },
  })
  expect(await isBlocked(table(), number)).toBe(true)
  const reason = 'Ligou e pediu para voltar'
  await admin.call('deleteContactBlock', { contactBlockId: id, reason })
  expect(await isBlocked(table(), number)).toBe(false)
  expect(await endedOf(number)).toMatchObject([{ evidence: { text: 'sair' }, end: { by: 'ADMIN', reason } }])
  const { records } = await admin.call('listAudit', { domain: 'contact-blocks' })
  expect(records[0]).toMatchObject({
    action: 'contact-blocks.deleteContactBlock',
    target: id,
    reason,
    refused: null,
  })
})

test('an ordinary user lifts a manual block without a reason', async () => {
  const { id } = await blocked('Davi', '5521987650201')
  const user = await principals.signedIn(company, { profile: 'user' })
  expect(await user.attempt('deleteContactBlock', { contactBlockId: id })).toMatchObject({ status: 204 })
})

test('a word of return lifts an opt-out, and is confirmed once', async () => {
  const number = '5511987658022'
  await optedOut(number)
  await wrote(number, 'quero voltar a falar com alguém')
  await wrote(number, 'Quero receber!')
  await eventually('the opt-out is lifted', async () => !(await isBlocked(table(), number)))
  expect(await endedOf(number)).toMatchObject([
    { evidence: { text: 'sair' }, end: { by: 'PERSON', text: 'Quero receber!' } },
  ])
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

test('a word of return does not lift a manual block', async () => {
  const number = '5511987658023'
  const { id } = await blocked('Rui', number)
  await wrote(number, 'voltar')
  expect(await optedOut(number)).toMatchObject({ id, evidence: { text: 'sair' } })
  const user = await principals.signedIn(company, { profile: 'user' })
  expect(await user.attempt('deleteContactBlock', { contactBlockId: id, reason: 'Engano' })).toMatchObject({
    status: 403,
  })
  await wrote(number, 'voltar')
  const before = await eventually('the block is the people’s again', async () => {
    const block = await blockOf(number)
    return block?.origin === 'MANUAL' && block
  })
  expect(before).toMatchObject({ id, evidence: null })
  expect(await isBlocked(table(), number)).toBe(true)
})

test('an ordinary user stops all sending, and only an admin resumes it', async () => {
  const user = await principals.signedIn(company, { profile: 'user' })
  await user.call('stopSending', { reason: 'Texto errado' })
  expect(await user.attempt('resumeSending', { reason: 'Corrigido' })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await admin.send('POST', '/sending/resume')).toMatchObject({ status: 400 })
  expect(await admin.call('resumeSending', { reason: 'Corrigido' })).toMatchObject({
    company: null,
  })
  const { records } = await admin.call('listAudit', { domain: 'campaigns' })
  expect(records[0]).toMatchObject({ action: 'campaigns.resumeSending', reason: 'Corrigido' })
})
