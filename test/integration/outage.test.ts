import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StoredMessage } from '@recado/shared/conversations/message'
import { beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { Conversations } from '../support/conversations.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000014'
const ANA = '5511955570001'
/** As long as the table may be away without an account having to be linked anew. */
const OUTAGE_MS = 30_000
/** Longer than a receipt takes from the phone to the task, in milliseconds. */
const RECEIPT_MS = 1000

const { system } = ownSystem()
let admin: ApiClient
beforeAll(async () => {
  admin = await ApiClient.signIn(system.origin)
})

const said = ({ content }: StoredMessage) => (content.type === 'text' ? content.text : content.type)

const pids = async (): Promise<Record<'dynamodb' | 'session', number>> =>
  JSON.parse(await readFile(join(system.layout.data, 'pids.json'), 'utf8'))

test('an outage of the table costs no session and no message', { timeout: atMost(180_000) }, async () => {
  const { id } = await admin.linkedConnection(SHOP)
  const conversations = await Conversations.ofConnection(admin, id)
  const says = (text: string) => admin.simulator('POST', `/phones/${ANA}/messages`, { to: SHOP, text })
  await says('antes')
  await conversations.until('the first', ANA, (message) => said(message) === 'antes')

  const { dynamodb } = await pids()
  process.kill(dynamodb, 'SIGSTOP')
  try {
    for (const text of ['durante 1', 'durante 2', 'durante 3']) await says(text)
    // The one wait that is for a time: the outage itself.
    await pause(OUTAGE_MS)
  } finally {
    process.kill(dynamodb, 'SIGCONT')
  }

  await eventually(
    'the connection is up again',
    async () => {
      const connection = await admin.connection(id)
      return connection.status === 'CONNECTED' && connection.qrcode === ''
    },
    60_000,
  )
  await says('depois')
  await conversations.until('the last', ANA, (message) => said(message) === 'depois')
  expect((await conversations.messages(ANA)).map(said)).toEqual([
    'antes',
    'durante 1',
    'durante 2',
    'durante 3',
    'depois',
  ])
  await conversations.write(ANA, { type: 'text', text: 'Estamos aqui' })
  await eventually('the answer', async () =>
    (await admin.messagesOf(ANA)).find(({ text }) => text === 'Estamos aqui'),
  )
})

test('a receipt not recorded before a task’s death is delivered again', {
  timeout: atMost(120_000),
}, async () => {
  const [connection] = await admin.call('listConnections')
  const conversations = await Conversations.ofConnection(admin, connection?.id ?? '')
  await conversations.write(ANA, { type: 'text', text: 'Leia, por favor' })
  const isIt = (message: StoredMessage) => said(message) === 'Leia, por favor'
  await conversations.until('its arrival', ANA, (of) => isIt(of) && of.level === 'delivered')

  const { dynamodb } = await pids()
  process.kill(dynamodb, 'SIGSTOP')
  try {
    await admin.simulator('POST', `/phones/${ANA}/read`, { chat: SHOP })
    // Nothing can be seen of a receipt that is only held back.
    await pause(RECEIPT_MS)
    await system.kill('session')
  } finally {
    process.kill(dynamodb, 'SIGCONT')
  }
  await conversations.until('the receipt', ANA, (of) => isIt(of) && of.level === 'read')
})
