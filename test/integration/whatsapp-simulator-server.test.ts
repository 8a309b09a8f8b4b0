import { Company } from '@recado/whatsapp-simulator/testing/company'
import type { ControlError } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { describe, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'

const on = simulated()

const refused = (status: number, code: string) =>
  expect.objectContaining<Partial<ControlError>>({ status, code })

describe('the server', () => {
  test('the server answers Baileys’ queries about limits, groups, settings and pictures', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const { socket } = company
    expect(await socket?.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
    expect(await socket?.fetchNewChatMessageCap()).toMatchObject({ capping_status: 'NONE' })
    expect(await socket?.groupFetchAllParticipating()).toEqual({})
    expect(await socket?.fetchPrivacySettings(true)).toMatchObject({ readreceipts: 'all' })
    expect(await socket?.fetchBlocklist()).toEqual([])
    await expect(socket?.profilePictureUrl(`${ANA}@s.whatsapp.net`)).rejects.toThrow('item-not-found')
  })

  test('the server answers pings of a quiet connection', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await company.leave()
    await company.logIn({ keepAliveIntervalMs: 50 })
    const pings: unknown[] = []
    company.socket?.ws.on('frame', (frame) => pings.push(frame))
    await until('some pings are answered', () => pings.length > 3)
    expect(company.closes).toEqual([515, expect.any(Number)])
  })

  test('the server unlinks a company that logs out, and links its number again as a new device', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await company.socket?.logout()
    await until('it is closed', () => company.closes.includes(401))
    await until('its phone has no linked device', async () => !(await on.control.phones())[0]?.linked)
    company.connect()
    await until('its login is refused', () => company.closes.filter((code) => code === 401).length === 2)
    const anew = await Company.linked(on.simulator, COMPANY)
    expect(anew.credentials.me?.id).toBe(`${COMPANY}:2@s.whatsapp.net`)
  })

  test('a reset forgets phones, messages and links, and keeps its certificate', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await company.send(ANA, 'Olá')
    await until('Ana has it', async () => (await on.control.messages(ANA)).length === 1)
    await on.control.reset()
    await until('the company is cut off', () => company.closes.length === 2)
    expect(await on.control.phones()).toEqual([])
    expect(await on.control.messages(ANA)).toEqual([])
    company.connect()
    await until('its login is refused', () => company.closes.includes(401))
    expect(await on.control.rootPublicKey()).toEqual(on.simulator.rootPublicKey)
    await Company.linked(on.simulator, COMPANY)
  })

  test.each([
    ['POST', '/phones', { number: '+55 11', name: 'Ana' }, 400, 'ERR_INVALID_INPUT'],
    ['POST', '/phones', { number: ANA, name: 'Ana', colour: 'red' }, 400, 'ERR_INVALID_INPUT'],
    ['POST', `/phones/${ANA}/scan`, { qr: 'nonsense' }, 400, 'ERR_QR_INVALID'],
    ['POST', '/phones/5511933330000/messages', { to: ANA, text: 'oi' }, 404, 'ERR_PHONE_NOT_FOUND'],
    ['POST', `/phones/${ANA}/messages`, { to: '5511933330000', text: 'oi' }, 409, 'ERR_NOT_ON_WHATSAPP'],
    ['POST', '/faults', { kind: 'disconnect', number: ANA }, 409, 'ERR_NOT_CONNECTED'],
    ['POST', '/faults', { kind: 'earthquake' }, 400, 'ERR_INVALID_INPUT'],
    ['GET', '/nothing', undefined, 404, 'ERR_NO_SUCH_CALL'],
  ])('the control call %s %s with %j is refused', async (method, path, body, status, code) => {
    await expect(on.control.call(method, path, body)).rejects.toEqual(refused(status, code))
  })

  test('the page is served with a policy against foreign scripts', async () => {
    const page = await fetch(`${on.simulator.url}/simulator`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const parts = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, part]) => part)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect((await fetch(`${on.simulator.url}${part}`)).status).toBe(200)
  })
})
