import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { bundle } from '../../infra/src/bundling.ts'
import { entryOf } from '../../infra/src/functions.ts'

interface Bundle {
  /** The file that a cold start loads. */
  path: string
  /** Bytes that it loads: this file, and what it imports. */
  atStart: number
}

/** A function's code as it is deployed, made in a folder. */
export async function ourBundle(file: string, folder: string): Promise<Bundle> {
  const { output } = await bundle(entryOf(file), folder)
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
  const loaded = [...importedBy('index.mjs', chunks)]
  const atStart = loaded.reduce((sum, name) => sum + Buffer.byteLength(chunks.get(name)?.code ?? ''), 0)
  return { path: join(folder, 'index.mjs'), atStart }
}

/** As CDK's NodejsFunction makes it when nobody says how, with the SDK in it: its only file. */
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
