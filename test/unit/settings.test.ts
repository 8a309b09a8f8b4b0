import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { chooseDeployment, EXAMPLE, readDeployment, refuseFlags } from '../../infra/src/deployment-files.ts'
import { ROOT } from '../../infra/src/root.ts'
import { parseSettings } from '../../infra/src/settings.ts'

const REGION = { region: 'sa-east-1' }
const parse = (content: object, name = 'loja') => parseSettings(name, { ...REGION, ...content })

describe('the settings of a deployment', () => {
  test('have defaults for everything but the region', () => {
    expect(parse({})).toMatchObject({
      name: 'loja',
      region: 'sa-east-1',
      originSecret: 1,
      socketService: {
        tasks: 1,
        mostTasks: 8,
        cpu: 512,
        memoryMegabytes: 1024,
        connectionsPerTask: 150,
        shards: 32,
      },
    })
    expect(() => parseSettings('loja', {})).toThrow('deployments/loja.json: region: is missing')
  })

  test('send mails from the domain unless they name a sender', () => {
    expect(parse({ domain: 'app.example.com' }).emailFrom).toBe('no-reply@app.example.com')
    expect(parse({ domain: 'app.example.com', emailFrom: 'oi@example.com' }).emailFrom).toBe('oi@example.com')
    expect(parse({}).emailFrom).toBeUndefined()
  })

  test('let the largest number of tasks follow the smallest one', () => {
    expect(parse({ socketService: { tasks: 12 } }).socketService.mostTasks).toBe(12)
    expect(parse({ socketService: { tasks: 0 } }).socketService.mostTasks).toBe(0)
  })

  test('allow as many tasks as there are shards', () => {
    expect(parse({ socketService: { shards: 48, mostTasks: 48 } }).socketService).toMatchObject({
      mostTasks: 48,
    })
  })

  test.for([
    [{ region: 'Brasil' }, 'region: must be an AWS region, such as sa-east-1'],
    [{ domain: 'https://app.example.com' }, 'domain: must be a domain'],
    [{ emailFrom: 'recado' }, 'emailFrom: must be an e-mail address'],
    [{ emailFrom: 7 }, 'emailFrom: must be a text'],
    [{ alarmEmail: 'nobody' }, 'alarmEmail: must be an e-mail address'],
    [{ monthlyBudget: 500 }, 'monthlyBudget: needs alarmEmail'],
    [{ monthlyBudget: 'much', alarmEmail: 'a@b.test' }, 'monthlyBudget: must be a whole number'],
    [{ operatorEmail: 'nobody' }, 'operatorEmail: must be an e-mail address'],
    [{ operatorEmail: 'a@b.test' }, 'operatorEmail: needs emailFrom or domain for its mail'],
    [{ emailIdentity: 'b.test' }, 'emailIdentity: needs emailFrom or domain'],
    [{ emailIdentity: 'b.test', emailFrom: 'a@c.test' }, 'emailIdentity: does not cover the sender a@c.test'],
    [
      { emailIdentity: 'b.test', emailFrom: 'a@ab.test' },
      'emailIdentity: does not cover the sender a@ab.test',
    ],
    [{ socketImage: '' }, 'socketImage: must not be empty'],
    [{ socketService: 3 }, 'socketService: must be an object'],
    [{ socketService: { tasks: -1 } }, 'socketService.tasks: must be a whole number'],
    [{ socketService: { tasks: 1.5 } }, 'socketService.tasks: must be a whole number'],
    [{ socketService: { tasks: 9, mostTasks: 3 } }, 'socketService.mostTasks: must be from tasks (9) to 32'],
    [{ socketService: { mostTasks: 33 } }, 'socketService.mostTasks: must be from tasks (1) to 32'],
    [
      { socketService: { cpu: 600 } },
      'socketService.cpu: must be one of 256, 512, 1024, 2048, 4096, 8192, 16384',
    ],
    [{ socketService: { memoryMegabytes: 512 } }, 'socketService.memoryMegabytes: must be one of 1024, 2048'],
    [{ socketService: { connectionsPerTask: 0 } }, 'socketService.connectionsPerTask: must be at least 1'],
    [{ socketService: { shards: 0 } }, 'socketService.shards: must be from 1 to 256'],
    [{ socketService: { shards: 257 } }, 'socketService.shards: must be from 1 to 256'],
    [{ socketService: { shards: 40.5 } }, 'socketService.shards: must be a whole number'],
    [
      { socketService: { shards: 48, mostTasks: 49 } },
      'socketService.mostTasks: must be from tasks (1) to 48',
    ],
    [{ monthlyBudget: 0, alarmEmail: 'a@b.test' }, 'monthlyBudget: must be at least 1'],
    [{ requestsPerSecond: 0 }, 'requestsPerSecond: must be at least 1'],
    [{ originSecret: 0 }, 'originSecret: must be at least 1'],
    [{ table: 'a/b' }, 'table: must be the name of a table'],
    [{ alarmMail: 'a@b.test' }, 'alarmMail: there is no such setting; did you mean alarmEmail?'],
    [{ sessionTasks: 2 }, 'sessionTasks: there is no such setting; did you mean socketService.tasks?'],
    [
      { socketService: { memory: 1024 } },
      'socketService.memory: there is no such setting; did you mean memoryMegabytes?',
    ],
  ] as const)('%j is refused with the reason', ([content, message]) => {
    expect(() => parse(content)).toThrow(`deployments/loja.json: ${message}`)
  })

  test.for([
    { emailIdentity: 'example.com', emailFrom: 'no-reply@app.example.com' },
    { emailIdentity: 'example.com', emailFrom: 'no-reply@example.com' },
    { emailIdentity: 'no-reply@example.com', emailFrom: 'no-reply@example.com' },
  ])('%j is accepted: the identity covers the sender', (content) => {
    expect(parse(content)).toMatchObject(content)
  })

  test.for([
    { cpu: 256, memoryMegabytes: 512 },
    { cpu: 512, memoryMegabytes: 4096 },
    { cpu: 2048, memoryMegabytes: 5120 },
    { cpu: 8192, memoryMegabytes: 20_480 },
    { cpu: 16_384, memoryMegabytes: 122_880 },
  ])('%j is accepted: Fargate has this size', (size) => {
    expect(parse({ socketService: size }).socketService).toMatchObject(size)
  })

  test('are refused with one line per problem', () => {
    expect(() => parse({ alarmEmail: 'a', domain: 'b' })).toThrow(
      'deployments/loja.json: domain: must be a domain\n' +
        'deployments/loja.json: alarmEmail: must be an e-mail address',
    )
  })

  test('are refused under a name that no bucket can have', () => {
    for (const name of ['Loja', 'loja!', 'a'.repeat(21), '2lojas'])
      expect(() => parse({}, name), name).toThrow('the name of a deployment has up to 20')
  })
})

describe('the file of a deployment', () => {
  const folders: string[] = []
  const folderWith = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'recado-settings-'))
    folders.push(folder)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
  const text = JSON.stringify(REGION)

  test('the committed example is valid', () => {
    expect(readDeployment(EXAMPLE, join(ROOT, 'deployments'))).toMatchObject({ name: EXAMPLE })
  })

  test('is found by its name, or as the only one besides the example', () => {
    const one = folderWith({ 'example.json': text, 'loja.json': text, 'notes.md': '' })
    expect(chooseDeployment(undefined, one)).toBe('loja')
    expect(chooseDeployment('example', one)).toBe('example')
    expect(readDeployment('loja', one)).toMatchObject({ name: 'loja', region: 'sa-east-1' })
  })

  test('is asked for when there is none or more than one', () => {
    const none = folderWith({ 'example.json': text })
    expect(() => chooseDeployment(undefined, none)).toThrow(
      'There is none yet: copy deployments/example.json',
    )
    const two = folderWith({ 'a.json': text, 'b.json': text, 'example.json': text })
    expect(() => chooseDeployment(undefined, two)).toThrow('Which deployment? There are a, b')
    expect(() => readDeployment('c', two)).toThrow('There is no deployments/c.json. There are a, b')
  })

  test('is refused when it is not JSON', () => {
    const broken = folderWith({ 'loja.json': '{"region": ' })
    expect(() => readDeployment('loja', broken)).toThrow('deployments/loja.json: is not JSON')
  })
})

test('a setting as a flag is refused with its place in the file', () => {
  expect(() => refuseFlags({ name: 'loja', 'cli-telemetry': false })).not.toThrow()
  expect(() => refuseFlags({ sessionTasks: '2', emailFrom: 'a@b.test' })).toThrow(
    '-c sessionTasks: this setting is socketService.tasks in deployments/<name>.json now\n' +
      '-c emailFrom: this setting is emailFrom in deployments/<name>.json now',
  )
})
