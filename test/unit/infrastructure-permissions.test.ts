import { rmSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import type { Template } from 'aws-cdk-lib/assertions'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { addDeployment } from '../../infra/src/deployment.ts'
import { grantsOf } from '../../infra/src/domain-grants.ts'
import { NOT_BUILT } from '../support/not-built.ts'
import { wholeTemplate } from '../support/whole-template.ts'

interface Statement {
  role: string
  actions: string[]
  resources: string[]
}

// infrastructure.test.ts holds the template against CloudFormation's schemas; once is enough.
vi.stubEnv('CDK_VALIDATION', 'false')
const app = new App()
const { stack } = addDeployment(app, NOT_BUILT)
const template = wholeTemplate(stack)
afterAll(() => rmSync(app.outdir, { recursive: true }))
const statements = statementsOf(template)
const of = (role: RegExp) => statements.filter((statement) => role.test(statement.role))
const allowed = (role: RegExp) => [...new Set(of(role).flatMap(({ actions }) => actions))].sort()

/** What every role is allowed, from its own policies and those attached to it. */
function statementsOf(from: Template): Statement[] {
  const roles = Object.entries(from.findResources('AWS::IAM::Role')).flatMap(([role, { Properties }]) =>
    (Properties.Policies ?? []).map(
      ({ PolicyDocument }: { PolicyDocument: object }) => [role, PolicyDocument] as const,
    ),
  )
  const policies = Object.entries(from.findResources('AWS::IAM::Policy')).map(
    ([id, { Properties }]) => [id, Properties.PolicyDocument] as const,
  )
  return [...roles, ...policies].flatMap(([role, { Statement: list }]) =>
    list.map(({ Action, Resource }: { Action: string | string[]; Resource: unknown }) => ({
      role,
      actions: [Action].flat(),
      resources: [Resource]
        .flat()
        .map((resource) => (typeof resource === 'string' ? resource : JSON.stringify(resource))),
    })),
  )
}

describe('a role', () => {
  test('names its resources; the login to the image registry, which knows none, is the only exception', () => {
    expect(statements.length).toBeGreaterThan(40)
    const everywhere = statements.filter(({ resources }) => resources.includes('*'))
    expect(everywhere.map(({ actions }) => actions)).toEqual([['ecr:GetAuthorizationToken']])
  })

  test('names its actions, and among them is no Scan and no PartiQL', () => {
    const actions = statements.flatMap((statement) => statement.actions)
    expect(actions.filter((action) => action.includes('*'))).toEqual([])
    expect(actions.filter((action) => /Scan|PartiQL/i.test(action))).toEqual([])
  })

  test('has nothing from policies that AWS manages', () => {
    const managed = Object.values(template.findResources('AWS::IAM::Role')).flatMap(
      ({ Properties }) => Properties.ManagedPolicyArns ?? [],
    )
    expect(managed).toEqual([])
  })
})

describe("a domain's Lambda", () => {
  test('may do what its routes need together', () => {
    expect(grantsOf('campaigns')).toEqual({
      table: 'write',
      commands: 'send',
      files: ['read', 'delete', 'write'],
      send: ['events', 'cleanup', 'start', 'exports', 'pace'],
      secrets: ['verifying-keys', 'cursor-key', 'integration-key'],
    })
    expect(grantsOf('connections')).toMatchObject({
      table: 'write',
      commands: 'send',
      send: ['events', 'pace', 'cleanup'],
    })
  })

  test('only reads the table where no route of it writes', () => {
    expect(allowed(/HttpRoutesdashboard/)).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:Query',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
      'sts:AssumeRole',
      'sts:TagSession',
    ])
  })

  test('may write its log and no more where its routes are public and need nothing', () => {
    expect(allowed(/HttpRoutesplatform/)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents'])
  })

  test('may see that a file does not exist where it reads files', () => {
    for (const role of [/HttpRoutescontactlists/, /Workersimports/]) {
      expect(allowed(role)).toEqual(expect.arrayContaining(['s3:GetObject', 's3:ListBucket']))
    }
  })
})

describe('what only one may do', () => {
  const rolesThat = (action: RegExp, resource = /./) => [
    ...new Set(
      statements
        .filter(
          ({ actions, resources }) =>
            actions.some((name) => action.test(name)) && resources.some((name) => resource.test(name)),
        )
        .map(({ role }) => role.replace(/[0-9A-F]{8}$/, '')),
    ),
  ]

  test("the socket service reads and writes WhatsApp's keys", () => {
    expect(rolesThat(/dynamodb/, /AuthTable/)).toEqual(['SocketServiceRole'])
    expect(rolesThat(/kms/)).toEqual(['SocketServiceRole'])
  })

  test("the wrapping key is used by the socket service, and only kept by the account's administrators", () => {
    const keys = Object.entries(template.findResources('AWS::KMS::Key'))
    const [, { Properties }] = keys.find(([id]) => /WrappingKey/.test(id)) ?? ['', { Properties: {} }]
    const [administrators, user] = Properties.KeyPolicy.Statement
    expect(
      administrators.Action.filter((action: string) => /Crypt|DataKey|ReEncrypt|Grant|\*/i.test(action)),
    ).toEqual([])
    expect(user.Principal.AWS['Fn::GetAtt'][0]).toMatch(/^SocketServiceRole/)
    expect(user.Condition).toEqual({ StringEquals: { 'kms:EncryptionContext:purpose': 'whatsapp-keys' } })
    expect(Properties.KeyPolicy.Statement).toHaveLength(2)
  })

  test('the socket service takes commands; whoever asks an account for something gives them', () => {
    expect(rolesThat(/ReceiveMessage/, /Queuescommands/)).toEqual(['SocketServiceRole'])
    expect(rolesThat(/SendMessage/, /Queuescommands/)).toEqual([
      'WorkerspaceRole',
      'WorkersvalidityRole',
      // A company that is deleted has its accounts unlinked.
      'WorkerscleanupRole',
      'WorkersinboundRole',
      // It ends its own wait for commands.
      'SocketServiceRole',
      'HttpRoutesconnectionsLambdaRole',
      'HttpRoutesextractorsLambdaRole',
      'HttpRoutescampaignsLambdaRole',
    ])
  })

  test('the publisher speaks to sockets, and the routes that close them and answer on them', () => {
    const roles = ['SocketRoutesconnectRole', 'SocketRoutesmessageRole', 'WorkerseventsRole']
    expect(rolesThat(/ManageConnections/)).toEqual(roles)
  })

  test('sign-in reads the key of refresh tokens', () => {
    expect(rolesThat(/GetSecretValue/, /refreshkey/)).toEqual(['HttpRoutessessionsLambdaRole'])
  })
})
