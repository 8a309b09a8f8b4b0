import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { SENT } from '../../infra/src/constructs/socket-image.ts'
import { ROOT } from '../../infra/src/root.ts'
import manifest from '../../package.json' with { type: 'json' }
import { atMost } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

/** The Dockerfile's instructions, each a word and what follows it. */
const instructions = readFileSync(join(ROOT, 'fargate-session/Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
const told = (word: string) => instructions.filter(([name]) => name === word).map(([, rest]) => rest)

/** A user without rights, as `node` is in the image. */
const NOBODY = 65_534
/** The processor of this machine, in docker's word and in npm's. */
const TARGETARCH = process.arch === 'x64' ? 'amd64' : process.arch
const IS_ROOT = process.getuid?.() === 0
const MEGABYTE = 1024 * 1024

let root: string
const node = () => join(dirname(root), 'node')

/** What docker would do without docker: the files that are sent, and the commands of the first stage on them. */
beforeAll(async () => {
  root = join(mkdtempSync(join(tmpdir(), 'recado-container-')), 'recado')
  for (const path of SENT.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))) {
    if (!path.isFile()) continue
    const from = join(path.parentPath, path.name)
    const to = join(root, from.slice(ROOT.length))
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to)
  }
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH: `${dirname(process.execPath)}:${PATH}`,
    HOME,
    TARGETARCH,
    npm_config_prefer_offline: 'true',
  }
  for (const command of told('RUN')) execFileSync('sh', ['-c', command], { cwd: root, env, stdio: 'ignore' })
  // Others may enter and read, as in an image; the folder of this checkout may be closed to them.
  chmodSync(dirname(root), 0o755)
  copyFileSync(process.execPath, node())
}, atMost(300_000))
afterAll(() => rmSync(dirname(root), { recursive: true }))
// Its environment is what the image is started with.
ownSystem()

describe('the image of the socket service', () => {
  test('the image of the socket service uses Node 24 and runs unprivileged, as one process', () => {
    const [version, digest] = told('ARG')[0]?.split('@') ?? []
    // The version that all tests run on.
    expect(version).toBe(`NODE=node:${manifest.devDependencies.node}-slim`)
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    // The first stage runs on the building machine's processor, the last one only copies.
    expect(told('FROM')).toEqual(['--platform=$BUILDPLATFORM $NODE AS installed', '$NODE'])
    const last = instructions.findLastIndex(([name]) => name === 'FROM')
    expect(instructions.slice(last).map(([name]) => name)).not.toContain('RUN')
    expect(told('USER')).toEqual(['node'])
    expect(told('CMD')).toHaveLength(1)
    expect(told('EXPOSE')).toEqual([])
    expect(told('VOLUME')).toEqual(['/tmp'])
  })

  test('the image of the socket service holds only what runs', () => {
    const files = globSync('**', { cwd: root, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
    const own = files.filter((file) => !file.includes('node_modules/'))
    const allowed =
      /^(shared|fargate-session)\/src\/|(^|\/)package(-lock)?\.json$|^\.npmrc$|^sbom\.json$|^fargate-session\/Dockerfile$/
    expect(own.filter((file) => !allowed.test(file))).toEqual([])
    expect(
      files.filter((file) => /node_modules\/(vitest|aws-cdk-lib|react|@playwright|esbuild)\//.test(file)),
    ).toEqual([])
  })

  test('the image of the socket service has native parts for its own processor alone', () => {
    const native = globSync('node_modules/@img/sharp-*', { cwd: root }).filter(
      (name) => !/libvips/.test(name),
    )
    expect(native).toEqual([`node_modules/@img/sharp-linux-${process.arch}`])
  })

  test('the image of the socket service is small', () => {
    const bytes = Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0])
    console.log(`files of the image beside Node's: ${Math.round(bytes / MEGABYTE)} MB`)
    expect(bytes).toBeLessThan(150 * MEGABYTE)
  })

  test('the image of the socket service has a bill of materials', () => {
    const sbom = z
      .object({
        bomFormat: z.string(),
        components: z.array(z.object({ name: z.string(), version: z.string() })),
      })
      .parse(JSON.parse(readFileSync(join(root, 'sbom.json'), 'utf8')))
    expect(sbom.bomFormat).toBe('CycloneDX')
    const names = sbom.components.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['@whiskeysockets/baileys', 'libsignal', '@aws-sdk/client-dynamodb']),
    )
    expect(names.filter((name) => ['vitest', 'typescript', 'aws-cdk-lib', 'react'].includes(name))).toEqual(
      [],
    )
  })

  test('the image of the socket service starts without write access and ends on SIGTERM', async () => {
    const [, ...args] = z.array(z.string()).parse(JSON.parse(told('CMD')[0] ?? ''))
    const environment = Object.fromEntries(told('ENV').map((line) => line.split(/=(.*)/s).slice(0, 2)))
    const child = spawn(node(), args, {
      cwd: root,
      env: { ...process.env, ...environment, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(IS_ROOT && { uid: NOBODY, gid: NOBODY }),
    })
    let written = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        written += chunk
      })
    await expect.poll(() => written, { timeout: atMost(30_000) }).toContain('session service ready')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended, written).toEqual([0, null])
  })
})
