import { readFile } from 'node:fs/promises'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { newId } from '@recado/shared/ids'
import { shardOf } from '@recado/shared/queues/shards'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edgeStackName } from '../../infra/src/edge-stack-name.ts'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { Operator } from '../support/operator.ts'
import { uploaded } from '../support/uploads.ts'
import { NAME, OPERATOR } from './cdk.ts'
import { DeployedSystem } from './deployed-system.ts'
import { Deployment } from './deployment.ts'
import { commandsIn } from './documented.ts'

const SHOP = '5511900000001'
const DOMAIN = 'app.exemplo.test'
const MINUTES = 60_000
const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
  8, 6, 0, 0, 0,
])

async function downloaded(url: string | null): Promise<Uint8Array> {
  const answer = await fetch(url ?? '')
  if (!answer.ok) throw new Error(`The download was refused: ${answer.status} ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}
const CHATWOOT = { integration: { kind: 'chatwoot', url: 'https://chatwoot.exemplo.test' } }

describe('the whole stack, deployed', () => {
  let system: DeployedSystem
  let operator: Operator
  let admin: ApiClient
  let connectionId: string
  let listId: string
  let campaignId: string
  let shards: number

  beforeAll(async () => {
    system = await DeployedSystem.begin()
  })
  afterAll(() => system?.end())

  test('cdk synth and cdk bootstrap succeed', { timeout: 6 * MINUTES }, () => system.bootstrap())

  test('a first deployment that fails at its last step is rolled back', {
    timeout: 6 * MINUTES,
  }, async () => {
    expect(await system.failFirstDeployment()).toContain('missing.zip')
    expect((await Deployment.find()).status).toBe('ROLLBACK_COMPLETE')
  })

  test('the same command succeeds after the failure, and protects the stack from deletion', {
    timeout: 6 * MINUTES,
  }, async () => {
    expect(await system.deploy()).toContain('recado was never created')
    expect((await Deployment.find()).isProtected).toBe(true)
  })

  test('the socket service starts beside it, and the app loads', { timeout: MINUTES }, async () => {
    await system.open()
    const page = await fetch(`${system.origin}/`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const html = await page.text()
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
    const asset = await fetch(system.origin + script)
    expect(asset.headers.get('cache-control')).toBe('max-age=31536000, immutable')
    expect((await fetch(`${system.origin}/api/health`)).status).toBe(200)
  })

  test('requests around CloudFront, or without a session, are refused', async () => {
    expect(await system.aroundCloudFront('/api/health')).toMatchObject({ status: 403 })
    expect(await new ApiClient(system.origin).attempt('listContactLists')).toMatchObject({ status: 401 })
  })

  test('the first operator signs in by the mailed link', { timeout: MINUTES }, async () => {
    const { origin } = system
    const [token, password] = [tokenIn(await mailTo(origin, OPERATOR)), newId()]
    await new ApiClient(origin).call('resetPassword', { token, password })
    operator = await Operator.signIn(origin, OPERATOR, password)
  })

  test('the operator creates a company, and its admin signs in by the mailed link', {
    timeout: MINUTES,
  }, async () => {
    admin = await operator.firstAdmin(await operator.newCompany())
    expect(await admin.call('allContactLists')).toEqual([])
  })

  test('a spreadsheet is uploaded with a presigned form', { timeout: MINUTES }, async () => {
    listId = (await admin.newList()).id
    const file = await readFile('test/spreadsheets/simples--lo.xlsx')
    const uploadId = await uploaded(admin, new Uint8Array(file))
    const { importId } = await admin.call('importContacts', { contactListId: listId, uploadId })
    expect(await admin.importEnded(listId, importId)).toMatchObject({
      status: 'DONE',
      imported: 5,
      refused: 0,
    })
    expect(await admin.list(listId)).toMatchObject({ contactsCount: 5, importId: null })
  })

  test('a phone scans the QR code', { timeout: MINUTES }, async () => {
    const connection = await admin.linkedConnection(SHOP)
    expect(connection).toMatchObject({ number: SHOP, qrcode: '', statusReason: null })
    connectionId = connection.id
  })

  test('functions store, copy, read and delete files in a session of one company', {
    timeout: MINUTES,
  }, async () => {
    const { id } = await admin.newCampaign({ whatsappId: connectionId, contactListId: listId })
    await admin.call('uploadCampaignMedia', { campaignId: id, file: new File([PNG], 'foto.png') })
    const { mediaUrl } = await admin.report(id)
    expect(await downloaded(mediaUrl)).toEqual(PNG)
    // Only credentials of a session have a token.
    expect(mediaUrl).toContain('X-Amz-Security-Token=')
    const copy = await admin.call('duplicateCampaign', { campaignId: id })
    expect(await downloaded((await admin.report(copy.id)).mediaUrl)).toEqual(PNG)
    for (const campaignId of [id, copy.id]) await admin.call('deleteCampaignMedia', { campaignId })
    expect((await fetch(mediaUrl ?? '')).status).toBe(404)
    for (const campaignId of [id, copy.id]) await admin.call('deleteCampaign', { campaignId })

    // A quick reply's file is copied in the bucket. The second reply finds no upload of this id, but the first one's file.
    const withFile = (shortcode: string, mediaId: string) =>
      admin.call('createQuickReply', {
        shortcode,
        message: 'Segue a foto',
        scope: 'company',
        media: { type: 'image', mediaId },
      })
    const first = await withFile('foto', await uploaded(admin, PNG, 'message-media'))
    const second = await withFile('foto2', first.media?.mediaId ?? '')
    for (const { id: quickReplyId } of [first, second]) await admin.call('deleteQuickReply', { quickReplyId })
    expect(await admin.attempt('importContacts', { contactListId: listId, uploadId: newId() })).toMatchObject(
      { status: 400, body: { error: 'ERR_UPLOAD_MISSING' } },
    )
  })

  test('the image of an announcement is the platform’s, and users of a company see it', {
    timeout: MINUTES,
  }, async () => {
    const { client } = operator
    const { id: announcementId } = await client.call('createAnnouncement', {
      title: 'Novidade',
      text: 'Fotos',
    })
    const uploadId = await uploaded(client, PNG, 'message-media')
    await client.call('uploadAnnouncementMedia', { announcementId, uploadId, fileName: 'foto.png' })
    const { mediaUrl } = await admin.call('getAnnouncement', { announcementId })
    expect(await downloaded(mediaUrl)).toEqual(PNG)
    await client.call('deleteAnnouncement', { announcementId })
    expect((await fetch(mediaUrl ?? '')).status).toBe(404)
  })

  test('a campaign reaches every phone once, live, and its report is true', {
    timeout: 3 * MINUTES,
  }, async () => {
    await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    const live = await LiveSocket.open(admin)
    const campaign = await admin.newCampaign({
      whatsappId: connectionId,
      contactListId: listId,
      message1: '{nome}: {var1}',
    })
    campaignId = campaign.id
    await admin.call('startCampaign', { campaignId })
    const report = await admin.finished(campaignId, 120_000)
    expect(report.counters).toMatchObject({ validContacts: 5, sent: 5, failed: 0, open: 0 })
    const arrivals = await Promise.all(report.shipping.map(({ number }) => admin.messagesOf(number)))
    expect(arrivals.map((messages) => messages.map(({ text }) => text))).toEqual([
      ['João da Silva: Plano A'],
      ['Maria Conceição: Plano B'],
      ['Empresa Ação Ltda: x'],
      ['Zé:'],
      [`D'Ávila & Filhos <ME>: "aspas"`],
    ])
    const times = arrivals.flat().map(({ at }) => Date.parse(at))
    expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(
      950,
    )
    const told = await live.frame('the campaign has ended', (frame) =>
      JSON.stringify(frame).includes('FINALIZADA'),
    )
    expect(told.channel).toContain('campaign')
    live.close()
  })

  test('an incoming answer becomes a message of its conversation', { timeout: MINUTES }, async () => {
    const [first] = (await admin.report(campaignId)).shipping
    await admin.simulator('POST', `/phones/${first?.number}/messages`, { to: SHOP, text: 'Quero sim' })
    await eventually('the reply is counted', async () => {
      const { counters } = await admin.report(campaignId)
      return JSON.stringify(counters).includes('"replied":1') && counters
    })
  })

  test('a second deployment changes nothing', { timeout: 6 * MINUTES }, async () => {
    const before = await system.resources()
    expect(await system.deploy()).toContain('(no changes)')
    expect(await system.resources()).toEqual(before)
  })

  test('a deployment with other settings changes code and keeps all data', {
    timeout: 8 * MINUTES,
  }, async () => {
    const kind = async () => (await admin.call('getIntegration')).integration.kind
    expect(await kind()).toBeNull()
    const before = await system.resources()
    const areThere = await system.leaveThingsBehind()
    const said = await system.deploy(CHATWOOT)
    expect(said).toContain('UPDATE_COMPLETE')
    expect(await system.resources()).toEqual(before)
    expect(await areThere()).toBe(true)

    expect(await kind()).toBe('chatwoot')

    // The same session, with the same signing key.
    expect(await admin.report(campaignId)).toMatchObject({
      status: 'FINALIZADA',
      counters: { sent: 5, open: 0 },
    })
    expect(await admin.list(listId)).toMatchObject({ contactsCount: 5 })
    await admin.connected(connectionId)
  })

  test('a deployment whose file has lost a setting is refused, with the list', {
    timeout: 2 * MINUTES,
  }, async () => {
    const before = await system.resources()
    await expect(system.deployChangedFile({ alarmEmail: undefined })).rejects.toThrow(
      'no longer has:\n  alarmEmail\n  integration',
    )
    expect(await system.resources()).toEqual(before)
  })

  test('the companies’ table is restored by the commands of docs/operations.md', {
    timeout: 10 * MINUTES,
  }, async () => {
    const { companyId } = await admin.call('me')
    const own = (await Deployment.find()).output('TableName')
    const tagNames = async () => (await admin.call('listTags', {})).records.map(({ name }) => name)
    let restored = ''
    /** What an operator fills in, and does between the commands. */
    const carryOut = async (command: string): Promise<void> => {
      const [, script, words = ''] = /^npm run (ops|deploy) -- (.+)$/.exec(command) ?? []
      if (script === 'deploy') {
        await system.deploy({ ...CHATWOOT, table: restored })
        return
      }
      if (words === 'pause') await system.stopTasks()
      const filled = words
        .replace('<moment>', moment)
        .replace('<table>', own)
        .replace('<companyId>', companyId)
      const said = await system.ops(filled)
      if (words.startsWith('restore')) {
        restored = /"table": "([^"]+)"/.exec(said)?.[1] ?? ''
        // The deployment still uses its own table.
        await admin.call('createTag', { name: 'Depois do momento', color: '#123456' })
      }
      if (words === 'resume') await system.startTasks()
    }
    await admin.call('createTag', { name: 'Antes do momento', color: '#123456' })
    const moment = new Date().toISOString()
    await expect(system.ops(`restore ${moment}`)).rejects.toThrow('Run `ops pause` first')
    await expect(system.ops('resume')).rejects.toThrow('recado in sa-east-1 is not paused')
    const mails = async () => (await mailsOf(system.origin)).length
    const before = await mails()

    const commands = await commandsIn('docs/operations.md', 'Restore from a point in time')
    expect(commands[0]).toBe('npm run ops -- pause')
    const resuming = commands.indexOf('npm run ops -- resume')
    for (const command of commands.slice(0, resuming)) await carryOut(command)
    expect((await Deployment.find()).output('TableName')).toBe(restored)
    expect(await tagNames()).toEqual(['Antes do momento'])
    await new ApiClient(system.origin).call('forgotPassword', { email: OPERATOR })
    expect(JSON.parse(await system.ops('queues --json'))).toContainEqual({
      queue: 'emails',
      waiting: 1,
      working: 0,
      dead: 0,
    })
    expect(await mails()).toBe(before)

    for (const command of commands.slice(resuming)) await carryOut(command)
    await eventually('the mail that waited is sent', async () => (await mails()) > before)
    await admin.connected(connectionId)
    const kept = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: own }))
    expect(kept.Table?.DeletionProtectionEnabled).toBe(true)
  })

  test('a domain is added, with its certificate and its web ACL in us-east-1', {
    timeout: 10 * MINUTES,
  }, async () => {
    const table = (await Deployment.find()).output('TableName')
    await system.deployWithDomain({ ...CHATWOOT, table, domain: DOMAIN })
    const edge = await Deployment.find({ name: edgeStackName(NAME, DOMAIN), region: 'us-east-1' })
    expect(edge).toMatchObject({ status: 'CREATE_COMPLETE', isProtected: true })
    const made = Object.values(edge.resources).join()
    expect(made).toContain('arn:aws:acm:us-east-1:')
    // Browsers' calls and mails' links have the new address.
    expect(system.appAddress).toBe(`https://${DOMAIN}`)
    expect(await admin.attempt('createTag', { name: 'Do domínio', color: '#123456' })).toMatchObject({
      status: 201,
    })
    await new ApiClient(system.origin).call('forgotPassword', { email: OPERATOR })
    await eventually('the mail leads to the domain', async () =>
      (await mailsOf(system.origin)).some(({ text }) => text.includes(`https://${DOMAIN}/`)),
    )
  })

  test('the number of shards is raised by the commands of docs/operations.md', {
    timeout: 10 * MINUTES,
  }, async () => {
    const table = (await Deployment.find()).output('TableName')
    // With some numbers above 32 the connection would stay in its shard.
    shards = [48, 47].find((number) => shardOf(connectionId, number) !== shardOf(connectionId, 32)) ?? 46
    const settings = { ...CHATWOOT, table, domain: DOMAIN, socketService: { tasks: 0, shards } }
    const before = await admin.connection(connectionId)
    await expect(system.deployChangedFile(settings)).rejects.toThrow('ops -- pause')
    const commands = await commandsIn('docs/operations.md', 'Raise the number of shards')
    expect(commands.map((command) => command.replace(/^npm run (ops -- )?/, ''))).toEqual([
      'pause',
      'deploy -- recado',
      'reshard',
      'resume',
    ])
    await system.ops('pause')
    await system.stopTasks()
    await system.deploy(settings)
    expect((await Deployment.find()).output('Shards')).toBe(String(shards))
    await expect(system.ops('resume')).rejects.toThrow('run `ops reshard` first')
    expect(JSON.parse(await system.ops('reshard --json'))).toEqual([{ shards, moved: 1 }])
    await system.ops('resume')
    await system.startTasks()
    const after = await admin.connected(connectionId)
    expect(after).toMatchObject({ qrcode: '', linkedAt: before.linkedAt })
    const held = JSON.parse(await system.ops('connections --json'))
    expect(held).toMatchObject([{ connectionId, shard: shardOf(connectionId, shards) }])
    await expect(
      system.deployChangedFile({ ...settings, socketService: { tasks: 0, shards: 32 } }),
    ).rejects.toThrow('it cannot be lowered')
  })

  test('the second deployment continues to send', { timeout: 2 * MINUTES }, async () => {
    const list = await admin.newList('Depois')
    await admin.addContacts(list.id, ['5511955560001'])
    const { id } = await admin.newCampaign({ whatsappId: connectionId, contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 1, failed: 0, open: 0 })
    expect(await admin.messagesOf('5511955560001')).toHaveLength(1)
  })
})
