import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../infra/src/root.ts'
import { deployed } from '../support/deployed.ts'

const { whole: template } = deployed()
const found = (type: string) => Object.entries(template.findResources(type))

describe('a table', () => {
  test.each(found('AWS::DynamoDB::Table'))(
    '%s is protected from deletion, and can be restored to any second',
    (_, table) => {
      expect(table.DeletionPolicy).toBe('Retain')
      expect(table.Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      })
    },
  )

  test("for WhatsApp's keys is encrypted under its own KMS key", () => {
    const keys = found('AWS::DynamoDB::Table').map(
      ([, { Properties }]) => Properties.SSESpecification?.KMSMasterKeyId,
    )
    expect(keys).toEqual([undefined, { 'Fn::GetAtt': [expect.stringMatching(/AuthTableKey/), 'Arn'] }])
  })
})

test('a restored table takes the place of the stack’s own one, with all rights, settings and alarms', () => {
  const { whole: restored } = deployed({ table: 'recado-restored' })
  const tables = Object.keys(restored.findResources('AWS::DynamoDB::Table'))
  expect(tables).toEqual([expect.stringMatching(/^TablesAuthTable/)])
  const own = /"TablesTable[0-9A-F]{8}"/g
  /** Places that name the table, in each resource. A nested stack's parameters repeat them. */
  const usesIn = (one: Template, table: RegExp) =>
    Object.entries(one.toJSON().Resources).flatMap(([id, resource]) => {
      const places = JSON.stringify(resource).match(table) ?? []
      return id.includes('NestedStack') || places.length === 0 ? [] : [[id, places.length]]
    })
  expect(usesIn(restored, own)).toEqual([])
  expect(usesIn(restored, /recado-restored/g)).toEqual(usesIn(template, own))
  expect(restored.toJSON().Outputs.TableName.Value).toBe('recado-restored')
})

describe('a bucket', () => {
  const buckets = found('AWS::S3::Bucket')

  test.each(buckets)('%s is closed to the public and to plain HTTP', (id, { Properties }) => {
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    const policies = found('AWS::S3::BucketPolicy').filter(
      ([, policy]) => policy.Properties.Bucket.Ref === id,
    )
    const statements = policies.flatMap(([, policy]) => policy.Properties.PolicyDocument.Statement)
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    )
  })

  const [, files] = buckets.find(([id]) => /^Files/.test(id)) ?? ['', { Properties: {} }]

  test("for files accepts only the app's pages as origin", () => {
    const [rule] = files.Properties.CorsConfiguration.CorsRules
    expect(rule.AllowedMethods).toEqual(['GET', 'POST'])
    expect(JSON.stringify(rule.AllowedOrigins)).toContain('Distribution')
    expect(buckets.filter(([, { Properties }]) => Properties.CorsConfiguration)).toHaveLength(1)
  })

  test('for files expires uploads that were never fetched, including older versions', () => {
    expect(files.Properties.LifecycleConfiguration.Rules).toMatchObject([
      { ExpirationInDays: 7, Status: 'Enabled', TagFilters: [{ Key: 'expires', Value: 'upload' }] },
      { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ])
    expect(files.Properties.VersioningConfiguration).toBeUndefined()
  })

  test('for files lets only marked uploads in from outside, and lets the socket service write permanent files', async () => {
    const writers: string[] = []
    for await (const file of glob('{shared,functions,fargate-session}/src/**/*.ts', { cwd: ROOT })) {
      const source = await readFile(join(ROOT, file), 'utf8')
      const writes = source.match(/\b(?:files|filesOf\([\w.]+\))\.(put|presignUpload|write)\(/g) ?? []
      if (writes.length > 0) writers.push(file)
      // The key of a search is below an upload's, made by the call that begins it (functions/src/imports/from-desk.ts).
      const keys = { functions: 'uploadKey(', shared: 'search.uploadKey', 'fargate-session': 'keyOfFile(' }
      const [, key] = Object.entries(keys).find(([folder]) => file.startsWith(folder)) ?? []
      if (writes.length > 0) expect(source, file).toContain(key)
    }
    expect(writers.sort()).toEqual([
      'fargate-session/src/inbound/fetch-media.ts',
      'functions/src/exports/writing.ts',
      'functions/src/imports/from-people.ts',
      'functions/src/imports/imports.ts',
      'functions/src/uploads/api.ts',
      'shared/src/imports/searching.ts',
    ])
  })
})

describe('secrets', () => {
  test('are generated in Secrets Manager and are in no template', () => {
    const secrets = found('AWS::SecretsManager::Secret').map(([, { Properties }]) => Properties)
    expect(secrets.map(({ Name }) => Name)).toEqual([
      'recado/1a2b3c4d/signing-key',
      'recado/1a2b3c4d/verifying-keys',
      'recado/1a2b3c4d/refresh-key',
      'recado/1a2b3c4d/cursor-key',
      'recado/1a2b3c4d/totp-key',
      'recado/1a2b3c4d/integration-key',
      undefined,
      undefined,
    ])
    for (const { SecretString, GenerateSecretString } of secrets) {
      expect(SecretString).toBeUndefined()
      expect(GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(43)
    }
    for (const [, { Properties }] of found('AWS::Lambda::Function')) {
      const given = Properties.Environment?.Variables.ORIGIN_SECRETS
      if (given) expect(given['Fn::Join'][1][0]).toBe('{{resolve:secretsmanager:')
    }
  })
})
