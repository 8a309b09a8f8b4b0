import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Area, sourceFiles } from '../support/source-files.ts'

interface Rooms {
  area: Area
  root: string
  /**
   * Layers, lowest first, each a list of folders below the root. A folder belongs to the longest name it begins
   * with; `*` takes folders without a name here, `.` is the root itself.
   */
  layers: string[][]
}

const AREAS: Rooms[] = [
  {
    area: 'shared',
    root: 'shared/src',
    layers: [
      ['.'],
      ['errors', 'calendar', 'secrets', 'spreadsheets', 'metrics', 'deployment'],
      ['table', 'realtime'],
      ['http', 'email'],
      ['phone-numbers'],
      ['messages'],
      ['queues'],
      ['ports'],
      ['*'],
      ['contact-lists'],
      ['imports', 'exports'],
      ['campaigns/contract'],
      ['campaigns/message', 'campaigns/schedule'],
      ['campaigns/ledger'],
      ['campaigns/store'],
      ['campaigns/engine'],
      ['campaigns/report'],
      ['group-lists', 'extractors', 'opt-outs', 'dashboard', 'notices/causes'],
      ['companies/register', 'companies/deletion', 'settings', 'uploads'],
      ['retention', 'data-subjects', 'verification', 'migrations'],
      ['api'],
    ],
  },
  {
    area: 'functions',
    root: 'functions/src',
    layers: [['.'], ['http', 'letters'], ['credentials'], ['serve', 'realtime'], ['*'], ['email']],
  },
  {
    area: 'fargate-session',
    root: 'fargate-session/src',
    layers: [
      ['wire'],
      ['leases', 'ports'],
      ['auth-state', 'groups', 'questions', 'inbound'],
      ['privacy-tokens', 'outbound'],
      ['session', 'commands'],
      ['task'],
      ['.'],
    ],
  },
  { area: 'infra', root: 'infra/src', layers: [['.', 'lambda'], ['constructs'], ['stacks']] },
  {
    area: 'operations',
    root: 'infra/operations',
    layers: [['.'], ['deploy'], ['preflight'], ['moving'], ['commands']],
  },
  {
    area: 'web',
    root: 'web/src',
    layers: [
      ['i18n'],
      ['ui'],
      ['api'],
      ['realtime'],
      ['zone', 'session'],
      ['*'],
      ['settings/page'],
      ['shell'],
      ['routes'],
      ['.'],
    ],
  },
  {
    area: 'simulator',
    root: 'test/whatsapp-simulator/src',
    layers: [
      ['store', 'errors'],
      ['accounts'],
      ['wire', 'faults'],
      ['phones'],
      ['companions', 'media'],
      ['groups'],
      ['messages'],
      ['iq'],
      ['simulation'],
      ['control'],
      ['.'],
      ['testing'],
    ],
  },
]

/** An import across folders. Folders are named from the root of their area. */
interface Crossing {
  from: string
  to: string
  /** `file imports file`, for the message of a failed test. */
  text: string
}

const folderOf = (path: string, root: string): string => dirname(path).slice(root.length + 1) || '.'

/** Imports of types count: they break when the other file moves. */
function crossingsIn({ area, root }: Rooms): Crossing[] {
  const inArea = sourceFiles().filter((file) => file.area === area)
  return inArea.flatMap(({ path, imports }) =>
    imports.flatMap(({ file }) => {
      if (!file?.startsWith(`${root}/`) || dirname(file) === dirname(path)) return []
      return [{ from: folderOf(path, root), to: folderOf(file, root), text: `${path} imports ${file}` }]
    }),
  )
}

/**
 * Drops imports whose folder imports nothing else, or is imported by nothing else, until no more can be dropped.
 * The remaining imports form the cycles and the ways between two cycles.
 */
function cyclesAmong(crossings: Crossing[]): Crossing[] {
  const importing = new Set(crossings.map(({ from }) => from))
  const imported = new Set(crossings.map(({ to }) => to))
  const rest = crossings.filter(({ from, to }) => importing.has(to) && imported.has(from))
  return rest.length === crossings.length ? rest : cyclesAmong(rest)
}

/** The height of a folder's layer, 0 for the lowest. Throws for a folder without a layer. */
function layerOf(folder: string, layers: string[][]): number {
  const names = layers.flat()
  const named = names.filter((name) => folder === name || folder.startsWith(`${name}/`))
  const name = named.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  const layer = layers.findIndex((each) => each.includes(name || '*'))
  if (layer < 0) throw new Error(`no layer for ${folder}`)
  return layer
}

const upwardsAmong = (crossings: Crossing[], layers: string[][]): Crossing[] =>
  crossings.filter(({ from, to }) => layerOf(to, layers) > layerOf(from, layers))

const textsOf = (crossings: Crossing[]): string[] => crossings.map(({ text }) => text)

describe.for(AREAS)('$area', (rooms) => {
  const crossings = crossingsIn(rooms)

  test('has no cycle of imports among folders', () => {
    expect(textsOf(cyclesAmong(crossings))).toEqual([])
  })

  test('imports nothing from a higher layer', () => {
    expect(textsOf(upwardsAmong(crossings, rooms.layers))).toEqual([])
  })

  test('has files in every layer', () => {
    const folders = sourceFiles()
      .filter(({ area }) => area === rooms.area)
      .map(({ path }) => folderOf(path, rooms.root))
    const missing = rooms.layers.flat().filter((name) => {
      const layer = rooms.layers.findIndex((each) => each.includes(name))
      return !folders.some(
        (folder) =>
          layerOf(folder, rooms.layers) === layer &&
          (name === '*' || folder === name || folder.startsWith(`${name}/`)),
      )
    })
    expect(missing).toEqual([])
    expect(crossings.length).toBeGreaterThan(0)
  })
})

describe('the check', () => {
  const among = (...pairs: string[]): Crossing[] =>
    pairs.map((text) => {
      const [from = '', to = ''] = text.split(' ')
      return { from, to, text }
    })

  test('finds a cycle of two folders, and of a folder with its sub-folder', () => {
    expect(textsOf(cyclesAmong(among('a b', 'b a', 'b c')))).toEqual(['a b', 'b a'])
    expect(textsOf(cyclesAmong(among('a a/b', 'a/b a')))).toEqual(['a a/b', 'a/b a'])
  })

  test('finds a long cycle, and leaves out what only leads there', () => {
    expect(textsOf(cyclesAmong(among('z a', 'a b', 'b c', 'c d', 'd a', 'd y')))).toEqual([
      'a b',
      'b c',
      'c d',
      'd a',
    ])
  })

  test('finds no cycle where all imports lead one way', () => {
    expect(cyclesAmong(among('a b', 'a c', 'b c', 'c d'))).toEqual([])
  })

  test('puts a folder into the layer of the longest name', () => {
    const layers = [['ui'], ['*'], ['settings/page'], ['.']]
    const folders = [
      'ui',
      'ui/hours',
      'settings',
      'settings/pages',
      'settings/page',
      'settings/page/tabs',
      '.',
    ]
    expect(folders.map((folder) => layerOf(folder, layers))).toEqual([0, 0, 1, 1, 2, 2, 3])
  })

  test('finds an import of a higher layer', () => {
    const layers = [['ui'], ['*'], ['shell']]
    expect(
      textsOf(upwardsAmong(among('ui users', 'users ui', 'users shell', 'users plans'), layers)),
    ).toEqual(['ui users', 'users shell'])
  })

  test('refuses a folder without a layer', () => {
    expect(() => layerOf('users', [['ui']])).toThrow('no layer for users')
  })
})
