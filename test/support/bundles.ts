import { api } from '@recado/shared/api'
import { type BuildOptions, build } from 'esbuild'
import { ALIASES, BANNER, entryOf, MAIN_FIELDS } from '../../infra/src/bundling.ts'
import { otherFunctions, workerFunctions } from '../../infra/src/worker-functions.ts'

/** Every function that is deployed: its path in functions/src, without ending. */
export const functionFiles: string[] = [
  ...Object.keys(api).map((domain) => `${domain}/api`),
  ...Object.values(workerFunctions).map(({ file }) => file),
  ...Object.values(otherFunctions),
]

/** As a function is deployed. */
const OURS: BuildOptions = {
  ...{ format: 'esm', target: 'node24', minify: true, mainFields: MAIN_FIELDS },
  ...{ alias: ALIASES, banner: { js: BANNER } },
}
/** As CDK's NodejsFunction does it when nobody says how, with the SDK in it. */
const USUAL: BuildOptions = { format: 'cjs', target: 'node24', mainFields: ['main', 'module'] }

/** A function's code in one file. */
export async function bundleOf(file: string, how: 'ours' | 'usual' = 'ours'): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...(how === 'ours' ? OURS : USUAL),
    ...{ entryPoints: [entryOf(file)], bundle: true, platform: 'node', write: false, logLevel: 'error' },
  })
  const [code] = outputFiles
  if (!code) throw new Error(`${file} gave no code`)
  return code.contents
}
