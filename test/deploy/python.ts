import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10']

const IS_USABLE = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'

/** A Python of 3.10 or newer that can make virtual environments. @throws where there is none on PATH or in pyenv */
export function findPython(): string {
  const found = [...NAMES, ...inPyenv()].find(
    (name) => spawnSync(name, ['-I', '-c', IS_USABLE], { stdio: 'ignore' }).status === 0,
  )
  if (!found)
    throw new Error(
      'ministack needs Python 3.10 or newer, with venv, on PATH or in pyenv (Debian: apt-get install python3-venv)',
    )
  return found
}

function inPyenv(): string[] {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions')
  if (!existsSync(versions)) return []
  return readdirSync(versions).map((version) => join(versions, version, 'bin/python3'))
}
