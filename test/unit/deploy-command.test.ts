import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deploy } from '../../infra/operations/deploy/deploy.ts'
import { vanishedSettings } from '../../infra/operations/deploy/vanished-settings.ts'
import { AwsStandIn, failing, xml } from '../support/aws-stand-in.ts'

describe('settings vanish', () => {
  const before = {
    region: 'sa-east-1',
    alarmEmail: 'a@b.test',
    integration: { kind: 'chatwoot', url: 'https://a.test' },
    socketService: { tasks: 2, cpu: 1024 },
  }

  test('when the file no longer has them, with all or a part of their fields', () => {
    const { alarmEmail: _, integration: __, ...others } = before
    expect(vanishedSettings(before, { ...others, socketService: { tasks: 2 } })).toEqual([
      'alarmEmail',
      'integration',
      'socketService.cpu',
    ])
  })

  test('not when they change, or when others come', () => {
    const changed = {
      ...before,
      alarmEmail: 'c@d.test',
      socketService: { tasks: 3, cpu: 512 },
      table: 'other',
    }
    expect(vanishedSettings(before, changed)).toEqual([])
  })
})

describe('npm run deploy', () => {
  let aws: AwsStandIn
  let folder: string
  let runs: { args: string[]; region: string | undefined }[]
  let said: string
  let isPaused: boolean

  beforeAll(async () => {
    aws = await AwsStandIn.start()
    for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
    folder = mkdtempSync(join(tmpdir(), 'recado-deploy-'))
  })
  afterAll(() => {
    aws.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    runs = []
    said = ''
    isPaused = false
    write({ alarmEmail: 'a@b.test' })
    deployed({ alarmEmail: 'a@b.test' })
  })

  const write = (settings: object, name = 'loja') =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ region: 'us-east-2', ...settings }))
  const deployed = (settings: object, status = 'UPDATE_COMPLETE') => {
    const body = JSON.stringify({ Metadata: { Settings: { region: 'us-east-2', ...settings } } })
    aws.answers = {
      DescribeStacks: xml(
        'DescribeStacks',
        `<Stacks><member><StackName>loja</StackName><CreationTime>2026-11-25T00:00:00Z</CreationTime><StackStatus>${status}</StackStatus></member></Stacks>`,
      ),
      GetTemplate: xml('GetTemplate', `<TemplateBody>${body.replaceAll('"', '&quot;')}</TemplateBody>`),
    }
  }
  const run = (line: string) =>
    deploy(line.split(' ').filter(Boolean), {
      environment: { ...process.env, RECADO_DEPLOYMENTS: folder },
      say: (text) => {
        said += text
      },
      isPaused: async () => isPaused,
      cdk: async (args, { AWS_REGION: region }) => {
        runs.push({ args, region })
        return 0
      },
    })

  test('deploys all stacks in the region of the file, with the other options', async () => {
    expect(await run('loja --require-approval never')).toBe(0)
    const args = ['deploy', '--all', '-c', 'name=loja', '--require-approval', 'never']
    expect(runs).toEqual([{ args, region: 'us-east-2' }])
    expect(new Set(aws.asked.map(({ region }) => region))).toEqual(new Set(['us-east-2']))
  })

  test('needs no name when there is one deployment', async () => {
    expect(await run('')).toBe(0)
    expect(runs[0]?.args).toContain('name=loja')
  })

  test('refuses when a deployed setting has vanished, and lists it', async () => {
    write({})
    expect(await run('loja')).toBe(1)
    expect(runs).toEqual([])
    expect(said).toContain(
      'loja was deployed with settings that deployments/loja.json no longer has:\n  alarmEmail',
    )
    expect(said).toContain('--drop alarmEmail')
  })

  test('deploys without a vanished setting when each is named', async () => {
    deployed({ alarmEmail: 'a@b.test', domain: 'app.example.com' })
    write({})
    expect(await run('loja --drop alarmEmail')).toBe(1)
    expect(said).toContain('domain')
    expect(await run('loja --drop alarmEmail --drop=domain')).toBe(0)
    expect(runs[0]?.args).toEqual(['deploy', '--all', '-c', 'name=loja'])
  })

  test('refuses to drop a setting that has not vanished', async () => {
    expect(await run('loja --drop alarmMail')).toBe(1)
    expect(said).toContain('--drop alarmMail: this setting has not vanished')
  })

  test.for([
    [{}, { shards: 31 }, '32 → 31: it cannot be lowered'],
    [{ shards: 48 }, { shards: 32 }, '48 → 32: it cannot be lowered'],
    [{}, { shards: 48, mostTasks: 48 }, 'change tasks and mostTasks in a later deployment'],
    [{}, { shards: 48 }, 'ops -- pause'],
  ] as const)('refuses %j → %j', async ([before, after, reason]) => {
    isPaused = reason !== 'ops -- pause'
    deployed({ alarmEmail: 'a@b.test', socketService: before })
    write({ alarmEmail: 'a@b.test', socketService: after })
    expect(await run('loja')).toBe(1)
    expect(said).toContain(reason)
    expect(runs).toEqual([])
  })

  test('refuses to drop a raised number of shards, which would lower it', async () => {
    deployed({ alarmEmail: 'a@b.test', socketService: { shards: 48 } })
    expect(await run('loja --drop socketService')).toBe(1)
    expect(said).toContain('48 → 32: it cannot be lowered')
  })

  test.for([
    [{}, { shards: 48 }],
    [{ shards: 48 }, { shards: 256 }],
  ])('deploys more shards while everything is paused: %j → %j', async ([before = {}, after]) => {
    isPaused = true
    deployed({ alarmEmail: 'a@b.test', socketService: before })
    write({ alarmEmail: 'a@b.test', socketService: after })
    expect(await run('loja')).toBe(0)
  })

  test.for([
    [{}, { shards: 32, mostTasks: 20 }],
    [{ shards: 48 }, { shards: 48, tasks: 3 }],
  ])('needs no pause for the same number of shards: %j → %j', async ([before = {}, after]) => {
    deployed({ alarmEmail: 'a@b.test', socketService: before })
    write({ alarmEmail: 'a@b.test', socketService: after })
    expect(await run('loja')).toBe(0)
  })

  test.for([
    [{}, { mostTasks: 20 }],
    [
      { shards: 48, tasks: 2 },
      { shards: 48, tasks: 3 },
    ],
  ])('refuses other numbers of tasks while everything is paused: %j → %j', async ([before = {}, after]) => {
    isPaused = true
    deployed({ alarmEmail: 'a@b.test', socketService: before })
    write({ alarmEmail: 'a@b.test', socketService: after })
    expect(await run('loja')).toBe(1)
    expect(said).toContain('tasks and mostTasks may not change while the deployment is paused')
    expect(runs).toEqual([])
  })

  test('deploys during a pause what does not change the numbers of tasks', async () => {
    isPaused = true
    deployed({ alarmEmail: 'a@b.test', socketService: { mostTasks: 20 } })
    write({
      alarmEmail: 'a@b.test',
      table: 'restored',
      socketService: { mostTasks: 20, cpu: 1024, memoryMegabytes: 2048 },
    })
    expect(await run('loja')).toBe(0)
  })

  test.for([
    [{}, { originSecret: 3 }, 'originSecret: 1 → 3: change it by one'],
    [{ originSecret: 4 }, { originSecret: 2 }, 'originSecret: 4 → 2: change it by one'],
    [{}, { table: 'restored' }, 'table: the stack’s own → restored: run `npm run ops -- pause` first'],
    [{ table: 'one' }, { table: 'other' }, 'table: one → other: run `npm run ops -- pause` first'],
  ] as const)(
    'refuses a change that would interrupt the running deployment: %j → %j',
    async ([before, after, reason]) => {
      deployed({ alarmEmail: 'a@b.test', ...before })
      write({ alarmEmail: 'a@b.test', ...after })
      expect(await run('loja')).toBe(1)
      expect(said).toContain(reason)
      expect(runs).toEqual([])
    },
  )

  test.for([
    [{}, { originSecret: 2 }],
    [{ originSecret: 3 }, { originSecret: 2 }],
    [{ table: 'restored' }, { table: 'restored', originSecret: 2 }],
  ])(
    'deploys the next origin secret, the previous one, and the same table: %j → %j',
    async ([before, after]) => {
      deployed({ alarmEmail: 'a@b.test', ...before })
      write({ alarmEmail: 'a@b.test', ...after })
      expect(await run('loja')).toBe(0)
    },
  )

  test('refuses a deployment that the region does not have, unless it is the first one', async () => {
    aws.answers = { DescribeStacks: failing('ValidationError', 'Stack with id loja does not exist') }
    expect(await run('loja')).toBe(1)
    expect(said).toContain('There is no deployment loja in us-east-2')
    expect(await run('loja --first')).toBe(0)
    expect(runs).toHaveLength(1)
  })

  test('takes a first deployment that failed as none', async () => {
    deployed({ alarmEmail: 'a@b.test', domain: 'app.example.com' }, 'ROLLBACK_COMPLETE')
    aws.answers = { ...aws.answers, UpdateTerminationProtection: xml('UpdateTerminationProtection', '') }
    expect(await run('loja --first')).toBe(0)
  })

  test.for(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'lets a stack in %s be deleted, in its own region',
    async (status) => {
      write({ alarmEmail: 'a@b.test', domain: 'app.example.com' })
      deployed({ alarmEmail: 'a@b.test' }, status)
      const freed: string[] = []
      aws.answers = {
        ...aws.answers,
        UpdateTerminationProtection: ({ body, region }) => {
          const parameters = new URLSearchParams(body)
          freed.push(
            `${parameters.get('StackName')} ${region} ${parameters.get('EnableTerminationProtection')}`,
          )
          return xml('UpdateTerminationProtection', '')()
        },
      }
      expect(await run('loja --first')).toBe(0)
      expect(freed).toEqual(['loja-edge-app-example-com us-east-1 false', 'loja us-east-2 false'])
      expect(said).toContain('loja was never created')
    },
  )

  test('keeps the protection of a stack that is in use', async () => {
    const before = aws.asked.length
    expect(await run('loja')).toBe(0)
    const actions = aws.asked.slice(before).map(({ action }) => action)
    expect(actions).not.toContain('UpdateTerminationProtection')
    expect(said).not.toContain('never created')
  })

  test('refuses the stack of something else', async () => {
    aws.answers = {
      ...aws.answers,
      GetTemplate: xml('GetTemplate', '<TemplateBody>Resources: {}</TemplateBody>'),
    }
    expect(await run('loja')).toBe(1)
    expect(said).toContain('is no deployment of Recado')
  })

  test('refuses when the deployed settings cannot be read', async () => {
    aws.answers = {}
    expect(await run('loja')).toBe(1)
    expect(said).toContain('AWS does not allow this')
  })

  test.for([
    ['example --first', 1, 'never deployed'],
    ['outra', 1, 'There is no deployments/outra.json. There are loja'],
    ['-c name=loja', 2, 'The name comes first'],
    ['loja --drop', 2, '--drop needs the name of a setting'],
  ] as const)('%s is refused with the reason', async ([line, exit, reason]) => {
    write({}, 'example')
    expect(await run(line)).toBe(exit)
    expect(said).toContain(reason)
    expect(runs).toEqual([])
  })

  test('refuses an invalid file with its problems', async () => {
    write({ alarmMail: 'a@b.test' })
    expect(await run('loja')).toBe(1)
    expect(said).toBe('deployments/loja.json: alarmMail: there is no such setting; did you mean alarmEmail?')
  })
})
