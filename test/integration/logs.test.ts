import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Layout } from '../../infra/local/layout.ts'
import { ApiClient } from '../support/api-client.ts'
import { clientOf, dumpOf } from '../support/dynamodb.ts'
import { atMost, eventually } from '../support/eventually.ts'

const SHOP = '5511900000015'
const ANA = '5511955580001'
const NOBODY = '5511955580000'
const CANARY = 'canário amarelo 4711'

describe('what the system writes about itself', { timeout: atMost(120_000) }, () => {
  let child: ChildProcess
  let admin: ApiClient
  let output = ''
  let layout: Layout
  /** Of WhatsApp's keys, while the account was linked. */
  let rows: Awaited<ReturnType<typeof dumpOf>>

  beforeAll(async () => {
    const script = join(import.meta.dirname, '../support/system-process.ts')
    child = spawn(process.execPath, ['--no-warnings', script], {
      env: { ...process.env, LOG_LEVEL: 'trace' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (output += String(chunk)))
    const [, written = ''] = await eventually(
      'it runs',
      async () => /^running (.+)$/m.exec(output) ?? undefined,
      60_000,
    )
    layout = JSON.parse(written)
    admin = await ApiClient.signIn(layout.origin)
    await everythingHappens()
  }, atMost(120_000))
  afterAll(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })

  /** Linking, messages both ways, keys that are lost, refusals, drops: all that libraries like to write about. */
  async function everythingHappens(): Promise<void> {
    const { id } = await admin.linkedConnection(SHOP, `Loja ${CANARY}`)
    await admin.simulator('POST', '/phones', { number: ANA, name: CANARY })
    await admin.simulator('POST', `/phones/${ANA}/messages`, { to: SHOP, text: CANARY })
    const list = await admin.newList()
    await admin.addContacts(list.id, [ANA, NOBODY])
    await admin.settings({ messageInterval: '0' })
    for (const fault of [undefined, { kind: 'nack', to: ANA, code: 479 }]) {
      if (fault) await admin.simulator('POST', '/faults', fault)
      const campaign = await admin.newCampaign({ whatsappId: id, contactListId: list.id, message1: CANARY })
      await admin.call('startCampaign', { campaignId: campaign.id })
      await admin.finished(campaign.id)
    }
    await admin.simulator('POST', '/faults', { kind: 'clear' })
    await admin.simulator('POST', '/faults', { kind: 'disconnect', number: SHOP })
    await eventually('the drop is seen', async () => (await admin.connection(id)).status !== 'CONNECTED')
    await admin.connected(id)
    await admin.simulator('POST', `/phones/${ANA}/messages`, { to: SHOP, type: 'image', caption: CANARY })
    rows = await dumpOf(clientOf(layout), layout.names.authTable)
    await admin.call('requestNewQr', { whatsappId: id })
    await eventually('a new QR code', async () => (await admin.connection(id)).qrcode !== '')
    // What comes late still counts.
    await pause(1000)
  }

  test('logs hold no phone number, no message and no key', () => {
    expect(output).toContain('session service ready')
    for (const secret of [SHOP, ANA, NOBODY, ANA.slice(4), CANARY, 'canário', 'recado-demo'])
      expect(output, secret).not.toContain(secret)
    for (const named of [
      /privKey|rootKey|chainKey|noiseKey|baseKey/i,
      /<Buffer|Uint8Array|BEGIN [A-Z ]*KEY/,
      /@s\.whatsapp\.net|@lid/,
    ])
      expect(output).not.toMatch(named)
    expect(output).not.toMatch(/eyJ[\w-]{20,}\.[\w-]{20,}/)
  })

  test('the table of WhatsApp’s keys holds only sealed values', () => {
    expect(rows.filter(({ sealed }) => sealed).length).toBeGreaterThan(10)
    for (const row of rows) {
      const names = Object.keys(row).sort().join()
      expect(['fence,pk,sk', 'packed,pk,sealed,sk', 'pk,sealed,sk', 'pk,sk,wrapped']).toContain(names)
      expect(row.sk).toMatch(/^(OWNER|DATA-KEY|KEY#[0-9a-f]{64})$/)
    }
    const text = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    for (const readable of [SHOP, ANA, 'noiseKey', 'registrationId', 'signedPreKey', 'Buffer'])
      expect(text).not.toContain(readable)
  })
})
