import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Area, areaOf, importsOf, type SourceFile, sourceFiles } from '../support/source-files.ts'

const files = sourceFiles()
const inArea = (area: Area) => files.filter((file) => file.area === area)
const paths = (found: SourceFile[]) => found.map(({ path }) => path).sort()

/** Imports that break a rule, as `file imports specifier`. */
const breaking = (some: SourceFile[], breaks: (specifier: string, file: string | undefined) => boolean) =>
  some.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, file }) => breaks(specifier, file))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  )

describe('the house rules’ file list', () => {
  test('covers every area and finds its imports', () => {
    for (const area of [
      'shared',
      'functions',
      'fargate-session',
      'web',
      'infra',
      'local',
      'operations',
      'simulator',
    ] as const)
      expect(inArea(area).length, area).toBeGreaterThan(5)
    const imports = files.flatMap((file) => file.imports)
    expect(imports.length).toBeGreaterThan(files.length)
    // Every imported file is in the list, or is data.
    const known = new Set(files.map(({ path }) => path))
    const missing = files.flatMap(({ path, imports: all }) =>
      all.flatMap(({ file }) =>
        file && areaOf(file) && !known.has(file) && /\.tsx?$/.test(file) ? [`${path}: ${file}`] : [],
      ),
    )
    expect(missing.filter((each) => !each.includes('.gen.'))).toEqual([])
  })

  test('recognises imports in every syntax', () => {
    const text = [
      "import a from 'a'",
      "import type { B } from '@recado/shared/b'",
      "import {\n  c,\n  type D,\n} from '../c.ts'",
      "import 'e'",
      "export { f } from './f.ts'",
      "export * from 'g'",
      "const h = await import('h')",
    ].join('\n')
    expect(importsOf('functions/src/x/y.ts', text)).toEqual([
      { specifier: 'a', typesOnly: false, file: undefined },
      { specifier: '@recado/shared/b', typesOnly: true, file: 'shared/src/b.ts' },
      { specifier: '../c.ts', typesOnly: false, file: 'functions/src/c.ts' },
      { specifier: 'e', typesOnly: false, file: undefined },
      { specifier: './f.ts', typesOnly: false, file: 'functions/src/x/f.ts' },
      { specifier: 'g', typesOnly: false, file: undefined },
      { specifier: 'h', typesOnly: false, file: undefined },
    ])
  })
})

describe('the direction of imports', () => {
  const MAY_IMPORT: Record<Area, Area[]> = {
    shared: ['shared'],
    functions: ['shared', 'functions'],
    'fargate-session': ['shared', 'fargate-session'],
    web: ['shared', 'web'],
    infra: ['shared', 'infra'],
    local: ['shared', 'functions', 'infra', 'local'],
    operations: ['shared', 'local', 'infra', 'operations'],
    simulator: ['simulator'],
  }

  test.for(Object.entries(MAY_IMPORT) as [Area, Area[]][])('%s imports only %s', ([area, allowed]) => {
    const wrong = breaking(inArea(area), (_, file) => {
      if (file === undefined) return false
      const to = areaOf(file)
      // Files outside all areas are data: package.json, a text of another language.
      return to === undefined ? /\.tsx?$/.test(file) : !allowed.includes(to)
    })
    expect(wrong).toEqual([])
  })

  test('the operator’s commands import only the settings of the deployment code', () => {
    const SETTINGS =
      /^infra\/src\/(settings|settings-problems|sender-identity|edge-stack-name|deployment-files|root)\.ts$/
    const wrong = breaking(
      inArea('operations'),
      (_, file) => file !== undefined && areaOf(file) === 'infra' && !SETTINGS.test(file),
    )
    expect(wrong).toEqual([])
  })

  test('a workspace is imported by a file path, never by its package name alone', () => {
    expect(breaking(files, (specifier) => /^@recado\/[\w-]+$/.test(specifier))).toEqual([])
  })

  test('the local system imports only the functions’ rights and the app’s build from the deployment code', () => {
    const ALLOWED = /^infra\/src\/(grants|domain-grants|worker-grants|row-keys|build-web-app)\.ts$/
    const wrong = breaking(
      inArea('local'),
      (_, file) => file !== undefined && areaOf(file) === 'infra' && !ALLOWED.test(file),
    )
    expect(wrong).toEqual([])
  })

  test('the local system imports only the functions’ handlers and the demo password', () => {
    const HANDLER = /^functions\/src\/[\w-]+\/(api|[\w-]+-worker|every-minute|socket-handlers)\.ts$/
    const wrong = breaking(
      inArea('local'),
      (_, file) => file !== undefined && areaOf(file) === 'functions' && !HANDLER.test(file),
    )
    expect(wrong).toEqual(['infra/local/demo-data.ts imports @recado/functions/credentials/password'])
  })
})

describe('the browser and the deployment', () => {
  /** Code that runs in AWS but is stored beside the deployment code. */
  const isDeployment = ({ path }: SourceFile) => !path.startsWith('infra/src/lambda/')
  const apart = [...inArea('web'), ...inArea('infra').filter(isDeployment)]

  test('import no store', () => {
    expect(breaking(apart, (specifier) => /(^|[/-])store(\.ts)?$/.test(specifier))).toEqual([])
  })

  test('import nothing of the AWS SDK', () => {
    expect(breaking(apart, (specifier) => specifier.startsWith('@aws-sdk'))).toEqual([])
  })

  test('the browser bundle imports no store, no table, no secrets, no AWS SDK and no Node module', () => {
    const byPath = new Map(files.map((file) => [file.path, file]))
    const wayTo = new Map(inArea('web').map(({ path }) => [path, path]))
    const found: string[] = []
    for (const [path, way] of wayTo) {
      const running = byPath.get(path)?.imports.filter(({ typesOnly }) => !typesOnly) ?? []
      for (const { specifier, file } of running) {
        const isForbidden =
          /^(node:|@aws-sdk|@smithy)/.test(specifier) ||
          /^shared\/src\/(table|secrets)\/|store\.ts$/.test(file ?? '')
        if (isForbidden) found.push(`${way} → ${specifier}`)
        else if (file && !wayTo.has(file)) wayTo.set(file, `${way} → ${file}`)
      }
    }
    expect(found).toEqual([])
    expect(wayTo.size).toBeGreaterThan(inArea('web').length)
  })
})

/** Calls that the oldest supported browsers lack (MDN's tables): Chrome 123, Firefox 125, Safari 17.5. */
const TOO_NEW =
  /\bURL\.parse\(|\bPromise\.try\(|\bIterator\.\w+\(|\.(values|keys|entries)\(\)\s*\.(map|filter|some|every|find|take|drop|flatMap|reduce|forEach|toArray)\(|\bnew Set\([^)]*\)\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(|\bRegExp\.escape|\bDurationFormat\b|\.(from|to)(Base64|Hex)\(|\bError\.isError|\bMath\.(sumPrecise|f16round)/

test('the app makes no call that its oldest supported browsers lack', () => {
  expect(TOO_NEW.test('const url = URL.parse(text)')).toBe(true)
  expect(TOO_NEW.test('for (const one of map.values().map(String))')).toBe(true)
  const inBrowsers = files.filter(({ area }) => area === 'web' || area === 'shared')
  expect(paths(inBrowsers.filter(({ text }) => TOO_NEW.test(text)))).toEqual([])
})

test('every dialog of the app is a Dialog, so Escape closes only the topmost', () => {
  const withModal = inArea('web').filter(({ text }) =>
    /import \{[^}]*\bModal\b[^}]*\} from '@mantine/.test(text),
  )
  expect(paths(withModal)).toEqual(['web/src/ui/Dialog.tsx'])
})

test('every button that chooses files is a FilePicker, so the same file can be chosen again', () => {
  const withFileButton = inArea('web').filter(({ text }) =>
    /import \{[^}]*\bFileButton\b[^}]*\} from '@mantine/.test(text),
  )
  expect(paths(withFileButton)).toEqual(['web/src/uploads/FilePicker.tsx'])
})

describe('the table', () => {
  test('only one file talks to DynamoDB, and only one creates the local tables', () => {
    const importing = files.filter(({ imports }) =>
      imports.some(({ specifier }) => /^@aws-sdk\/(client|lib|util)-dynamodb/.test(specifier)),
    )
    expect(paths(importing)).toEqual([
      // Looks at requests in tests, and makes none.
      'infra/local/gateway/rights.ts',
      'infra/local/provision.ts',
      // Restores the table as a whole.
      'infra/operations/commands/restore.ts',
      // Opens the tables of two deployments in one process.
      'infra/operations/deployment.ts',
      'shared/src/table/dynamo.ts',
      // Only the format of its rows.
      'shared/src/table/items.ts',
    ])
    const making = /\b(CreateTable|UpdateTimeToLive|Delete|Put|Get|Query|Scan)\w*Command\b/g
    const provision = importing.find(({ path }) => path === 'infra/local/provision.ts')
    expect([...new Set(provision?.text.match(making))].filter((name) => !/Create|Update/.test(name))).toEqual(
      [],
    )
  })

  test('no client of AWS waits for an answer for ever', () => {
    const making = files.filter(
      ({ path, text }) =>
        /^(shared|functions|fargate-session)\//.test(path) && /new [A-Z]\w*Client\(/.test(text),
    )
    expect(making.length).toBeGreaterThan(6)
    const patient = making.filter(({ text }) => !text.includes('givesUp'))
    expect(paths(patient)).toEqual([])
  })

  test('only these files hold the table of all companies', () => {
    const holding = files.filter(
      ({ text, area }) =>
        area !== 'infra' &&
        (/new DynamoTable\(/.test(text) ||
          /\bports\.table\b/.test(text) ||
          /import(?: type)? \{[^}]*\bTable\b[^}]*\} from '[^']*table(\.ts)?'/.test(text)),
    )
    expect(paths(holding)).toEqual([
      'fargate-session/src/auth-state/rows.ts',
      'fargate-session/src/commands/answer.ts',
      'fargate-session/src/inbound/fetch-media.ts',
      'fargate-session/src/leases/leases.ts',
      'fargate-session/src/ports/ports.ts',
      'fargate-session/src/session/session.ts',
      'fargate-session/src/task/shard.ts',
      'fargate-session/src/task/task.ts',
      'functions/src/context.ts',
      'functions/src/credentials/attempts.ts',
      'functions/src/credentials/password-links.ts',
      'functions/src/platform/first-operator.ts',
      'functions/src/realtime/socket-handlers.ts',
      'functions/src/realtime/sockets.ts',
      'functions/src/sessions/handover-uses.ts',
      'functions/src/sessions/handover.ts',
      'functions/src/sessions/sign-in.ts',
      'functions/src/sessions/tickets.ts',
      'infra/local/demo-data.ts',
      'infra/operations/deployment.ts',
      'shared/src/campaigns/engine/sweep.ts',
      'shared/src/campaigns/report/watchers.ts',
      'shared/src/campaigns/store/sending-stops.ts',
      // A company, its row in the register and the counts of its plan are changed together.
      'shared/src/companies/register/deletion-store.ts',
      'shared/src/companies/register/every-company.ts',
      'shared/src/companies/register/register-store.ts',
      'shared/src/connections/holding.ts',
      'shared/src/connections/leases.ts',
      'shared/src/connections/liveness.ts',
      'shared/src/connections/reshard.ts',
      'shared/src/migrations/migrate.ts',
      'shared/src/ports/ports.ts',
      'shared/src/table/dynamo.ts',
      'shared/src/table/memory.ts',
      'shared/src/table/platform.ts',
      'shared/src/table/retrying.ts',
      'shared/src/table/tenant.ts',
      'shared/src/table/window.ts',
      'shared/src/tickets/system/timers.ts',
      'shared/src/users/store.ts',
    ])
  })

  test('only these files read rows without a company', () => {
    const importing = files.filter(
      ({ imports, text }) =>
        imports.some(({ file }) => file === 'shared/src/table/indexes.ts') ||
        /\bplatformStopKey\b/.test(text),
    )
    expect(paths(importing)).toEqual([
      'fargate-session/src/leases/leases.ts',
      'fargate-session/src/task/shard.ts',
      'functions/src/credentials/attempts.ts',
      'functions/src/realtime/hand-on.ts',
      'functions/src/realtime/socket-handlers.ts',
      'functions/src/realtime/sockets.ts',
      'functions/src/schedules/attend.ts',
      'functions/src/sessions/handover-uses.ts',
      'functions/src/sessions/tickets.ts',
      'infra/operations/moving/index-rows.ts',
      'shared/src/campaigns/engine/chain.ts',
      'shared/src/campaigns/engine/pace.ts',
      'shared/src/campaigns/engine/standing.ts',
      'shared/src/campaigns/engine/sweep.ts',
      'shared/src/campaigns/store/campaigns.ts',
      'shared/src/campaigns/store/sending-stops.ts',
      'shared/src/companies/deletion/parts.ts',
      'shared/src/companies/register/every-company.ts',
      'shared/src/connections/holding.ts',
      'shared/src/connections/leases.ts',
      'shared/src/connections/liveness.ts',
      'shared/src/connections/reshard.ts',
      'shared/src/connections/store.ts',
      'shared/src/schedules/store.ts',
      'shared/src/table/tenant.ts',
      'shared/src/tickets/store/tickets.ts',
      'shared/src/tickets/system/timers.ts',
      'shared/src/users/store.ts',
    ])
    const spelled = files.filter(({ text }) => /['"`]INDEX#/.test(text))
    expect(paths(spelled)).toEqual([
      'shared/src/table/indexes.ts',
      // Patterns for IAM.
      'shared/src/table/shared-rows.ts',
      'shared/src/table/tenant.ts',
    ])
  })

  test('no API handler holds the table of all companies', () => {
    // The caller is not known yet there, or does not exist: a deployment creates the first account.
    const PUBLIC = ['credentials', 'sessions', 'realtime', 'context.ts', 'platform/first-operator.ts']
    const handlers = inArea('functions').filter(
      ({ path }) => !PUBLIC.some((part) => path.startsWith(`functions/src/${part}`)),
    )
    expect(handlers.length).toBeGreaterThan(15)
    expect(paths(handlers.filter(({ text }) => /\bports\.table\b|new DynamoTable/.test(text)))).toEqual([])
  })

  test('no code scans a table', () => {
    const CODE =
      /^(?!\s*(\/\/|\*|\/\*\*)).*\b(Scan(Command)?|paginateScan|dynamodb:Scan|PartiQL\w*|ExecuteStatement\w*)\b/m
    expect(paths(files.filter(({ text }) => CODE.test(text)))).toEqual([])
    expect(CODE.test('  new ScanCommand({})')).toBe(true)
    expect(CODE.test("  actions: ['dynamodb:Scan']")).toBe(true)
  })
})

describe('the checkout', () => {
  test('no file is longer than 300 lines', () => {
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > 300)
    expect(paths(long)).toEqual([])
  })

  test('no literal is spread into another, which would hide excess properties and long lines', () => {
    const SPREAD = /\.\.\.\s*\{|\.\.\.\s*\[[^[\]]*\](?=\s*[,\])])/
    expect(paths(files.filter(({ text }) => SPREAD.test(text)))).toEqual([])
  })

  test('no catch clause ignores its error', () => {
    const BLIND = /\bcatch \{|\.catch\(\(\) =>\s*(?:undefined|\{\s*\})\s*\)/
    const serverSide = files.filter(({ area }) => area !== 'web' && area !== 'simulator')
    expect(paths(serverSide.filter(({ text }) => BLIND.test(text)))).toEqual([])
    for (const blind of ['try { a() } catch { b() }', 'a().catch(() => undefined)', 'a.catch(() => {})'])
      expect(BLIND.test(blind), blind).toBe(true)
  })

  test('one file cuts texts, and one other file takes the beginning of a list', () => {
    const CUT = /\.(?:substring|substr)\b|\.slice\(\s*0\s*[,)]|\[\s*['"`](?:slice|substr|substring)['"`]\s*\]/
    expect(paths(files.filter(({ text }) => CUT.test(text)))).toEqual([
      // Accepts only a list, by its type.
      'shared/src/first-of.ts',
      'shared/src/text.ts',
    ])
    for (const cut of [
      'a.substring(1)',
      'a.substr(1)',
      'a.slice(0, 9)',
      'a\n  .slice(\n0, 9)',
      "a['slice'](0, 9)",
    ])
      expect(CUT.test(cut), cut).toBe(true)
    for (const other of ['a.slice(1)', 'a.slice(at, at + 9)', 'a.slice(-9)'])
      expect(CUT.test(other), other).toBe(false)
  })

  test('the lock file names no registry, so npm’s configuration decides', () => {
    const {
      packages,
    }: {
      packages: Record<string, { resolved?: string; link?: boolean; integrity?: string; inBundle?: boolean }>
    } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const entries = Object.entries(packages)
    expect(entries.length).toBeGreaterThan(300)
    expect(entries.filter(([, { resolved, link }]) => resolved && !link).map(([name]) => name)).toEqual([])
    // Without its digest a package from another registry could have other content.
    const unproven = entries.filter(
      ([name, { link, integrity, inBundle }]) =>
        name.startsWith('node_modules/') && !link && !integrity && !inBundle,
    )
    expect(unproven.map(([name]) => name)).toEqual([])
  })

  test('no file of the product contains a secret, a password or a key', () => {
    const SECRET = /AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[pousr]_\w{30,}|\bxox[abp]-\w{10,}/
    expect(paths(files.filter(({ text }) => SECRET.test(text)))).toEqual([])
  })

  test('no file switches off TLS verification', () => {
    const OFF = /rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/
    expect(paths(files.filter(({ text }) => OFF.test(text)))).toEqual([])
  })
})
