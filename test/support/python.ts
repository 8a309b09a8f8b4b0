import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run, succeeds, systemPackages } from './tools.ts'

/** All packages work with the first version. They may fail with the newest, which is therefore the last. */
const NAMES = ['python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3', 'python3.14']

interface Wanted {
  /** Name of the tool that needs it, for messages. */
  what: string
  /** Oldest suitable Python 3: 13 means 3.13. */
  oldest: number
  packages: readonly string[]
}

/**
 * Creates a virtual environment with packages from PyPI, by a Python on PATH or in pyenv.
 * @returns its Python
 * @throws when no suitable Python exists or can be installed, or a package fails to install
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
