import { beginIntoContacts } from '@recado/functions/imports/imports'
import { deleteList } from '@recado/shared/contact-lists/store'
import { importContacts } from '@recado/shared/imports/importing'
import { getImport } from '@recado/shared/imports/store'
import { type ImportJob, importJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'
import { aListOf } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

test('an import from a list that is deleted meanwhile does not end as done', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const engine = enginePorts(memory, () => Date.parse('2026-11-23T15:00:00.000Z'))
  const jobs: ImportJob[] = []
  const send = async (_: string, message: object) => void jobs.push(importJob.parse(message))
  const ports = { ...engine.ports, queues: { ...engine.ports.queues, send } }
  setContext({ table, ports, log: engine.log })
  const contactListId = await aListOf(table, [{ number: '5511987651001' }])
  await beginIntoContacts(anActor({ profile: 'admin' }), { contactListId })
  const job = jobs.find((one) => !('watch' in one))
  if (!job) throw new Error('The import has no job')
  await deleteList(table, contactListId)
  await importContacts({ ...ports, files: new FilesInMemory(), publish: async () => undefined }, job)
  expect(await getImport(table, job)).toMatchObject({ status: 'FAILED', error: 'ERR_NO_CONTACT_LIST_FOUND' })
})
