import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const VERSION = '4.4.4'
/** The last one that its generator of JSON works with. */
const HYPOTHESIS = '6.140.3'

/** Schemathesis in a virtual environment of its own, made once. @returns its command @throws where there is no Python */
export function installSchemathesis(folder: string): string {
  const place = join(folder, `schemathesis-${VERSION}`)
  const command = join(place, 'bin/schemathesis')
  if (existsSync(command)) return command
  console.log(`Installing schemathesis ${VERSION} (once)…`)
  run('python3', ['-m', 'venv', place])
  run(join(place, 'bin/pip'), ['install', '--quiet', `schemathesis==${VERSION}`, `hypothesis==${HYPOTHESIS}`])
  return command
}

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error ?? `status ${status}`}`)
}
