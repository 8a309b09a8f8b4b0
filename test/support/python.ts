import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run, succeeds, systemPackages } from './tools.ts'

/** All packages are known to work with the first; with what is newer they may not, so it comes last. */
const NAMES = ['python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3', 'python3.14']

interface Wanted {
  /** Who needs it, for people to read. */
  what: string
  /** The oldest Python 3 that will do: 13 for 3.13. */
  oldest: number
  packages: readonly string[]
}

/**
 * Makes a virtual environment with packages from PyPI, with a Python on PATH or in pyenv.
 * @returns its Python
 * @throws where there is no such Python and none can be installed from here, or where a package does not install
 */
export function virtualEnvironment(place: string, { what, oldest, packages }: Wanted): string {
  let found = findPython(oldest)
  if (!found) systemPackages('Python', ['python3-venv'])
  found ??= findPython(oldest)
  if (!found) throw new Error(`${what} needs Python 3.${oldest} or newer, with venv, on PATH or in pyenv`)
  run(found, ['-I', '-m', 'venv', place])
  const python = join(place, 'bin/python')
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
  return python
}

function findPython(oldest: number): string | undefined {
  const isFit = `import sys, venv, ensurepip; sys.exit(sys.version_info < (3, ${oldest}))`
  return [...NAMES, ...inPyenv()].find((python) => succeeds(python, ['-I', '-c', isFit]))
}

function inPyenv(): string[] {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions')
  if (!existsSync(versions)) return []
  return readdirSync(versions).map((version) => join(versions, version, 'bin/python3'))
}
