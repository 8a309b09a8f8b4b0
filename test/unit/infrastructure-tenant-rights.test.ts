import { rmSync } from 'node:fs'
import { runSimulation } from '@cloud-copilot/iam-simulate'
import { App } from 'aws-cdk-lib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { addDeployment } from '../../infra/src/deployment.ts'
import { NOT_BUILT } from '../support/not-built.ts'
import { wholeTemplate } from '../support/whole-template.ts'

const ACCOUNT = '111122223333'
const TABLE = `arn:aws:dynamodb:sa-east-1:${ACCOUNT}:table/recado`
const ROLE = `arn:aws:iam::${ACCOUNT}:role/tenant`

// infrastructure.test.ts holds the template against CloudFormation's schemas; once is enough.
vi.stubEnv('CDK_VALIDATION', 'false')
const app = new App()
const { stack } = addDeployment(app, NOT_BUILT)
afterAll(() => rmSync(app.outdir, { recursive: true }))
const roles = Object.entries(wholeTemplate(stack).findResources('AWS::IAM::Role'))

/** What a role of the template may do, and who may take it on; the table and tenant roles under names that IAM takes. */
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

/** The statements about the table and about roles; what others name in other ways the simulator does not take. */
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
    ['those of a company whose id begins like it', ['A12#USERS']],
    ['its own and another one in one batch', ['A1#USERS', 'B2#USERS']],
    ["the platform's", ['PLATFORM#PLANS']],
    ['who may sign in with which e-mail', ['INDEX#TICKET#x']],
    ['every row there is', undefined],
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
  ])('may not %s at all', async (action) => {
    expect(await isAllowed(write, { action, tenant: 'A1', keys: ['A1#USERS'] })).toBe(false)
    expect(await isAllowed(write, { action, tenant: 'A1' })).toBe(false)
  })

  test('without its tag reaches nothing', async () => {
    for (const keys of [['A1#USERS'], ['#USERS'], [`\${aws:PrincipalTag/tenant}#USERS`]])
      expect(await isAllowed(write, { action: 'dynamodb:GetItem', keys }), keys[0]).toBe(false)
  })

  test('keeps the indexes up to date that its own rows stand in, and reads of them the stop of all sending alone', async () => {
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
      await isAllowed(write, { action: 'dynamodb:PutItem', tenant: 'A1', keys: ['INDEX#SENDING-STOP'] }),
    ).toBe(false)
    expect(
      await isAllowed(read, {
        action: 'dynamodb:BatchGetItem',
        tenant: 'A1',
        keys: ['A1#COMPANY', 'INDEX#SENDING-STOP'],
      }),
    ).toBe(true)
  })

  test('of a function that only reads writes nothing', async () => {
    expect(await isAllowed(read, { action: 'dynamodb:Query', tenant: 'A1', keys: ['A1#USERS'] })).toBe(true)
    for (const action of WRITES)
      expect(await isAllowed(read, { action, tenant: 'A1', keys: ['A1#USERS'] }), action).toBe(false)
  })
})

describe('a function that answers people', () => {
  const rights = rightsOf('HttpRoutescampaignsLambdaRole')

  test('has by itself rows that are no company’s, and no others', async () => {
    expect(await isAllowed(rights, { action: 'dynamodb:GetItem', keys: ['PLATFORM#PLANS'] })).toBe(true)
    expect(await isAllowed(rights, { action: 'dynamodb:GetItem', keys: ['INDEX#EMAIL#ana@loja.test'] })).toBe(
      true,
    )
    expect(await isAllowed(rights, { action: 'dynamodb:GetItem', keys: ['A1#USERS'] })).toBe(false)
    expect(await isAllowed(rights, { action: 'dynamodb:Query', keys: ['A1#USERS'] })).toBe(false)
    expect(await isAllowed(rights, { action: 'dynamodb:Scan' })).toBe(false)
  })

  test('takes on the rights of one company, named by its tag; of none, or with other tags, of nobody', async () => {
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

  test('is every one but the operators’ register of companies', () => {
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
