import { rmSync } from 'node:fs'
import { runSimulation } from '@cloud-copilot/iam-simulate'
import { App } from 'aws-cdk-lib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { addDeployment } from '../../infra/src/stacks/deployment.ts'
import { NOT_BUILT } from '../support/not-built.ts'
import { settingsWith } from '../support/settings.ts'
import { wholeTemplate } from '../support/whole-template.ts'

const ACCOUNT = '111122223333'
const TABLE = `arn:aws:dynamodb:sa-east-1:${ACCOUNT}:table/recado`
const ROLE = `arn:aws:iam::${ACCOUNT}:role/tenant`

// infrastructure.test.ts checks the template against CloudFormation's schemas. Once is enough.
vi.stubEnv('CDK_VALIDATION', 'false')
const app = new App()
const { stack } = addDeployment(app, NOT_BUILT, settingsWith())
afterAll(() => rmSync(app.outdir, { recursive: true }))
const roles = Object.entries(wholeTemplate(stack).findResources('AWS::IAM::Role'))

/** The permissions of a role of the template, and its trust policy. The table and tenant roles have names that IAM accepts. */
function roleNamed(start: string) {
  const [, role] = roles.find(([id]) => id.startsWith(start)) ?? []
  const text = JSON.stringify(role?.Properties)
    .replaceAll(/\{"Fn::GetAtt":\["TablesTable[^"]*","Arn"\]\}/g, JSON.stringify(TABLE))
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

/** The statements about the table and about roles. The simulator does not accept the resource names of other statements. */
const rightsOf = (start: string) => {
  const statements = roleNamed(start).Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  return {
    Version: '2012-10-17',
    Statement: statements.filter(({ Resource }) => [TABLE, ROLE].includes(String(Resource))),
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

describe('a function that serves API calls', () => {
  const rights = rightsOf('HttpRoutescampaignsLambdaRole')

  test('reaches by itself only rows without a company', async () => {
    expect(await isAllowed(rights, { action: 'dynamodb:GetItem', keys: ['PLATFORM#PLANS'] })).toBe(true)
    expect(await isAllowed(rights, { action: 'dynamodb:GetItem', keys: ['INDEX#EMAIL#ana@loja.test'] })).toBe(
      true,
    )
    expect(await isAllowed(rights, { action: 'dynamodb:GetItem', keys: ['A1#USERS'] })).toBe(false)
    expect(await isAllowed(rights, { action: 'dynamodb:Query', keys: ['A1#USERS'] })).toBe(false)
    expect(await isAllowed(rights, { action: 'dynamodb:Scan' })).toBe(false)
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
      .map(([id]) => id)
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
