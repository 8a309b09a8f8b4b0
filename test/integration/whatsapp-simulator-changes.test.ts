import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { type ControlError, controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import type { WAMessageKey } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const LUIS = '5511977776666'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let aheadMs: number
let simulator: Simulator
let control: ReturnType<typeof controlOf>
let company: Company

beforeEach(async () => {
  aheadMs = 0
  simulator = await startSimulator({ now: () => Date.now() + aheadMs })
  control = controlOf(simulator)
  await control.declare(ANA, 'Ana')
  await control.declare(LUIS, 'Luís')
  company = await Company.linked(simulator, COMPANY)
})
afterEach(() => simulator.stop())

const refused = (code: string) => expect.objectContaining<Partial<ControlError>>({ status: 409, code })

const atPhone = (number: string, id: string) =>
  until(`${number} has ${id}`, async () =>
    (await control.messages(number)).find((message) => message.id === id),
  )

/** The company's key of its own message to Ana. */
async function sentToAna(text: string): Promise<WAMessageKey> {
  const { key } = await company.receives(await control.write(ANA, COMPANY, 'Oi'))
  const id = await company.send(ANA, text)
  await atPhone(ANA, id)
  return { remoteJid: key.remoteJid, fromMe: true, id }
}

describe('changes by the company', () => {
  test('phones apply an edit within 15 minutes, and ignore a later one', async () => {
    const key = await sentToAna('Abrimos às 8')
    aheadMs = 14.9 * MINUTE
    const inTime = await company.sendContent(ANA, { edit: key, text: 'Abrimos às 9' })
    expect(await atPhone(ANA, inTime)).not.toHaveProperty('ignored')
    aheadMs = 15.1 * MINUTE
    const late = await company.sendContent(ANA, { edit: key, text: 'Abrimos às 10' })
    expect(await atPhone(ANA, late)).toMatchObject({ type: 'edit', target: key.id, ignored: 'late' })
    expect(await atPhone(COMPANY, late)).toMatchObject({ ignored: 'late' })
    await until('it is acknowledged', () => company.acks.find(({ id }) => id === late))
    expect(company.acks.find(({ id }) => id === late)?.error).toBeUndefined()
  })

  test('phones apply a deletion within 48 hours, and ignore a later one', async () => {
    const first = await sentToAna('Sim')
    const second = await sentToAna('Não')
    aheadMs = 47.9 * HOUR
    const inTime = await company.sendContent(ANA, { delete: first })
    expect(await atPhone(ANA, inTime)).not.toHaveProperty('ignored')
    aheadMs = 48.1 * HOUR
    const late = await company.sendContent(ANA, { delete: second })
    expect(await atPhone(ANA, late)).toMatchObject({ type: 'delete', target: second.id, ignored: 'late' })
  })

  test('phones ignore an edit and a deletion of another person’s message', async () => {
    const { key } = await company.receives(await control.write(ANA, COMPANY, 'Quero 2'))
    const edit = await company.sendContent(ANA, { edit: key, text: 'Quero 20' })
    expect(await atPhone(ANA, edit)).toMatchObject({ type: 'edit', ignored: 'notAllowed' })
    const gone = await company.sendContent(ANA, { delete: key })
    expect(await atPhone(ANA, gone)).toMatchObject({ type: 'delete', ignored: 'notAllowed' })
  })

  test('a phone ignores a change of a message that is not in the chat', async () => {
    const { remoteJid } = await sentToAna('Oi')
    const gone = await company.sendContent(ANA, { delete: { remoteJid, fromMe: true, id: '3EB0UNKNOWN' } })
    expect(await atPhone(ANA, gone)).toMatchObject({ ignored: 'unknown' })
  })

  test('in a group, phones apply another person’s deletion only from an admin, and never an edit', async () => {
    const group = await control.createGroup({ subject: 'Clientes', members: [LUIS, COMPANY, ANA] })
    const { key } = await company.receives(await control.write(ANA, group, 'Compro ouro'))
    const before = await company.sendContent(group, { delete: key })
    expect(await atPhone(LUIS, before)).toMatchObject({ type: 'delete', ignored: 'notAllowed' })
    await control.changeMembers(group, { promote: [COMPANY] })
    const edit = await company.sendContent(group, { edit: key, text: 'Vendo ouro' })
    expect(await atPhone(LUIS, edit)).toMatchObject({ type: 'edit', ignored: 'notAllowed' })
    const after = await company.sendContent(group, { delete: key })
    expect(await atPhone(LUIS, after)).not.toHaveProperty('ignored')
    expect(await atPhone(ANA, after)).not.toHaveProperty('ignored')
  })
})

describe('changes by people', () => {
  test('the app offers no edit after 15 minutes and no deletion after 48 hours', async () => {
    const target = await control.write(ANA, COMPANY, 'Quero 2')
    aheadMs = 15.1 * MINUTE
    const edit = control.writes(ANA, COMPANY, { type: 'edit', target, text: 'Quero 3' })
    await expect(edit).rejects.toEqual(refused('ERR_TOO_LATE'))
    aheadMs = 48.1 * HOUR
    const gone = control.writes(ANA, COMPANY, { type: 'delete', target })
    await expect(gone).rejects.toEqual(refused('ERR_TOO_LATE'))
    expect(await control.messages(COMPANY)).toMatchObject([{ id: target, type: 'text', text: 'Quero 2' }])
  })

  test('in a group, an admin deletes another person’s message, and a member cannot', async () => {
    const group = await control.createGroup({ subject: 'Clientes', members: [LUIS, COMPANY, ANA] })
    const written = await company.receives(await control.write(ANA, group, 'Compro ouro'))
    const target = written.key.id ?? ''
    const byMember = control.writes(COMPANY, group, { type: 'delete', target })
    await expect(byMember).rejects.toEqual(refused('ERR_NOT_OWN_MESSAGE'))
    const edits: string[] = []
    company.socket?.ws.on('CB:message', ({ attrs }: { attrs: Record<string, string> }) =>
      edits.push(attrs.edit ?? ''),
    )
    const byAdmin = await control.writes(LUIS, group, { type: 'delete', target })
    await until('the deletion comes', () => company.heard.updates.length === 1)
    expect(company.heard.updates).toMatchObject([
      { key: { remoteJid: group, id: target }, update: { message: null } },
    ])
    expect(edits).toEqual(['8'])
    expect(await atPhone(ANA, byAdmin)).not.toHaveProperty('ignored')
  })
})
