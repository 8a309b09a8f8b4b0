import { runSimulation } from '@cloud-copilot/iam-simulate'
import { api, type Domain } from '@recado/shared/api/routes'
import { sharedRows } from '@recado/shared/table/shared-rows'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { grantsOf } from '../../infra/src/domain-grants.ts'
import { ownKeys } from '../../infra/src/row-keys.ts'
import { deployed } from '../support/deployed.ts'

const ACCOUNT = '111122223333'
const TABLE = `arn:aws:dynamodb:sa-east-1:${ACCOUNT}:table/recado`
const ROLE = `arn:aws:iam::${ACCOUNT}:role/tenant`
const BUCKET = 'arn:aws:s3:::recado-files'

const { whole: template } = deployed()
const roles = Object.entries(template.findResources('AWS::IAM::Role'))
const functions = Object.entries(template.findResources('AWS::Lambda::Function'))

/**
 * The permissions of a role of the template, and its trust policy. The table, the bucket and the tenant roles have names
 * that IAM accepts.
 */
function roleNamed(start: string) {
  // CDK appends a hash to a name.
  const [, role] = roles.find(([id]) => new RegExp(`^${start}[0-9A-F]{8}$`).test(id)) ?? []
  const text = JSON.stringify(role?.Properties)
    .replaceAll(/\{"Fn::GetAtt":\["TablesTable[^"]*","Arn"\]\}/g, JSON.stringify(TABLE))
    .replaceAll(/\{"Fn::GetAtt":\["FilesBucket[^"]*","Arn"\]\}/g, JSON.stringify(BUCKET))
    .replaceAll(/\{"Fn::Join":\["",\["arn:aws:s3:::recado-files","([^"]+)"\]\]\}/g, `"${BUCKET}$1"`)
    .replaceAll(/\{"Fn::GetAtt":\["TenantRoles[^"]*","Arn"\]\}/g, JSON.stringify(ROLE))
    .replaceAll(
      /\{"Fn::Join":\["",\["arn:",\{"Ref":"AWS::Partition"\},":iam::",\{"Ref":"AWS::AccountId"\},":root"\]\]\}/g,
      `"${ACCOUNT}"`,
    )
  return z
    .object({
      AssumeRolePolicyDocument: z.unknown(),
      Policies: z.array(
        z.object({
          PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Resource: z.unknown() })) }),
        }),
      ),
    })
    .parse(JSON.parse(text))
}

/** The statements about the table, the bucket and roles. The simulator does not accept the resource names of other statements. */
const rightsOf = (start: string) => {
  const statements = roleNamed(start).Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  return {
    Version: '2012-10-17',
    Statement: statements.filter(
      ({ Resource }) => [TABLE, ROLE].includes(String(Resource)) || String(Resource).startsWith(BUCKET),
    ),
  }
}

interface Call {
  action: string
  resource?: string
  tenant?: string
  keys?: string[]
  requested?: Record<string, string | string[]>
}

async function isAllowed(
  policy: unknown,
  { action, resource = TABLE, tenant, keys, requested = {} }: Call,
  trust?: unknown,
) {
  const tags: Record<string, string> = tenant === undefined ? {} : { 'aws:PrincipalTag/tenant': tenant }
  const simulated = await runSimulation(
    {
      request: {
        principal: `arn:aws:sts::${ACCOUNT}:assumed-role/function/one`,
        action,
        resource: { resource, accountId: ACCOUNT },
        contextVariables: { ...tags, ...(keys && { 'dynamodb:LeadingKeys': keys }), ...requested },
      },
      identityPolicies: [{ name: 'rights', policy }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      ...(trust !== undefined && { resourcePolicy: trust }),
    },
    {},
  )
  if ('errors' in simulated && simulated.errors) throw new Error(JSON.stringify(simulated.errors))
  return 'overallResult' in simulated && simulated.overallResult === 'Allowed'
}

const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const WRITES = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
]

describe('a session for one company', () => {
  const write = rightsOf('TenantRolesWrite')
  const read = rightsOf('TenantRolesRead')

  test.each([...READS, ...WRITES])('may %s rows of that company', async (action) => {
    expect(await isAllowed(write, { action, tenant: 'A1', keys: ['A1#USERS'] })).toBe(true)
  })

  test.each([
    ["another company's", ['B2#USERS']],
    ['those of a company whose id has the same beginning', ['A12#USERS']],
    ['its own and another company’s in one batch', ['A1#USERS', 'B2#USERS']],
    ["the platform's", ['PLATFORM#PLANS']],
    ['the index of e-mails', ['INDEX#TICKET#x']],
    ['every row of the table', undefined],
  ])('does not reach %s', async (_, keys) => {
    for (const action of [...READS, ...WRITES])
      expect(await isAllowed(write, { action, tenant: 'A1', ...(keys && { keys }) }), action).toBe(false)
  })

  test.each([
    'dynamodb:Scan',
    'dynamodb:PartiQLSelect',
    'dynamodb:PartiQLUpdate',
    'dynamodb:DeleteTable',
    'dynamodb:ExportTableToPointInTime',
  ])('may never %s', async (action) => {
    expect(await isAllowed(write, { action, tenant: 'A1', keys: ['A1#USERS'] })).toBe(false)
    expect(await isAllowed(write, { action, tenant: 'A1' })).toBe(false)
  })

  test('without its tag reaches nothing', async () => {
    for (const keys of [['A1#USERS'], ['#USERS'], [`\${aws:PrincipalTag/tenant}#USERS`]])
      expect(await isAllowed(write, { action: 'dynamodb:GetItem', keys }), keys[0]).toBe(false)
  })

  test('writes the indexes of its own rows, and reads only the stop of all sending from them', async () => {
    const due = ['INDEX#DUE#1']
    expect(await isAllowed(write, { action: 'dynamodb:PutItem', tenant: 'A1', keys: due })).toBe(true)
    expect(await isAllowed(write, { action: 'dynamodb:Query', tenant: 'A1', keys: due })).toBe(false)
    expect(
      await isAllowed(write, {
        action: 'dynamodb:GetItem',
        tenant: 'A1',
        keys: ['INDEX#EMAIL#ana@loja.test'],
      }),
    ).toBe(false)
    expect(
      await isAllowed(write, { action: 'dynamodb:PutItem', tenant: 'A1', keys: ['INDEX#SENDING-STOP#3'] }),
    ).toBe(false)
    expect(
      await isAllowed(read, {
        action: 'dynamodb:BatchGetItem',
        tenant: 'A1',
        keys: ['A1#COMPANY', 'INDEX#SENDING-STOP#3'],
      }),
    ).toBe(true)
  })

  test('cannot write for a function that only reads', async () => {
    expect(await isAllowed(read, { action: 'dynamodb:Query', tenant: 'A1', keys: ['A1#USERS'] })).toBe(true)
    for (const action of WRITES)
      expect(await isAllowed(read, { action, tenant: 'A1', keys: ['A1#USERS'] }), action).toBe(false)
  })
})

const OBJECT_ACTIONS = {
  read: 's3:GetObject',
  write: 's3:PutObject',
  tag: 's3:PutObjectTagging',
  abort: 's3:AbortMultipartUpload',
  delete: 's3:DeleteObject',
}
/** Name of the role that the function of a domain assumes for a company; '' without one. */
function tenantRoleOf(domain: Domain): string {
  const start = `HttpRoutes${domain.replaceAll('-', '')}LambdaFunction`
  const [, lambda] = functions.find(([id]) => id.startsWith(start)) ?? []
  const [role = ''] = lambda?.Properties.Environment.Variables.TENANT_ROLE?.['Fn::GetAtt'] ?? []
  return role.slice(0, -8)
}

const objectOf = (key: string) => `${BUCKET}/${key}`
const listing = (prefix: string) => ({
  action: 's3:ListBucket',
  resource: BUCKET,
  requested: { 's3:prefix': prefix },
})

describe('a session for one company, of a function with files', () => {
  const rights = rightsOf('TenantRolesWriteFilesReadWriteDelete')

  test.each(Object.values(OBJECT_ACTIONS))('may %s objects of that company only', async (action) => {
    const mayUse = (key: string, tenant = 'A1') =>
      isAllowed(rights, { action, resource: objectOf(key), tenant })
    expect(await mayUse('A1/media/1')).toBe(true)
    expect(await mayUse('B2/media/1')).toBe(false)
    // The company's id is the beginning of another company's id.
    expect(await mayUse('A12/media/1')).toBe(false)
    expect(await mayUse('A1/media/1', 'A12')).toBe(false)
    expect(await mayUse('PLATFORM/announcements/1')).toBe(false)
    expect(await mayUse('media/A1/1')).toBe(false)
  })

  test('lists objects of that company only', async () => {
    const mayList = (prefix: string) => isAllowed(rights, { ...listing(prefix), tenant: 'A1' })
    expect(await mayList('A1/')).toBe(true)
    expect(await mayList('A1/uploads/1')).toBe(true)
    for (const prefix of ['', 'A1', 'A12/', 'B2/']) expect(await mayList(prefix), prefix).toBe(false)
    expect(await isAllowed(rights, { action: 's3:ListBucket', resource: BUCKET, tenant: 'A1' })).toBe(false)
  })

  test('without its tag reaches no object', async () => {
    for (const key of ['A1/media/1', '/media/1', `\${aws:PrincipalTag/tenant}/1`])
      expect(await isAllowed(rights, { action: 's3:GetObject', resource: objectOf(key) }), key).toBe(false)
    expect(await isAllowed(rights, listing('A1/'))).toBe(false)
  })

  test('reaches rows too', async () => {
    const call = { action: 'dynamodb:PutItem', tenant: 'A1' }
    expect(await isAllowed(rights, { ...call, keys: ['A1#USERS'] })).toBe(true)
    expect(await isAllowed(rights, { ...call, keys: ['B2#USERS'] })).toBe(false)
  })

  test('has the file rights of its function and no others', async () => {
    const domains = Object.keys(api) as Domain[]
    for (const domain of domains.filter((name) => tenantRoleOf(name))) {
      const { files = [] } = grantsOf(domain)
      const its = rightsOf(tenantRoleOf(domain))
      for (const [right, action] of Object.entries(OBJECT_ACTIONS)) {
        const isGranted = files.some((granted) =>
          granted === 'write' ? ['write', 'tag', 'abort'].includes(right) : granted === right,
        )
        const call = { action, resource: objectOf('A1/media/1'), tenant: 'A1' }
        expect(await isAllowed(its, call), `${domain} ${action}`).toBe(isGranted)
      }
    }
  })
})

describe('a function that serves API calls', () => {
  const rights = rightsOf('HttpRoutescampaignsLambdaRole')

  test('has no right to files, except those that serve the platform’s own', async () => {
    const all = roles.map(([id]) => id.slice(0, -8)).filter((id) => /^(HttpRoutes|SocketRoutes)/.test(id))
    const onFiles = all.filter((id) => JSON.stringify(rightsOf(id)).includes('"s3:'))
    expect(onFiles).toEqual(['HttpRoutesannouncementsLambdaRole'])
    const its = rightsOf('HttpRoutesannouncementsLambdaRole')
    for (const action of ['s3:GetObject', 's3:PutObject', 's3:DeleteObject']) {
      const mayUse = (key: string) => isAllowed(its, { action, resource: objectOf(key) })
      expect(await mayUse('PLATFORM/announcements/1')).toBe(true)
      expect(await mayUse('A1/announcements/1')).toBe(false)
      expect(await mayUse('PLATFORM2/announcements/1')).toBe(false)
    }
    expect(await isAllowed(its, listing('PLATFORM/'))).toBe(true)
    expect(await isAllowed(its, listing('A1/'))).toBe(false)
  })

  test('reaches by itself only the rows without a company that its domain needs', async () => {
    const mayReach = (domain: string, action: string, key: string) =>
      isAllowed(rightsOf(`HttpRoutes${domain}LambdaRole`), { action: `dynamodb:${action}`, keys: [key] })
    const stop = 'INDEX#SENDING-STOP#3'
    expect(await mayReach('campaigns', 'GetItem', stop)).toBe(true)
    expect(await mayReach('campaigns', 'PutItem', stop)).toBe(true)
    for (const key of ['PLATFORM#PLANS', 'PLATFORM#COMPANIES', 'INDEX#EMAIL#ana@loja.test', 'A1#USERS'])
      for (const action of ['GetItem', 'Query', 'PutItem', 'DeleteItem'])
        expect(await mayReach('campaigns', action, key), `${action} ${key}`).toBe(false)
    expect(await mayReach('campaigns', 'Scan', stop)).toBe(false)
    // Reading does not include writing.
    expect(await mayReach('sessions', 'GetItem', 'INDEX#EMAIL#ana@loja.test')).toBe(true)
    expect(await mayReach('sessions', 'PutItem', 'INDEX#EMAIL#ana@loja.test')).toBe(false)
    expect(await mayReach('dashboard', 'GetItem', 'PLATFORM#PLANS')).toBe(true)
    expect(await mayReach('dashboard', 'PutItem', 'PLATFORM#PLANS')).toBe(false)
    expect(await mayReach('plans', 'PutItem', 'PLATFORM#PLANS-NAMES')).toBe(true)
  })

  test('has no right to shared rows that its grants do not name', async () => {
    for (const domain of (Object.keys(api) as Domain[]).filter((name) => tenantRoleOf(name))) {
      const { read, written } = ownKeys(grantsOf(domain))
      const its = rightsOf(`HttpRoutes${domain.replaceAll('-', '')}LambdaRole`)
      for (const pattern of Object.values(sharedRows)) {
        const keys = [pattern.replace('*', '1')]
        const mayRead = await isAllowed(its, { action: 'dynamodb:GetItem', keys })
        const mayWrite = await isAllowed(its, { action: 'dynamodb:PutItem', keys })
        expect([mayRead, mayWrite], `${domain} ${pattern}`).toEqual([
          read.includes(pattern),
          written.includes(pattern),
        ])
      }
    }
  })

  test('assumes the rights of one tagged company, and none without a tag or with other tags', async () => {
    const trust = roleNamed('TenantRolesWrite').AssumeRolePolicyDocument
    const assume = (requested: Record<string, string | string[]>) =>
      isAllowed(rights, { action: 'sts:AssumeRole', resource: ROLE, requested }, trust)
    expect(await assume({ 'aws:RequestTag/tenant': 'A1', 'aws:TagKeys': ['tenant'] })).toBe(true)
    expect(await assume({})).toBe(false)
    expect(await assume({ 'aws:RequestTag/tenant': '', 'aws:TagKeys': ['tenant'] })).toBe(false)
    expect(
      await assume({
        'aws:RequestTag/tenant': 'A1',
        'aws:RequestTag/admin': 'yes',
        'aws:TagKeys': ['tenant', 'admin'],
      }),
    ).toBe(false)
  })

  test('includes every function except the operators’ register of companies', () => {
    const reachAll = roles
      .map(([id]) => id.slice(0, -8))
      .filter((id) => /^(HttpRoutes|SocketRoutes)/.test(id))
      .filter((id) => JSON.stringify(rightsOf(id).Statement).includes('dynamodb:'))
      .filter((id) =>
        rightsOf(id).Statement.some(
          (statement) => String(statement.Resource) === TABLE && !('Condition' in statement),
        ),
      )
    expect(reachAll.map((id) => id.replace(/LambdaRole.*/, ''))).toEqual(['HttpRoutescompanies'])
  })
})
