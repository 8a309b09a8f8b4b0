import { join } from 'node:path'
import { api } from '@recado/shared/api'
import { buildSync, type Metafile } from 'esbuild'
import { bundle, entryOf } from '../../infra/src/bundling.ts'
import { otherFunctions, workerFunctions } from '../../infra/src/worker-functions.ts'

/** Every function that is deployed: its path in functions/src, without ending. */
export const functionFiles: string[] = [
  ...Object.keys(api).map((domain) => `${domain}/api`),
  ...Object.values(workerFunctions).map(({ file }) => file),
  ...Object.values(otherFunctions),
]

interface Bundle {
  /** The file that a cold start loads. */
  path: string
  /** Bytes that it loads: this file, and what it imports. */
  atStart: number
}

/** A function's code as it is deployed, made in a folder. */
export function ourBundle(file: string, folder: string): Bundle {
  const { outputs } = bundle(entryOf(file), folder).metafile
  const path = Object.keys(outputs).find((name) => name.endsWith('/index.mjs')) ?? ''
  const loaded = [...importedBy(path, outputs)]
  const atStart = loaded.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0)
  return { path: join(folder, 'index.mjs'), atStart }
}

/** As CDK's NodejsFunction makes it when nobody says how, with the SDK in it. */
export function usualBundle(file: string, folder: string): Bundle {
  const path = join(folder, 'index.cjs')
  const { metafile } = buildSync({
    ...{ entryPoints: [entryOf(file)], outfile: path, bundle: true, platform: 'node', metafile: true },
    ...{ format: 'cjs', target: 'node24', mainFields: ['main', 'module'], logLevel: 'error' },
  })
  const [{ bytes } = { bytes: 0 }] = Object.values(metafile.outputs)
  return { path, atStart: bytes }
}

function importedBy(file: string, outputs: Metafile['outputs'], found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const { path, kind } of outputs[file]?.imports ?? []) {
    if (kind === 'import-statement' && path in outputs) importedBy(path, outputs, found)
  }
  return found
}
