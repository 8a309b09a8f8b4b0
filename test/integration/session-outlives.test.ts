import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { Conversations } from '../support/conversations.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000021'
const BRANCH = '5511900000022'
const ANA = '5511955580001'

const { system } = ownSystem()
let admin: ApiClient
let shop: Conversations
let shopId: string
let branch: Conversations
let pid: unknown

const pidOfService = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(system.layout.data, 'pids.json'), 'utf8')).session
const fault = (one: Record<string, unknown>) => admin.simulator('POST', '/faults', one)
const faultIsOver = () =>
  eventually('the fault is over', async () => (await admin.simulator<[]>('GET', '/faults')).length === 0)

beforeAll(async () => {
  admin = await ApiClient.signIn(system.origin)
  shopId = (await admin.linkedConnection(SHOP, 'Loja')).id
  const { id } = await admin.linkedConnection(BRANCH, 'Filial')
  shop = await Conversations.ofConnection(admin, shopId)
  branch = await Conversations.ofConnection(admin, id)
  // So that the branch may write to her.
  await admin.simulator('POST', `/phones/${ANA}/messages`, { to: BRANCH, text: 'Bom dia' })
  await branch.until('her message', ANA, () => true)
}, atMost(120_000))

beforeEach(async () => {
  pid = await pidOfService()
})

/** The process is the same, and another account's messages leave. */
async function serviceLives(text: string): Promise<void> {
  await branch.write(ANA, { type: 'text', text })
  await eventually('the branch’s message arrives', async () =>
    (await admin.messagesOf(ANA)).some((message) => message.text === text),
  )
  expect(await pidOfService()).toEqual(pid)
}

test('a download that breaks off is repeated, and ends no other connection', {
  timeout: atMost(90_000),
}, async () => {
  await fault({ kind: 'cutFiles', bytes: 100_000, times: 2 })
  const file = randomBytes(400_000).toString('base64')
  await admin.simulator('POST', `/phones/${ANA}/messages`, { to: SHOP, type: 'image', file })
  await shop.until('the file', ANA, ({ content }) => 'media' in content && content.media.state === 'READY')
  await faultIsOver()
  await serviceLives('depois do arquivo')
})

test.for(['refused', 'cut'] as const)(
  'a login whose question about changed groups is %s ends no other connection',
  { timeout: atMost(90_000) },
  async (answer) => {
    await fault({ kind: 'dirtyGroups', number: SHOP, answer, times: 1 })
    await fault({ kind: 'disconnect', number: SHOP })
    await faultIsOver()
    await admin.connected(shopId)
    await serviceLives(`depois da pergunta: ${answer}`)
  },
)
