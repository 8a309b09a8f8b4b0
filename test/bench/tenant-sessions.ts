import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../infra/src/root.ts'
import { installMinistack } from '../deploy/install-ministack.ts'
import { environmentFor, startMinistack } from '../deploy/ministack.ts'
import { killAll, startGroup } from '../support/process-group.ts'
import type { Size } from './size.ts'

const COMPANIES = { usual: 60, smallest: 2 }

/**
 * The cost of reading a row with the rights of its company only. In ministack STS and DynamoDB are one process on this
 * machine, so only the ratios count.
 */
export async function benchTenantSessions(size: Size): Promise<void> {
  const place = installMinistack()
  const folder = mkdtempSync(join(tmpdir(), 'recado-bench-'))
  process.once('exit', killAll)
  try {
    const emulator = await startMinistack({ place, folder, node: join(ROOT, 'node_modules/.bin') })
    const printed = join(folder, 'printed')
    // A process of its own, because Node reads its trusted certificates at the start.
    const { PATH = '' } = process.env
    const status = await startGroup(
      process.execPath,
      ['--no-warnings', join(import.meta.dirname, 'tenant-sessions-reads.ts'), String(COMPANIES[size])],
      { output: openSync(printed, 'w'), folder: ROOT, environment: { PATH, ...environmentFor(emulator) } },
    )
    const text = readFileSync(printed, 'utf8')
    if (status !== 0) throw new Error(`The reads were not timed: ${text}`)
    console.log(text.trimEnd())
  } finally {
    killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}
