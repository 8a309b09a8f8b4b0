import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
/** The room that it must have, in bytes: several times what the tests use at the same time. */
const ROOM = 4 * 2 ** 30

/**
 * A folder for temporary files that is in memory, and deleted when this process exits. The emulators wait for the disk at each
 * change, so that it survives a power failure; files in memory survive all that tests do, which is to kill processes.
 * @returns undefined on a machine without room for it, or where programs do not run from it (docker mounts it `noexec`)
 */
export function folderInMemory(): string | undefined {
  if (!existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM) return undefined
  const folder = mkdtempSync(join(MEMORY, 'recado-tests-'))
  // Tests start processes of users without rights, who enter the ordinary folder too.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return runsPrograms(folder) ? folder : undefined
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}
