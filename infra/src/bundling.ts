import { join, relative, resolve } from 'node:path'
import { type InputOptions, type OutputOptions, type RolldownOutput, rolldown } from 'rolldown'
import { buildIfChanged } from './build-if-changed.ts'
import { ENTRIES } from './functions.ts'
import { ROOT } from './root.ts'

const instead = (file: string) => resolve(import.meta.dirname, 'lambda', file)

/** Library code that our functions never run, with its replacement. Each file says what it saves. */
const alias = {
  '@aws-sdk/credential-provider-node': instead('environment-credentials.ts'),
  '@aws-sdk/middleware-endpoint-discovery': instead('no-endpoint-discovery.ts'),
  '@smithy/core/event-streams': instead('no-event-streams.ts'),
}

/** The SDK is bundled: the tested version runs, whatever version the runtime has, and only the used parts load. */
const INPUT: InputOptions = {
  platform: 'node',
  transform: { target: 'node24' },
  // Of a package with both formats, the ES modules: their unused parts are left out.
  resolve: { mainFields: ['module', 'main'], alias },
}

/** Code that functions import on demand goes into files of its own. */
const OUTPUT: OutputOptions = {
  format: 'esm',
  minify: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
}

const BUILT = join(ROOT, 'node_modules/.cache/recado-functions')
const SOURCES = [
  'functions/src/**/*.ts',
  'shared/src/**/*.ts',
  'infra/src/{bundling,functions}.ts',
  'infra/src/lambda/*.ts',
  'package-lock.json',
]

/** Folder with the built code of a function's source file. Both paths are absolute. */
export type CodeOf = (entry: string) => string

/**
 * Builds a function's code: `index.mjs`, which a cold start loads with all static imports, and files that load on
 * demand.
 * @param entry absolute path of the source file that exports the handler
 */
export async function bundle(entry: string, folder: string): Promise<RolldownOutput> {
  await using made = await rolldown({ ...INPUT, input: { index: entry } })
  return await made.write({ ...OUTPUT, dir: folder })
}

/** Builds the code of every deployed function, unless the last build is from the same sources. */
export async function buildFunctions(): Promise<CodeOf> {
  const codeIn = (folder: string, entry: string) => join(folder, relative(ROOT, entry))
  await buildIfChanged(ROOT, SOURCES, BUILT, async (into) => {
    for (const entry of ENTRIES) await bundle(entry, codeIn(into, entry))
  })
  return (entry) => codeIn(BUILT, entry)
}
