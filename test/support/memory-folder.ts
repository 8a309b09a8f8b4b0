import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
/** The room that it must have, in bytes: several times what the tests use at the same time. */
const ROOM = 4 * 2 ** 30

/**
 * A folder for temporary files that is in memory, and deleted when this process exits. The emulators wait for the disk at each
 * change, so that it survives a power failure; files in memory survive all that tests do, which is to kill processes.
 * @returns undefined on a machine without room for it
 */
export function folderInMemory(): string | undefined {
  if (!existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM) return undefined
  const folder = mkdtempSync(join(MEMORY, 'recado-tests-'))
  // Tests start processes of users without rights, who enter the ordinary folder too.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
