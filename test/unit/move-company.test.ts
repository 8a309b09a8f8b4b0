import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { everyPartition } from '@recado/shared/companies/deletion/every-partition'
import { putCompany } from '@recado/shared/companies/store'
import { allConnections, changeConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import { putIntegration } from '@recado/shared/integration/store'
import { openTokenBy, sealTokenBy } from '@recado/shared/integration/token-seal'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { openTotp, sealTotp } from '@recado/shared/sessions/totp-seal'
import { putPendingTotp, totpKey } from '@recado/shared/sessions/totp-store'
import { MemoryTable } from '@recado/shared/table/memory'
import { keyIn } from '@recado/shared/table/table'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { putUser } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Deployment } from '../../infra/operations/deployment.ts'
import { alignRows } from '../../infra/operations/moving/align-rows.ts'
import {
  enterConnections,
  enterDue,
  freeEmails,
  reserveEmails,
  takenEmails,
  takeOutDue,
} from '../../infra/operations/moving/index-rows.ts'
import { RowTranslation } from '../../infra/operations/moving/row-translation.ts'
import { type Sides, sideOf } from '../../infra/operations/moving/side.ts'
import type { StoredSecrets } from '../../infra/operations/secrets.ts'
import { aCampaign, aCompany, aTicket } from '../support/builders.ts'
import { sortedByKey } from '../support/dynamodb.ts'
import { aWorld } from '../support/worlds.ts'

const NOW = Date.parse('2026-11-26T12:00:00.000Z')
const COMPANY = newId()
const AT_SOURCE: [string] = [Buffer.alloc(48, 1).toString('base64')]

let tables: { source: MemoryTable; target: MemoryTable }
let sides: Sides
let secrets: { source: StoredSecrets; target: StoredSecrets }

beforeEach(async () => {
  tables = { source: new MemoryTable(), target: new MemoryTable() }
  const side = (table: MemoryTable) => sideOf(deploymentWith(table), COMPANY)
  sides = { companyId: COMPANY, source: side(tables.source), target: side(tables.target) }
  secrets = {
    source: secretsWith({ 'totp-key': AT_SOURCE[0], 'integration-key': AT_SOURCE[0] }),
    target: secretsWith({}),
  }
  await putCompany(sides.source.table, aCompany({ id: COMPANY }))
  await aWorld(sides.source.table)
})

function deploymentWith(table: MemoryTable): Deployment {
  const at = { region: 'sa-east-1', credentials: { accessKeyId: 'none', secretAccessKey: 'none' } }
  return {
    where: 'a table in memory',
    origin: 'https://recado.test',
    table,
    tableName: 'none',
    bucket: 'none',
    s3: new S3Client(at),
    sqs: new SQSClient(at),
    shards: DEFAULT_SHARDS,
    queueUrl: (name) => name,
    countedAfterMs: 0,
    secrets: secretsWith({}),
    consumers: undefined,
    now: () => NOW,
  }
}

function secretsWith(texts: Record<string, string>): StoredSecrets {
  return {
    read: async (name) => texts[name],
    write: async (name, text) => {
      texts[name] = text
    },
    knownAfterMs: 0,
    renewedAfterMs: 0,
  }
}

const align = async (now = NOW) => {
  const compared = await alignRows(sides, new RowTranslation(COMPANY, secrets.source, secrets.target), now)
  return { changed: compared.reduce((sum, { changed }) => sum + changed, 0), compared }
}
const rowsIn = (table: MemoryTable, wanted: (pk: string) => boolean) => sortedByKey([...table.rows(wanted)])
const ofCompany = (pk: string) => pk.startsWith(`${COMPANY}#`)

test('every partition of a company with one of everything is known', async () => {
  const known = new Set<string>()
  for await (const name of everyPartition(sides.source.table)) known.add(`${COMPANY}#${name}`)
  const stored = rowsIn(tables.source, ofCompany).map(({ pk }) => pk)
  expect(new Set(stored).size).toBeGreaterThan(30)
  expect(stored.filter((pk) => !known.has(pk))).toEqual([])
})

describe('the rows of a company', () => {
  test('are copied once, and a row that is gone at the source is deleted', async () => {
    const first = await align()
    expect(first.changed).toBeGreaterThan(50)
    const again = await align()
    expect(again.changed).toBe(0)
    for (const each of again.compared)
      expect([each.target, each.targetHash]).toEqual([each.source, each.sourceHash])
    const isMoved = ({ pk, sk }: { pk: string; sk: string }) =>
      !pk.endsWith('#CONNECTIONS') && `${pk} ${sk}` !== `${COMPANY}#COMPANY COMPANY`
    expect(rowsIn(tables.target, ofCompany).filter(isMoved)).toEqual(
      rowsIn(tables.source, ofCompany).filter(isMoved),
    )

    const leftover = keyIn<{ text: string }>('DRAFTS', 'gone')
    await sides.target.table.put({ ...leftover, text: 'x' })
    expect((await align()).changed).toBe(1)
    expect(await sides.target.table.get(leftover)).toBeUndefined()
  })

  test('an expired row counts as deleted at both sides', async () => {
    const draft = keyIn<{ text: string }>('DRAFTS', 'expired')
    await sides.source.table.put({ ...draft, text: 'x', expiresAt: NOW / 1000 })
    await align()
    expect(await sides.target.table.get(draft)).toBeUndefined()
    await sides.target.table.put({ ...draft, text: 'y', expiresAt: NOW / 1000 - 1 })
    expect((await align()).changed).toBe(0)
  })

  test('a connection arrives without its account and without the fence of a lease', async () => {
    const [connection] = await allConnections(sides.source.table)
    const linked = { wanted: 'open', status: 'CONNECTED', number: '5511900000001', fence: 9 } as const
    await changeConnection(sides.source.table, connection?.id ?? '', linked)
    await align()
    const [copy] = rowsIn(tables.target, (pk) => pk.endsWith('#CONNECTIONS'))
    expect(copy).toMatchObject({
      wanted: 'closed',
      status: 'DISCONNECTED',
      statusReason: 'DISCONNECTED_BY_USER',
      number: null,
      knownNumber: '5511900000001',
    })
    expect(copy).not.toHaveProperty('fence')
  })

  test('sealed texts are sealed with the secrets of the target', async () => {
    const account = { companyId: COMPANY, userId: newId() }
    await putPendingTotp(sides.source.table, account.userId, sealTotp(AT_SOURCE, account, 'SEGREDO'))
    const link = {
      status: 'ENABLED',
      updatedAt: null,
      connectedAt: null,
      lastFour: '1234',
      link: 'L',
    } as const
    await putIntegration(sides.source.table, { ...link, sealed: sealTokenBy(AT_SOURCE, COMPANY, 'um token') })
    await align()
    expect((await align()).changed).toBe(0)
    const [totp = ''] = [await secrets.target.read('totp-key')]
    const [token = ''] = [await secrets.target.read('integration-key')]
    const row = await sides.target.table.get(totpKey(account.userId))
    expect(openTotp([totp], account, row?.sealed ?? '')).toBe('SEGREDO')
    const stored = await sides.target.table.get(keyIn<{ sealed: string }>('COMPANY', 'INTEGRATION'))
    expect(openTokenBy([token], COMPANY, stored?.sealed ?? '')).toBe('um token')
  })
})

describe('rows without a company', () => {
  const indexes = (table: MemoryTable) => rowsIn(table, (pk) => pk.startsWith('INDEX#'))

  beforeEach(async () => {
    const at = '2026-11-27T12:00:00.000Z'
    await putCampaign(
      sides.source.table,
      aCampaign({ companyId: COMPANY, status: 'PROGRAMADA', scheduledAt: at, dueAt: at }),
    )
    await writeTicket(sides.source.table, undefined, aTicket({ timerAt: at }))
  })

  test('are the same at the target', async () => {
    await reserveEmails(sides)
    await align()
    await enterConnections(sides.target.table, DEFAULT_SHARDS)
    await enterDue(sides.target.table)
    const kinds = indexes(tables.source).map(({ pk }) => pk.split('#')[1])
    expect(new Set(kinds)).toEqual(new Set(['EMAIL', 'DUE', 'DESK-DUE', 'SHARD']))
    expect(indexes(tables.target)).toEqual(indexes(tables.source))
  })

  test('what is due is taken out, and entered again', async () => {
    const before = indexes(tables.source)
    await takeOutDue(sides.source.table)
    const kinds = indexes(tables.source).map(({ pk }) => pk.split('#')[1])
    expect(new Set(kinds)).toEqual(new Set(['EMAIL', 'SHARD']))
    await enterDue(sides.source.table)
    expect(indexes(tables.source)).toEqual(before)
  })

  test('an e-mail of another user at the target is found, and neither taken nor freed', async () => {
    const [user] = rowsIn(tables.source, (pk) => pk === `${COMPANY}#USERS`)
    const holder = sideOf(sides.target.deployment, newId()).table
    const stranger = { ...aUserOf(holder.companyId), email: String(user && 'email' in user && user.email) }
    await putUser(holder, stranger)
    expect(await takenEmails(sides)).toEqual([user?.sk])
    await expect(reserveEmails(sides)).rejects.toThrow('condition')
    const before = indexes(tables.target)
    await freeEmails(sides)
    expect(indexes(tables.target)).toEqual(before)
  })
})

const aUserOf = (companyId: string) => ({
  id: newId(),
  companyId,
  name: 'Outra',
  email: '',
  profile: 'user' as const,
  super: false,
  createdAt: new Date(NOW).toISOString(),
  passwordHash: null,
})
