import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operate } from '../../infra/operations/commands/operate.ts'
import type { Finding } from '../../infra/operations/preflight/finding.ts'
import { type Answers, AwsStandIn, failing, json, xml } from '../support/aws-stand-in.ts'
import { DnsStandIn } from '../support/dns-stand-in.ts'

const SETTINGS = {
  region: 'sa-east-1',
  emailFrom: 'recado@exemplo.test',
  operatorEmail: 'operadora@exemplo.test',
}

let aws: AwsStandIn
let dns: DnsStandIn
let folder: string

beforeAll(async () => {
  aws = await AwsStandIn.start()
  dns = await DnsStandIn.start()
  folder = mkdtempSync(join(tmpdir(), 'recado-preflight-'))
  const environment = { ...aws.environment, RECADO_DEPLOYMENTS: folder }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
})
afterAll(() => {
  aws.close()
  dns.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  aws.answers = READY
  dns.refuses = false
  dns.records = {}
  write({})
  hasDocker('echo linux/amd64')
})

const write = (settings: object) =>
  writeFileSync(join(folder, 'loja.json'), JSON.stringify({ ...SETTINGS, ...settings }))

/** Puts a command `docker` first on the path, or takes all commands away. */
function hasDocker(script: string | undefined): void {
  const bin = join(folder, script === undefined ? 'empty' : 'bin')
  mkdirSync(bin, { recursive: true })
  if (script !== undefined) writeFileSync(join(bin, 'docker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', bin)
}

const bootstrapped = (version: number) =>
  `<Stacks><member><StackName>CDKToolkit</StackName><CreationTime>2026-11-25T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus><Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${version}</OutputValue></member></Outputs></member></Stacks>`
const absent = failing('ValidationError', 'Stack with id loja does not exist')
/** Stacks by name. Only CDKToolkit exists. */
const stacks =
  (toolkit: (region: string) => Answers[string]): Answers[string] =>
  (asked) =>
    (asked.body.includes('StackName=CDKToolkit') ? toolkit(asked.region) : absent)(asked)
const identity = (name: string) => `GET /v2/email/identities/${encodeURIComponent(name)}`

/** A fresh account in which nothing is missing. */
const READY: Answers = {
  GetCallerIdentity: xml(
    'GetCallerIdentity',
    '<Account>111122223333</Account><Arn>arn:aws:iam::111122223333:user/ana</Arn>',
  ),
  DescribeStacks: stacks(() => xml('DescribeStacks', bootstrapped(28))),
  GetRole: xml(
    'GetRole',
    '<Role><Path>/</Path><RoleName>AWSServiceRoleForECS</RoleName><RoleId>A</RoleId><Arn>arn</Arn><CreateDate>2026-11-25T00:00:00Z</CreateDate></Role>',
  ),
  'GET /2016-08-19/account-settings': json({ AccountLimit: { ConcurrentExecutions: 1000 } }),
  'GET /2016-08-19/account-settings/': json({ AccountLimit: { ConcurrentExecutions: 1000 } }),
  GetServiceQuota: json({ Quota: { Value: 30 } }),
  'GET /v2/email/account': json({ ProductionAccessEnabled: true, SendingEnabled: true }),
  [identity('recado@exemplo.test')]: failing('NotFoundException', 'no such identity', 404),
  [identity('operadora@exemplo.test')]: failing('NotFoundException', 'no such identity', 404),
  [identity('exemplo.test')]: failing('NotFoundException', 'no such identity', 404),
}

async function preflight(more = ''): Promise<{ exit: number; findings: Finding[]; said: string }> {
  let [written, said] = ['', '']
  const exit = await operate(`preflight loja --json ${more}`.split(' ').filter(Boolean), {
    write: (text) => {
      written += text
    },
    say: (text) => {
      said += text
    },
    isInteractive: false,
  })
  return { exit, findings: written ? JSON.parse(written) : [], said }
}

describe('preflight', () => {
  test('finds nothing missing in an account that is ready', async () => {
    const { exit, findings } = await preflight()
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(exit).toBe(0)
    expect(findings.map(({ check }) => check)).toEqual([
      'operator',
      'credentials',
      'bootstrap in sa-east-1',
      'role of ECS',
      'Lambda quota',
      'Fargate quota',
      'SES access',
      'SES sender',
      'SES recipient',
      'DMARC',
      'docker',
    ])
    expect(findings[1]?.found).toContain('account 111122223333')
  })

  const SANDBOX: Answers = { 'GET /v2/email/account': json({ ProductionAccessEnabled: false }) }
  test.for<[check: string, answers: Answers, found: string, mend: string]>([
    [
      'bootstrap in sa-east-1',
      { DescribeStacks: stacks(() => absent) },
      'not in sa-east-1',
      'npx cdk bootstrap aws://111122223333/sa-east-1 -c name=loja',
    ],
    [
      'bootstrap in sa-east-1',
      { DescribeStacks: stacks(() => xml('DescribeStacks', bootstrapped(5))) },
      'version 5, needs 6',
      'npx cdk bootstrap aws://111122223333/sa-east-1 -c name=loja',
    ],
    ['role of ECS', { GetRole: failing('NoSuchEntity', 'no such role', 404) }, 'does not exist', '--fix'],
    [
      'Lambda quota',
      { 'GET /2016-08-19/account-settings': json({ AccountLimit: { ConcurrentExecutions: 10 } }) },
      '10 concurrent executions',
      '--quota-code L-B99A9384 --desired-value 1000 --region sa-east-1',
    ],
    [
      'Fargate quota',
      { GetServiceQuota: json({ Quota: { Value: 6 } }) },
      '6 vCPU, needs 8 for twice 8 tasks',
      '--quota-code L-3032A538 --desired-value 8 --region sa-east-1',
    ],
    ['SES access', SANDBOX, 'in the sandbox', 'aws sesv2 put-account-details'],
    [
      'SES access',
      { 'GET /v2/email/account': json({ ProductionAccessEnabled: true, SendingEnabled: false }) },
      'AWS has paused the sending of mails',
      'Reputation metrics',
    ],
    [
      'SES access',
      {
        'GET /v2/email/account': json({
          ProductionAccessEnabled: true,
          SendingEnabled: true,
          EnforcementStatus: 'PROBATION',
        }),
      },
      'AWS reviews the account: PROBATION',
      'Reputation metrics',
    ],
    [
      'SES recipient',
      SANDBOX,
      'operadora@exemplo.test is not verified',
      'aws sesv2 create-email-identity --email-identity operadora@exemplo.test',
    ],
    [
      'SES sender',
      { [identity('recado@exemplo.test')]: json({ VerifiedForSendingStatus: true }) },
      'the stack would create it again',
      '"emailIdentity": "recado@exemplo.test"',
    ],
  ])('says that %s is missing, and the command that helps', async ([check, answers, found, mend]) => {
    aws.answers = { ...READY, ...answers }
    const { exit, findings } = await preflight()
    expect(exit).toBe(3)
    const missing = findings.find((one) => one.check === check)
    expect(missing).toMatchObject({ state: 'missing', found: expect.stringContaining(found) })
    expect(missing?.mend).toContain(mend)
  })

  test('accepts an operator whose domain is verified, in the sandbox', async () => {
    aws.answers = {
      ...READY,
      ...SANDBOX,
      [identity('exemplo.test')]: json({ VerifiedForSendingStatus: true }),
    }
    const { findings } = await preflight()
    expect(findings.find(({ check }) => check === 'SES recipient')).toMatchObject({ state: 'ok' })
  })

  test.for([
    [json({ VerifiedForSendingStatus: true }), 'ok', 'exemplo.test is verified'],
    [json({ VerifiedForSendingStatus: false }), 'missing', 'exemplo.test is not verified yet'],
    [failing('NotFoundException', 'none', 404), 'missing', 'exemplo.test is no identity of SES'],
  ] as const)('looks at the given identity', async ([answer, state, found]) => {
    write({ emailIdentity: 'exemplo.test' })
    aws.answers = { ...READY, [identity('exemplo.test')]: answer }
    const { findings } = await preflight()
    expect(findings.find(({ check }) => check === 'SES sender')).toMatchObject({ state, found })
  })

  test('asks for the name of an identity that an earlier sender of the deployed stack has left', async () => {
    const before = { ...SETTINGS, emailFrom: 'outra@exemplo.test' }
    const body = JSON.stringify({ Metadata: { Settings: before } }).replaceAll('"', '&quot;')
    aws.answers = {
      ...READY,
      // Both stacks exist.
      DescribeStacks: xml('DescribeStacks', bootstrapped(28)),
      GetTemplate: xml('GetTemplate', `<TemplateBody>${body}</TemplateBody>`),
      [identity('recado@exemplo.test')]: json({ VerifiedForSendingStatus: true }),
    }
    const { findings } = await preflight()
    expect(findings.find(({ check }) => check === 'SES sender')).toMatchObject({
      state: 'missing',
      mend: 'set "emailIdentity": "recado@exemplo.test" in deployments/loja.json',
    })
  })

  test.for([
    [true, 'ok', 'recado@exemplo.test is verified'],
    [false, 'missing', 'recado@exemplo.test is not verified yet'],
  ] as const)(
    'looks at the identity that the stack has created, after the deployment',
    async ([isVerified, state, found]) => {
      const body = JSON.stringify({ Metadata: { Settings: SETTINGS } }).replaceAll('"', '&quot;')
      aws.answers = {
        ...READY,
        // Both stacks exist.
        DescribeStacks: xml('DescribeStacks', bootstrapped(28)),
        GetTemplate: xml('GetTemplate', `<TemplateBody>${body}</TemplateBody>`),
        [identity('recado@exemplo.test')]: json({ VerifiedForSendingStatus: isVerified }),
      }
      const { findings } = await preflight()
      expect(findings.find(({ check }) => check === 'SES sender')).toMatchObject({ state, found })
    },
  )

  test.for([
    [{}, {}, 'ok', 'exemplo.test has no DMARC record', '_dmarc.exemplo.test TXT "v=DMARC1; p=none"'],
    [{}, { TXT: 'v=DMARC1; p=none' }, 'ok', 'the policy of exemplo.test is none', ''],
    [
      {},
      { TXT: 'v=DMARC1;p=reject' },
      'missing',
      'asks receivers to reject mails that it has not signed',
      'emailIdentity',
    ],
    [
      { emailIdentity: 'exemplo.test' },
      { TXT: 'v=DMARC1; p=reject' },
      'ok',
      'the policy of exemplo.test is reject',
      '',
    ],
    [
      { emailFrom: 'oi@app.exemplo.test' },
      { TXT: 'v=DMARC1; p=none; sp=quarantine' },
      'missing',
      'app.exemplo.test asks receivers to quarantine',
      'emailIdentity',
    ],
    [{}, 'refused', 'unknown', 'the DNS does not answer for _dmarc.exemplo.test', ''],
  ] as const)('looks at DMARC: with %j and %j it is %s', async ([settings, records, state, found, mend]) => {
    write(settings)
    dns.refuses = records === 'refused'
    dns.records = records === 'refused' ? {} : { '_dmarc.exemplo.test': records }
    aws.answers = { ...READY, [identity('oi@app.exemplo.test')]: failing('NotFoundException', 'none', 404) }
    const { findings } = await preflight()
    const dmarc = findings.find(({ check }) => check === 'DMARC')
    expect(dmarc).toMatchObject({ state, found: expect.stringContaining(found) })
    expect(dmarc?.mend).toContain(mend)
  })

  test('asks for the bootstrap of us-east-1 too if there is a domain', async () => {
    write({ domain: 'app.exemplo.test' })
    const onlyHere = (region: string) =>
      region === 'sa-east-1' ? xml('DescribeStacks', bootstrapped(28)) : absent
    aws.answers = { ...READY, DescribeStacks: stacks(onlyHere) }
    const { exit, findings } = await preflight()
    expect(exit).toBe(3)
    expect(findings.filter(({ check }) => check.startsWith('bootstrap'))).toMatchObject([
      { state: 'ok' },
      { state: 'missing', mend: 'npx cdk bootstrap aws://111122223333/us-east-1 -c name=loja' },
    ])
  })

  const DOMAIN = 'app.exemplo.test'
  const CLOUDFRONT = 'd111111abcdef8.cloudfront.net'

  test('prints both records of a domain before the first deployment, and the command that shows ACM’s', async () => {
    write({ domain: DOMAIN })
    const { exit, findings } = await preflight()
    expect(exit).toBe(0)
    const found = findings.find(({ check }) => check === 'domain')
    expect(found).toMatchObject({ state: 'ok', found: expect.stringContaining('two records') })
    expect(found?.mend).toContain('while loja-edge-app-exemplo-test waits')
    expect(found?.mend).toContain('aws acm describe-certificate --region us-east-1')
    expect(found?.mend).toContain(`DomainName=='${DOMAIN}'`)
    expect(found?.mend).toContain(`${DOMAIN} CNAME <the output CloudFrontAddress>`)
  })

  test.for([
    [{ CNAME: CLOUDFRONT }, 'ok', `${DOMAIN} leads to ${CLOUDFRONT}`],
    [{ A: '203.0.113.7' }, 'ok', `${DOMAIN} has addresses: 203.0.113.7`],
    [{ CNAME: 'old.exemplo.test' }, 'missing', `${DOMAIN} leads to old.exemplo.test, not to ${CLOUDFRONT}`],
    [{}, 'missing', `${DOMAIN} leads nowhere`],
    [undefined, 'missing', `${DOMAIN} leads nowhere`],
    ['refused', 'unknown', `the DNS does not answer for ${DOMAIN}`],
  ] as const)(
    'looks after the deployment where the domain leads: %j is %s',
    async ([records, state, found]) => {
      write({ domain: DOMAIN })
      const outputs = `<Outputs><member><OutputKey>CloudFrontAddress</OutputKey><OutputValue>${CLOUDFRONT}</OutputValue></member></Outputs>`
      aws.answers = {
        ...READY,
        DescribeStacks: xml('DescribeStacks', bootstrapped(28).replace(/<Outputs>.*<\/Outputs>/, outputs)),
      }
      dns.refuses = records === 'refused'
      dns.records = records === undefined || records === 'refused' ? {} : { [DOMAIN]: records }
      const { findings } = await preflight()
      const { mend, ...rest } = findings.find(({ check }) => check === 'domain') ?? {}
      expect(rest).toMatchObject({ state, found: expect.stringContaining(found) })
      if (state !== 'ok') expect(mend).toContain(`${DOMAIN} CNAME ${CLOUDFRONT}`)
    },
  )

  test('asks for a sender and an operator: without them the first sign-in is not possible', async () => {
    write({ emailFrom: undefined, operatorEmail: undefined })
    const { exit, findings } = await preflight()
    expect(exit).toBe(3)
    expect(findings[0]).toMatchObject({
      state: 'missing',
      mend: 'set emailFrom and operatorEmail in deployments/loja.json',
    })
  })

  test.for([
    [undefined, 'docker does not answer'],
    ['exit 1', 'docker does not answer'],
    ['[ "$1" = version ] && echo linux/amd64', 'docker on linux/amd64 without BuildKit'],
  ] as const)('asks for docker that can build the image: %s', async ([script, found]) => {
    hasDocker(script)
    const { exit, findings } = await preflight()
    expect(exit).toBe(3)
    expect(findings.at(-1)).toMatchObject({ check: 'docker', state: 'missing', found })
  })

  test('needs no docker for a ready image', async () => {
    hasDocker(undefined)
    write({ socketImage: 'public.ecr.aws/example/session:1' })
    expect((await preflight()).findings.at(-1)).toMatchObject({ state: 'ok' })
  })

  test('shows what the credentials may not read as unknown, with the reason', async () => {
    aws.answers = Object.fromEntries(
      Object.entries(READY).filter(([action]) => action === 'GetCallerIdentity'),
    )
    const { exit, findings } = await preflight()
    expect(exit).toBe(0)
    const unknown = findings.filter(({ state }) => state === 'unknown')
    expect(unknown).toHaveLength(7)
    for (const { found } of unknown) expect(found).toContain('AWS does not allow this')
  })

  test('says that there are no credentials', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, '')
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    vi.stubEnv('HOME', folder)
    try {
      const { exit, findings } = await preflight()
      expect(exit).toBe(3)
      expect(findings[1]).toMatchObject({
        state: 'missing',
        found: expect.stringContaining('no AWS credentials'),
      })
    } finally {
      for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
    }
  })

  test('creates the role of ECS with --fix, and waits until IAM knows it', async () => {
    let asked = 0
    aws.answers = {
      ...READY,
      GetRole: (request) => {
        const answer = asked++ < 2 ? failing('NoSuchEntity', 'no such role', 404) : READY.GetRole
        if (!answer) throw new Error('There is no answer')
        return answer(request)
      },
      CreateServiceLinkedRole: xml('CreateServiceLinkedRole', ''),
    }
    const { exit, findings } = await preflight('--fix --yes')
    expect(exit).toBe(0)
    expect(findings.find(({ check }) => check === 'role of ECS')).toMatchObject({
      state: 'ok',
      found: 'AWSServiceRoleForECS, created now',
    })
    expect(aws.asked.filter(({ action }) => action === 'CreateServiceLinkedRole')).toHaveLength(1)
    // Once before, and then until it is there.
    expect(asked).toBe(3)
  })

  test('creates nothing without a confirmation', async () => {
    const { exit, said } = await preflight('--fix')
    expect(exit).toBe(1)
    expect(said).toContain('--yes')
  })

  test('refuses an invalid file with its problems', async () => {
    write({ region: 'Brasil' })
    const { exit, said } = await preflight()
    expect(exit).toBe(1)
    expect(said).toContain('deployments/loja.json: region: must be an AWS region')
  })
})
