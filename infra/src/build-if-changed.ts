import { createHash, randomUUID } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Its file with the digest of the sources. */
const STAMP = '.sources'

/**
 * Runs a build, unless its last run was from the same sources. Its result takes the place of the last one when it is
 * whole: a build that fails or is interrupted leaves the last one, and two may run at once.
 * @param root folder of the sources
 * @param sources globs from the root
 * @param folder the build's result
 * @param build builds into an own folder beside it, which does not exist yet
 */
export async function buildIfChanged(
  root: string,
  sources: readonly string[],
  folder: string,
  build: (into: string) => Promise<void>,
): Promise<void> {
  const digest = await digestOf(root, sources)
  if ((await readFile(join(folder, STAMP), 'utf8').catch(() => '')) === digest) return
  const made = `${folder}.${randomUUID()}`
  try {
    await build(made)
    await writeFile(join(made, STAMP), digest)
    await put(made, folder)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Puts a build in its place. The last one may be missing, and another build of the same sources may come first. */
async function put(made: string, folder: string): Promise<void> {
  const last = `${made}.last`
  await rename(folder, last).catch(ignoring('ENOENT'))
  await rename(made, folder).catch(ignoring('ENOTEMPTY'))
  await rm(last, { recursive: true, force: true })
}

async function digestOf(root: string, sources: readonly string[]): Promise<string> {
  const files: string[] = []
  for await (const file of glob(sources, { cwd: root })) files.push(file)
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

const ignoring = (code: string) => (error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === code)) throw error
}
