import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Separate areas: a folder of the checkout by its name in the rules. */
const AREAS = {
  shared: 'shared/src',
  functions: 'functions/src',
  'fargate-session': 'fargate-session/src',
  web: 'web/src',
  infra: 'infra/src',
  local: 'infra/local',
  operations: 'infra/operations',
  simulator: 'test/whatsapp-simulator/src',
} as const
export type Area = keyof typeof AREAS

/** An import of a file. */
export interface Import {
  /** The specifier as written. */
  specifier: string
  /** Path of the imported file in the checkout, if it is ours. */
  file: string | undefined
  /** Types only: nothing remains at run time. */
  typesOnly: boolean
}

export interface SourceFile {
  /** Path from the root of the checkout. */
  path: string
  area: Area
  text: string
  imports: Import[]
}

/** Every TypeScript file of the product that is not generated. */
export function sourceFiles(): SourceFile[] {
  return (Object.keys(AREAS) as Area[]).flatMap((area) =>
    globSync(`${AREAS[area]}/**/*.{ts,tsx}`, { cwd: ROOT })
      .map((path) => normalize(path))
      .filter((path) => !path.includes('node_modules') && !path.includes('.gen.'))
      .map((path) => sourceFile(path, area)),
  )
}

/** Area of a file. */
export const areaOf = (path: string): Area | undefined =>
  (Object.keys(AREAS) as Area[]).find((area) => path.startsWith(`${AREAS[area]}/`))

function sourceFile(path: string, area: Area): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, area, text, imports: importsOf(path, text) }
}

// Statements begin a line; `import(…)` may be anywhere.
const STATEMENT = /^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm
const CALL = /\bimport\(\s*'([^']+)'/g

export function importsOf(path: string, text: string): Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, types, from, alone]) => ({
    specifier: from ?? alone ?? '',
    typesOnly: types !== undefined,
  }))
  const calls = [...text.matchAll(CALL)].map(([, specifier = '']) => ({ specifier, typesOnly: false }))
  return [...statements, ...calls].map((each) => ({ ...each, file: fileOf(path, each.specifier) }))
}

/** `@recado/shared/ids` and `../ids.ts` are the same file. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const [, workspace = '', module = ''] = /^@recado\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  const area = (Object.keys(AREAS) as Area[]).find((name) => name === workspace)
  return area && `${AREAS[area]}/${module}.ts`
}
