import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { bundle } from '../../infra/src/bundling.ts'
import { entryOf } from '../../infra/src/functions.ts'

interface Bundle {
  /** File loaded by a cold start. */
  path: string
  /** Size of this file and its static imports, in bytes. */
  atStart: number
}

/** Builds a function's deployed code in a folder. */
export async function ourBundle(file: string, folder: string): Promise<Bundle> {
  const { output } = await bundle(entryOf(file), folder)
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
  const loaded = [...importedBy('index.mjs', chunks)]
  const atStart = loaded.reduce((sum, name) => sum + Buffer.byteLength(chunks.get(name)?.code ?? ''), 0)
  return { path: join(folder, 'index.mjs'), atStart }
}

/** The code as CDK's NodejsFunction builds it by default, with the SDK in a single file. */
export function usualBundle(file: string, folder: string): string {
  const path = join(folder, 'index.cjs')
  buildSync({
    entryPoints: [entryOf(file)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    mainFields: ['main', 'module'],
    logLevel: 'error',
  })
  return path
}

function importedBy(
  file: string,
  chunks: Map<string, { imports: string[] }>,
  found = new Set<string>(),
): Set<string> {
  if (found.has(file) || !chunks.has(file)) return found
  found.add(file)
  for (const imported of chunks.get(file)?.imports ?? []) importedBy(imported, chunks, found)
  return found
}
