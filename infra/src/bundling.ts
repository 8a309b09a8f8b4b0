import { join, resolve } from 'node:path'
import { type BuildOptions, buildSync } from 'esbuild'
import { ROOT } from './root.ts'

const instead = (file: string) => resolve(import.meta.dirname, 'lambda', file)

/** What of our libraries no function of ours ever runs, and what stands in its place; each file says what it saves. */
const ALIASES: Record<string, string> = {
  '@aws-sdk/credential-provider-node': instead('environment-credentials.ts'),
  '@aws-sdk/middleware-endpoint-discovery': instead('no-endpoint-discovery.ts'),
  '@smithy/core/event-streams': instead('no-event-streams.ts'),
}

/** The SDK comes along: what was tested runs, whatever version the runtime has, and only what is used loads. */
const OPTIONS: BuildOptions = {
  ...{ platform: 'node', target: 'node24', format: 'esm', bundle: true, minify: true, logLevel: 'error' },
  // Under the names that esbuild gives them, what functions import when they need it lies in files of its own.
  ...{ splitting: true, outExtension: { '.js': '.mjs' } },
  ...{ mainFields: ['module', 'main'], alias: ALIASES },
  // Some packages are CommonJS and call require for Node's own modules.
  banner: {
    js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
  },
}

/** Where a function's source is. @param file path in functions/src, without ending */
export const entryOf = (file: string): string => join(ROOT, 'functions/src', `${file}.ts`)

/**
 * Makes a function's code out of its source: `index.mjs`, which a cold start loads with all that it imports, and what
 * is only loaded once it is needed.
 * @param entry absolute path of the source file that exports the handler
 */
export function bundle(entry: string, folder: string) {
  return buildSync({ ...OPTIONS, entryPoints: { index: entry }, outdir: folder, metafile: true })
}
