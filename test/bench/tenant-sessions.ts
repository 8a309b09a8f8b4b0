import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../infra/src/root.ts'
import { installMinistack } from '../deploy/install-ministack.ts'
import { environmentFor, startMinistack } from '../deploy/ministack.ts'
import { killAll, startGroup } from '../support/process-group.ts'

/**
 * What it adds to reading a row that it is read with the rights of its company alone: in ministack, whose STS and
 * DynamoDB are one process on this machine, so that the ratios count and not the milliseconds.
 */
export async function benchTenantSessions(): Promise<void> {
  const place = installMinistack(join(ROOT, 'node_modules/.cache/recado-emulators'))
  const folder = mkdtempSync(join(tmpdir(), 'recado-bench-'))
  process.once('exit', killAll)
  try {
    const emulator = await startMinistack({ place, folder, node: join(ROOT, 'node_modules/.bin') })
    // A process of its own: Node reads at its start which certificates it trusts.
    const { PATH = '' } = process.env
    const status = await startGroup(
      process.execPath,
      ['--no-warnings', join(import.meta.dirname, 'tenant-sessions-reads.ts')],
      { output: 'inherit', folder: ROOT, environment: { PATH, ...environmentFor(emulator) } },
    )
    if (status !== 0) throw new Error('The reads were not timed')
  } finally {
    killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}
