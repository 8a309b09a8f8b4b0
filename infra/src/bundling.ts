import { join, relative, resolve } from 'node:path'
import { type InputOptions, type OutputOptions, type RolldownOutput, rolldown } from 'rolldown'
import { ENTRIES } from './functions.ts'
import { ROOT } from './root.ts'

const instead = (file: string) => resolve(import.meta.dirname, 'lambda', file)

/** What of our libraries no function of ours ever runs, and what stands in its place; each file says what it saves. */
const alias = {
  '@aws-sdk/credential-provider-node': instead('environment-credentials.ts'),
  '@aws-sdk/middleware-endpoint-discovery': instead('no-endpoint-discovery.ts'),
  '@smithy/core/event-streams': instead('no-event-streams.ts'),
}

/** The SDK comes along: what was tested runs, whatever version the runtime has, and only what is used loads. */
const INPUT: InputOptions = {
  platform: 'node',
  transform: { target: 'node24' },
  // Of a package that comes as both, its modules: what is not used of them is left out.
  resolve: { mainFields: ['module', 'main'], alias },
}

/** What functions import when they need it lies in files of its own. */
const OUTPUT: OutputOptions = {
  format: 'esm',
  minify: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
}

/** Where the code is that a function's source file was made into: its folder. Both paths are absolute. */
export type CodeOf = (entry: string) => string

/**
 * Makes a function's code out of its source: `index.mjs`, which a cold start loads with all that it imports, and what
 * is only loaded once it is needed.
 * @param entry absolute path of the source file that exports the handler
 */
export async function bundle(entry: string, folder: string): Promise<RolldownOutput> {
  await using made = await rolldown({ ...INPUT, input: { index: entry } })
  return await made.write({ ...OUTPUT, dir: folder })
}

/** Makes the code of every function that is deployed. */
export async function bundleAll(folder: string): Promise<CodeOf> {
  const codeOf: CodeOf = (entry) => join(folder, relative(ROOT, entry))
  for (const entry of ENTRIES) await bundle(entry, codeOf(entry))
  return codeOf
}
