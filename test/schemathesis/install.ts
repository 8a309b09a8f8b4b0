import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { virtualEnvironment } from '../support/python.ts'

const VERSION = '4.4.4'
/** The last one that its generator of JSON works with. */
const HYPOTHESIS = '6.140.3'

/** Schemathesis in a virtual environment of its own, made once. @returns its command @throws where there is no Python */
export function installSchemathesis(folder: string): string {
  const place = join(folder, `schemathesis-${VERSION}`)
  const command = join(place, 'bin/schemathesis')
  if (existsSync(command)) return command
  console.log(`Installing schemathesis ${VERSION} (once)…`)
  const packages = [`schemathesis==${VERSION}`, `hypothesis==${HYPOTHESIS}`]
  virtualEnvironment(place, { what: 'Schemathesis', oldest: 10, packages })
  return command
}
