import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { ApiClient } from '../support/api-client.ts'
import { startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { aWorld, type World } from '../support/worlds.ts'
import { installSchemathesis } from './install.ts'

/**
 * `npm run test:schemathesis`: calls every operation of the OpenAPI document with made-up input, as an admin of one
 * company while there is another, and judges every answer: no 5xx, nothing outside the document, nothing of the other
 * company. Arguments go to schemathesis.
 */
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '100'
const SEED = process.env.SCHEMATHESIS_SEED ?? '7'

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'nothing_of_another_company',
  'an_error_says_which',
]

/** Stands in every text of the other company. */
const SECRET = 'SEGREDO-ALHEIO'

/** These end the caller's own session, as they should. */
const ENDS_SESSION = ['logout', 'login', 'refreshToken']

const root = resolve(import.meta.dirname, '../..')
const command = installSchemathesis(join(root, 'node_modules/.cache'))
const system = await startSystem()
let status = 1
try {
  const principals = new Principals(system)
  const [company, other] = [await principals.company(), await principals.company()]
  const own = await aWorld(principals.tenant(company))
  const foreign = await aWorld(principals.tenant(other), SECRET)
  status = await schemathesis(await principals.signedIn(company), own, foreign)
} finally {
  await system.stop()
}
process.exit(status)

async function schemathesis({ token }: ApiClient, own: World, foreign: World): Promise<number> {
  const child = spawn(
    command,
    [
      'run',
      `${system.origin}/api/openapi.json`,
      '--url',
      `${system.origin}/api`,
      '--header',
      `Authorization: Bearer ${token}`,
      '--phases',
      'examples,coverage,fuzzing',
      '--max-examples',
      EXAMPLES,
      '--seed',
      SEED,
      '--continue-on-failure',
      '--generation-deterministic',
      '--checks',
      CHECKS.join(','),
      '--suppress-health-check',
      'all',
      '--warnings',
      'off',
      ...ENDS_SESSION.flatMap((name) => ['--exclude-operation-id', name]),
      ...process.argv.slice(2),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: import.meta.dirname,
        RECADO_OWN: JSON.stringify(own),
        RECADO_FOREIGN: JSON.stringify(foreign),
        RECADO_SECRETS: JSON.stringify([SECRET, foreign.companyId]),
      },
    },
  )
  const [code] = await once(child, 'exit')
  return code ?? 1
}
