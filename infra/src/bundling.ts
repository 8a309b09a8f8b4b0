import { join, resolve } from 'node:path'
import { ROOT } from './root.ts'

const instead = (file: string) => resolve(import.meta.dirname, 'lambda', file)

/** What of the SDK no function of ours ever runs, and what stands in its place; each file says what it saves. */
export const ALIASES: Record<string, string> = {
  '@aws-sdk/credential-provider-node': instead('environment-credentials.ts'),
  '@smithy/core/event-streams': instead('no-event-streams.ts'),
}

/** As esbuild is told, besides a minified ES module for Node 24 in which the SDK comes along. */
export const MAIN_FIELDS = ['module', 'main']
/** Some packages are CommonJS and call require for Node's own modules. */
export const BANNER = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);"

/** Where a function's source is. @param file path in functions/src, without ending */
export const entryOf = (file: string): string => join(ROOT, 'functions/src', `${file}.ts`)
