import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { virtualEnvironment } from '../support/python.ts'

const VERSION = '1.5.33'

/** boto3 is what a Lambda in Python finds there, in the version of the emulator's own botocore; cryptography makes its certificate. */
const PACKAGES = [`ministack==${VERSION}`, 'boto3==1.43.106', 'cryptography>=41,<51']

/** ministack in a virtual environment of its own, made once. @returns the environment's folder @throws where it cannot be made */
export function installMinistack(folder: string): string {
  const place = join(folder, `ministack-${VERSION}`)
  const complete = join(place, 'complete')
  if (existsSync(complete)) return place
  console.log(`Installing ministack ${VERSION} (once)…`)
  // What an earlier attempt left ended somewhere in the middle.
  rmSync(place, { recursive: true, force: true })
  virtualEnvironment(place, { what: 'ministack', oldest: 10, packages: PACKAGES })
  writeFileSync(complete, '')
  return place
}
