import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { describe, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'

const on = simulated()

const incoming = async (number: string) => (await on.control.messages(number)).filter(({ fromMe }) => !fromMe)

describe('lost keys', () => {
  test('a phone that cannot decrypt a message asks for it and gets it once', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await company.send(ANA, 'um')
    await on.control.write(ANA, COMPANY, 'resposta')
    await until('the company has the answer', () => company.texts().includes('resposta'))
    const before = company.snapshotKeys()
    const second = await company.send(ANA, 'dois')
    await until('the second is delivered', () => company.statuses.get(second)?.includes(3))
    // The database loses its last writes: the next message is sealed with a key that both phones have used up.
    company.restoreKeys(before)
    const retries: string[] = []
    company.socket?.ws.on('CB:receipt,type:retry', ({ attrs }) => retries.push(attrs.id))
    const third = await company.send(ANA, 'três')
    await until('the third is delivered', () => company.statuses.get(third)?.includes(3))
    expect(retries).toContain(third)
    const fourth = await company.send(ANA, 'quatro')
    await until('the fourth is delivered', () => company.statuses.get(fourth)?.includes(3))
    expect((await incoming(ANA)).map(({ text }) => text)).toEqual(['um', 'dois', 'três', 'quatro'])
    const copies = (await on.control.messages(COMPANY)).filter(({ fromMe }) => fromMe)
    expect(copies.map(({ text }) => text)).toEqual(['um', 'dois', 'três', 'quatro'])
  })

  test('a company that lost its sessions asks for the message and gets it', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await on.control.write(ANA, COMPANY, 'antes')
    await company.send(ANA, 'resposta')
    await until(
      'both have written',
      async () => company.texts().includes('antes') && (await incoming(ANA)).length === 1,
    )
    await on.control.write(ANA, COMPANY, 'ainda antes')
    await until('a ratchet without prekeys runs', () => company.texts().includes('ainda antes'))
    await company.leave()
    company.loseKeys('session')
    company.loseKeys('pre-key')
    await company.logIn()
    const id = await on.control.write(ANA, COMPANY, 'depois')
    await until('the message came at last', () => company.texts().includes('depois'), 20_000)
    expect(company.received.some(({ key, messageStubType }) => key.id === id && messageStubType)).toBe(true)
  })

  test('a company that lost its last writes gets the next message on request', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await company.receives(await on.control.write(ANA, COMPANY, 'um'))
    await company.send(ANA, 'resposta')
    await company.receives(await on.control.write(ANA, COMPANY, 'dois'))
    const before = company.snapshotKeys()
    await company.receives(await on.control.write(ANA, COMPANY, 'três'))
    await company.leave()
    company.restoreKeys(before)
    await company.logIn()
    await company.receives(await on.control.write(ANA, COMPANY, 'quatro'))
    await company.receives(await on.control.write(ANA, COMPANY, 'cinco'))
    expect(company.texts()).toEqual(['um', 'dois', 'três', 'quatro', 'cinco'])
  })

  test('a new sender reaches a company that lost its one-time keys', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await company.leave()
    company.loseKeys('pre-key')
    await company.logIn()
    await company.receives(await on.control.write(ANA, COMPANY, 'Oi'))
    expect(company.texts()).toEqual(['Oi'])
  })

  test('a company with few one-time keys is asked for more, and uploads them', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const other = await Company.linked(on.simulator, '5511900000002')
    // Each look-up of the keys for a new session takes one of the 812.
    const user = { tag: 'user', attrs: { jid: company.credentials.me?.lid ?? '' } }
    await other.socket?.query({
      tag: 'iq',
      attrs: { xmlns: 'encrypt', type: 'get', to: '@s.whatsapp.net' },
      content: [{ tag: 'key', attrs: {}, content: Array.from({ length: 808 }, () => user) }],
    })
    await until('it is asked', () => company.heard.notifications.some(({ type }) => type === 'encrypt'))
    await until('new keys are uploaded', () => company.credentials.firstUnuploadedPreKeyId > 813)
    await company.receives(await on.control.write(ANA, COMPANY, 'Depois'))
  })
})
