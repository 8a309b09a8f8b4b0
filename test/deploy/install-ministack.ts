import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../infra/src/root.ts'
import { virtualEnvironment } from '../support/python.ts'

const VERSION = '1.5.33'

/** boto3 is for Lambdas in Python, in the version of the emulator's own botocore. cryptography makes the certificate. */
const PACKAGES = [`ministack==${VERSION}`, 'boto3==1.43.106', 'cryptography>=41,<51']

/** The folder that keeps it between runs. */
export const EMULATORS = join(ROOT, 'node_modules/.cache/recado-emulators')

const placeIn = (folder: string): string => join(folder, `ministack-${VERSION}`)
const completeIn = (folder: string): string => join(placeIn(folder), 'complete')

export const isMinistackInstalled = (folder = EMULATORS): boolean => existsSync(completeIn(folder))

/** Installs ministack once in its own virtual environment. @returns the environment's folder @throws if this fails */
export function installMinistack(folder = EMULATORS): string {
  const place = placeIn(folder)
  if (isMinistackInstalled(folder)) return place
  console.log(`Installing ministack ${VERSION} (once)…`)
  // An earlier attempt left an incomplete installation.
  rmSync(place, { recursive: true, force: true })
  virtualEnvironment(place, { what: 'ministack', oldest: 10, packages: PACKAGES })
  writeFileSync(completeIn(folder), '')
  return place
}
