import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assembly, Resource } from './assembly.ts'
import type { Emulator } from './emulator.ts'
import { within } from './within.ts'

/** One difference from the deployment at AWS. */
export interface Bend {
  what: string
  why: string
  apply(assembly: Assembly, emulator: Emulator): Promise<void> | void
}

const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const LEADING_KEYS = 'dynamodb:LeadingKeys'
const COMPANY_TAG = 'aws:PrincipalTag/tenant'
const COPIER = 'Custom::CDKBucketDeployment'
const EXPORT_WRITER = 'Custom::CrossRegionExportWriter'

/** All changes to the templates for the emulator. The rest of the templates is deployed unchanged. */
export const bends: readonly Bend[] = [
  {
    what: "The VPC's flow log is left out",
    why: 'the emulator does not know AWS::EC2::FlowLog',
    apply(assembly) {
      const ids = assembly.ofType('AWS::EC2::FlowLog').map(([id]) => id)
      needed(ids.length)
      assembly.remove(new Set(ids))
    },
  },
  {
    what: 'Alarms that compute with several metrics are left out',
    why: 'the emulator knows alarms of one metric alone',
    apply(assembly) {
      const computed = assembly
        .ofType('AWS::CloudWatch::Alarm')
        .filter(([, { Properties }]) => Properties?.Metrics)
      needed(computed.length)
      for (const [id, { Properties }] of computed) {
        // The dashboard still names them.
        const parts = ['arn:aws:cloudwatch', ...HERE, 'alarm', Properties?.AlarmName]
        assembly.replace({ 'Fn::GetAtt': [id, 'Arn'] }, { 'Fn::Join': [':', parts] })
      }
      assembly.remove(new Set(computed.map(([id]) => id)))
    },
  },
  {
    what: "A secret's ARN is asked for by GetAtt Id instead of Ref, which is the same at AWS",
    why: "the emulator's Ref of a secret is its name, which no policy matches",
    apply(assembly) {
      for (const [id] of assembly.ofType('AWS::SecretsManager::Secret'))
        needed(assembly.replace({ Ref: id }, { 'Fn::GetAtt': [id, 'Id'] }))
    },
  },
  {
    what: 'Punctuation is named, sign by sign, where generated secrets exclude it',
    why: 'the emulator knows ExcludeCharacters alone',
    apply(assembly) {
      const generated = assembly
        .ofType('AWS::SecretsManager::Secret')
        .map(([, { Properties }]) => within(Properties?.GenerateSecretString))
        .filter(({ ExcludePunctuation }) => ExcludePunctuation === true)
      needed(generated.length)
      for (const one of generated) one.ExcludeCharacters = PUNCTUATION
    },
  },
  {
    what: 'The stack within the stack is handed the origin secrets’ values instead of looking them up itself',
    why: 'the emulator looks up dynamic references in the outermost stack alone',
    apply(assembly) {
      const [, worker] = assembly.only('AWS::Lambda::Function', '/Workers/events/')
      const { ORIGIN_SECRETS } = variablesOf(worker)
      const ofFunctions = assembly.nested.filter(([, { Resources }]) =>
        Object.values(Resources).some(({ Type }) => Type === 'AWS::Lambda::Function'),
      )
      needed(ofFunctions.length)
      for (const [stack, template] of ofFunctions) {
        const looked = Object.values(template.Resources).find(
          ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties?.Environment,
        )
        within(stack.Properties?.Parameters).OriginSecrets = ORIGIN_SECRETS
        template.Parameters = { ...template.Parameters, OriginSecrets: { Type: 'String', NoEcho: true } }
        needed(looked ? assembly.replace(variablesOf(looked).ORIGIN_SECRETS, { Ref: 'OriginSecrets' }) : 0)
      }
    },
  },
  {
    what: 'The stack within the stack spells ARNs of its own resources out instead of asking for them by GetAtt',
    why: 'the emulator forgets what GetAtt answers when it updates a nested stack',
    apply(assembly) {
      for (const [, { Resources }] of assembly.nested) {
        for (const [id, { Type }] of Object.entries(Resources)) {
          const parts = ARNS[Type]?.(id)
          if (parts) needed(assembly.replace({ 'Fn::GetAtt': [id, 'Arn'] }, { 'Fn::Join': [':', parts] }))
        }
      }
    },
  },
  {
    what: 'Roles for one company’s rows may use all rows of the table',
    why: 'the emulator does not know the condition dynamodb:LeadingKeys; test/unit/infrastructure-tenant-rights.test.ts looks at it',
    apply(assembly) {
      const limited = permissionsIn(assembly).filter(({ Condition }) =>
        JSON.stringify(Condition ?? '').includes(LEADING_KEYS),
      )
      needed(limited.length)
      for (const statement of limited) statement.Condition = undefined
    },
  },
  {
    what: 'Roles for one company’s files may use all objects of the bucket, but only in a session with the tag of a company',
    why: 'the emulator does not replace variables of policies; test/unit/infrastructure-tenant-rights.test.ts looks at them',
    apply(assembly) {
      const limited = permissionsIn(assembly).filter((statement) =>
        JSON.stringify(statement).includes(`\${${COMPANY_TAG}}`),
      )
      needed(limited.length)
      for (const statement of limited) {
        const resource = JSON.stringify(statement.Resource).replaceAll(`\${${COMPANY_TAG}}/*`, '*')
        statement.Resource = JSON.parse(resource)
        statement.Condition = { StringLike: { [COMPANY_TAG]: '?*' } }
      }
    },
  },
  {
    what: 'A function that may send mails from the deployment’s address may send from any address',
    why: 'the emulator asks for ses:SendEmail without saying from which; test/unit/infrastructure-email.test.ts looks at it',
    apply(assembly) {
      const sending = permissionsIn(assembly).filter(({ Action }) =>
        [Action].flat().includes('ses:SendEmail'),
      )
      needed(sending.length)
      for (const statement of sending) {
        statement.Resource = '*'
        statement.Condition = undefined
      }
    },
  },
  {
    what: "CloudFront fetches /api at the emulator's address instead of at execute-api.…amazonaws.com",
    why: 'the emulator refuses to call names of AWS',
    apply(assembly, { url }) {
      const [api] = assembly.only('AWS::ApiGatewayV2::Api', '/Gateways/Http/')
      const [, distribution] = assembly.only('AWS::CloudFront::Distribution', '/WebApp/')
      const origin = originOf(distribution, '/api/*')
      origin.DomainName = url.hostname
      origin.OriginPath = { 'Fn::Join': ['', ['/_aws/execute-api/', { Ref: api }]] }
      within(origin.CustomOriginConfig).HTTPSPort = Number(url.port)
    },
  },
  {
    what: "The publisher posts frames to the emulator's address instead of to execute-api.…amazonaws.com",
    why: 'the SDK takes SOCKET_ENDPOINT before AWS_ENDPOINT_URL, and its name leads to AWS',
    apply(assembly, { url }) {
      const [api] = assembly.only('AWS::ApiGatewayV2::Api', '/Gateways/Sockets/')
      const [, publisher] = assembly.only('AWS::Lambda::Function', '/Workers/events/')
      const endpoint = ['', [`${url.origin}/_aws/execute-api/`, { Ref: api }, '/ws']]
      variablesOf(publisher).SOCKET_ENDPOINT = { 'Fn::Join': endpoint }
    },
  },
  {
    what: "CDK's copying Lambda finds its AWS CLI in the folder of its layer, and trusts the emulator's certificate",
    why: 'without containers the emulator cannot put a layer at /opt, nor certificates where Lambda has them',
    async apply(assembly, { certificate }) {
      const [, copier] = assembly.only('AWS::Lambda::Function', `/${COPIER}`)
      const properties = within(copier.Properties)
      properties.Handler = 'copier.handler'
      variablesOf(copier).AWS_CA_BUNDLE = certificate
      const folder = join(assembly.folder, String(copier.Metadata?.['aws:asset:path']))
      await copyFile(join(import.meta.dirname, 'copier.py'), join(folder, 'copier.py'))
    },
  },
  {
    what: "CDK's Lambda that hands the certificate over to another region names that region in its environment",
    why: 'the emulator’s SDK knows no other region than that of the environment',
    async apply(assembly) {
      // Only a deployment with a domain has it.
      for (const [, writer] of assembly.ofType('AWS::Lambda::Function')) {
        if (!String(writer.Metadata?.['aws:cdk:path']).includes(`/${EXPORT_WRITER}`)) continue
        within(writer.Properties).Handler = 'export-writer.handler'
        const folder = join(assembly.folder, String(writer.Metadata?.['aws:asset:path']))
        await copyFile(join(import.meta.dirname, 'export-writer.cjs'), join(folder, 'export-writer.js'))
      }
    },
  },
  {
    what: 'The role of the socket service’s task lets the account’s root take it on',
    why: 'without containers the service runs as a process, which needs the rights of the task',
    apply(assembly) {
      const root = { AWS: { Ref: 'AWS::AccountId' } }
      const [, role] = assembly.only('AWS::IAM::Role', '/SocketService/Role/')
      statementsOf(role.Properties?.AssumeRolePolicyDocument).push({
        Effect: 'Allow',
        Principal: root,
        Action: 'sts:AssumeRole',
      })
    },
  },
  {
    what: 'The wrapping key serves that role whatever its encryption context is',
    why: 'the emulator does not know the condition kms:EncryptionContext; test/unit/infrastructure-permissions.test.ts looks at it',
    apply(assembly) {
      const [, key] = assembly.only('AWS::KMS::Key', '/SocketService/WrappingKey/')
      const statements = statementsOf(key.Properties?.KeyPolicy).filter(({ Condition }) =>
        JSON.stringify(Condition ?? '').includes('kms:EncryptionContext:'),
      )
      needed(statements.length)
      for (const statement of statements) statement.Condition = undefined
    },
  },
]

const HERE = [{ Ref: 'AWS::Region' }, { Ref: 'AWS::AccountId' }]
/** ARNs as at AWS, by the name that Ref returns. */
const ARNS: Readonly<Record<string, (id: string) => unknown[]>> = {
  'AWS::Lambda::Function': (id) => ['arn:aws:lambda', ...HERE, 'function', { Ref: id }],
  'AWS::Logs::LogGroup': (id) => ['arn:aws:logs', ...HERE, 'log-group', { Ref: id }, '*'],
  'AWS::IAM::Role': (id) => [
    'arn:aws:iam',
    '',
    { Ref: 'AWS::AccountId' },
    { 'Fn::Join': ['/', ['role', { Ref: id }]] },
  ],
}

const variablesOf = (lambda: Resource) => within(within(lambda.Properties?.Environment).Variables)

/** The origin behind a path. */
function originOf(distribution: Resource, path: string): Record<string, unknown> {
  const { CacheBehaviors, Origins } = within(distribution.Properties?.DistributionConfig)
  const behaviour = listOf(CacheBehaviors).find(({ PathPattern }) => PathPattern === path)
  const origin = listOf(Origins).find(({ Id }) => Id === behaviour?.TargetOriginId)
  if (!origin) throw new Error(`The distribution has no origin for ${path}`)
  return origin
}

const permissionsIn = (assembly: Assembly) =>
  assembly
    .ofType('AWS::IAM::Role')
    .flatMap(([, { Properties }]) => listOf(Properties?.Policies))
    .flatMap(({ PolicyDocument }) => statementsOf(PolicyDocument))

/** The statements themselves, so additions change the template. */
function statementsOf(document: unknown): Record<string, unknown>[] {
  const { Statement } = within(document)
  if (!Array.isArray(Statement)) throw new Error('A policy without statements')
  return Statement
}

const listOf = (value: unknown) => (Array.isArray(value) ? value : []).map(within)

function needed(times: number): void {
  if (times === 0) throw new Error('There is nothing to bend: the bend can go')
}
