import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { grantsOf } from '../../infra/src/domain-grants.ts'
import { deployed } from '../support/deployed.ts'

interface Statement {
  role: string
  actions: string[]
  resources: string[]
}

const { whole: template } = deployed({ socketImage: undefined })
const statements = statementsOf(template)
const of = (role: RegExp) => statements.filter((statement) => role.test(statement.role))
const allowed = (role: RegExp) => [...new Set(of(role).flatMap(({ actions }) => actions))].sort()

/** The permissions of every role, from its own and its attached policies. */
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
  test('names its resources, except for the login to the image registry, which has none', () => {
    expect(statements.length).toBeGreaterThan(40)
    const everywhere = statements.filter(({ resources }) => resources.includes('*'))
    expect(everywhere.map(({ actions }) => actions)).toEqual([['ecr:GetAuthorizationToken']])
  })

  test('names its actions, without Scan and PartiQL', () => {
    const actions = statements.flatMap((statement) => statement.actions)
    expect(actions.filter((action) => action.includes('*'))).toEqual([])
    expect(actions.filter((action) => /Scan|PartiQL/i.test(action))).toEqual([])
  })

  test('has no AWS managed policy', () => {
    const managed = Object.values(template.findResources('AWS::IAM::Role')).flatMap(
      ({ Properties }) => Properties.ManagedPolicyArns ?? [],
    )
    expect(managed).toEqual([])
  })
})

describe("a domain's Lambda", () => {
  test('has the union of its routes’ rights', () => {
    expect(grantsOf('campaigns')).toEqual({
      table: 'write',
      shared: { deletions: 'read', sendingStop: 'write', sendingStopTraces: 'write' },
      commands: 'send',
      files: ['read', 'delete', 'write'],
      send: ['events', 'cleanup', 'start', 'validity', 'exports', 'pace'],
      secrets: ['verifying-keys', 'cursor-key', 'integration-key'],
    })
    expect(grantsOf('connections')).toMatchObject({
      table: 'write',
      commands: 'send',
      send: ['events', 'cleanup', 'pace'],
    })
  })

  test('only reads the table if none of its routes writes', () => {
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

  test('may only write its log if its routes are public and need no rights', () => {
    expect(allowed(/HttpRoutesplatform/)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents'])
  })

  test('may detect a missing file if it reads files', () => {
    for (const role of [
      /TenantRolesReadFilesRead/,
      /TenantRolesWriteFilesReadWriteDelete/,
      /Workersimports/,
    ]) {
      expect(allowed(role)).toEqual(expect.arrayContaining(['s3:GetObject', 's3:ListBucket']))
    }
  })
})

test('the worker of imports writes and deletes the files of its searches', () => {
  const rights = ['s3:PutObject', 's3:PutObjectTagging', 's3:DeleteObject']
  expect(allowed(/Workersimports/)).toEqual(expect.arrayContaining(rights))
})

describe('a right of a single role', () => {
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

  test('only the socket service uses the wrapping key; administrators only manage it', () => {
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

  test('only the socket service receives commands, and only what uses accounts sends them', () => {
    expect(rolesThat(/ReceiveMessage/, /Queuescommands/)).toEqual(['SocketServiceRole'])
    expect(rolesThat(/SendMessage/, /Queuescommands/)).toEqual([
      // Customers see that their attendant is typing.
      'SocketRoutesmessageRole',
      'WorkerspaceRole',
      // Customers are told of the end of a silent ticket.
      'WorkerssweepRole',
      'WorkersschedulesRole',
      'WorkersvalidityRole',
      // The deletion of a company unlinks its accounts.
      'WorkerscleanupRole',
      'WorkersinboundRole',
      // It cancels its own long poll with a message to itself.
      'SocketServiceRole',
      'HttpRoutesconnectionsLambdaRole',
      'HttpRoutesextractorsLambdaRole',
      'HttpRoutescampaignsLambdaRole',
      'HttpRoutesticketsLambdaRole',
    ])
  })

  test('only the publisher and the routes that close or answer sockets may post to sockets', () => {
    const roles = ['SocketRoutesconnectRole', 'SocketRoutesmessageRole', 'WorkerseventsRole']
    expect(rolesThat(/ManageConnections/)).toEqual(roles)
  })

  test('only sign-in reads the key of refresh tokens', () => {
    expect(rolesThat(/GetSecretValue/, /refreshkey/)).toEqual(['HttpRoutessessionsLambdaRole'])
  })
})
