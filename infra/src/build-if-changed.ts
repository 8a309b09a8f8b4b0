import { createHash } from 'node:crypto'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Runs a build, unless its last run was from the same sources. An interrupted build runs again.
 * @param root folder of the sources
 * @param sources globs from the root
 * @param folder the build's result, which is deleted before the build
 */
export async function buildIfChanged(
  root: string,
  sources: readonly string[],
  folder: string,
  build: () => Promise<void>,
): Promise<void> {
  const stamp = join(folder, '.sources')
  const digest = await digestOf(root, sources)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === digest) return
  await rm(folder, { recursive: true, force: true })
  await build()
  await writeFile(stamp, digest)
}

async function digestOf(root: string, sources: readonly string[]): Promise<string> {
  const files: string[] = []
  for await (const file of glob(sources, { cwd: root })) files.push(file)
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(root, file)))
  return hash.digest('hex')
}
