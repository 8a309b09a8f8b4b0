import type { ContactImport } from '@recado/shared/imports/import'
import type { Integration } from '@recado/shared/integration/integration'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { isHandedOver } from '../../web/src/imports/is-running.ts'
import { applyImportEvent } from '../../web/src/imports/realtime.ts'
import { importKeys, listTarget } from '../../web/src/imports/target.ts'
import { integrationKeys } from '../../web/src/integration/keys.ts'
import { applyIntegrationEvent } from '../../web/src/integration/realtime.ts'
import { eventOf } from '../../web/src/realtime/frame.ts'

const AT = '2026-01-02T12:00:00.000Z'
const link = (overrides: Partial<Integration> = {}): Integration => ({
  status: 'ENABLED',
  updatedAt: AT,
  connectedAt: AT,
  kind: 'sacmais',
  token: '••••1234',
  ...overrides,
})

let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient()
})
const hear = (channel: string, frame: object) => {
  const event = eventOf(JSON.stringify({ channel: `company-C1-${channel}`, ...frame }), 'C1')
  if (!event) throw new Error('No event')
  applyIntegrationEvent(cache, event)
  applyImportEvent(cache, event)
}

describe('the link to the platform', () => {
  test('the link to the platform has the specified words', () => {
    const { statuses } = {
      statuses: ['DISABLED', 'PENDING', 'PAUSED', 'ENABLED'].map((status) =>
        Reflect.get(pt, `integration.statuses.${status}`),
      ),
    }
    expect(statuses).toEqual(['Desabilitado', 'Pendente', 'Pendente', 'Ativado'])
    expect(pt['integration.connect.action']).toBe('Conectar')
    expect(pt['integration.disconnect.action']).toBe('Desconectar')
    expect(pt['integration.connect.required']).toBe('campo obrigatório')
  })

  test.each([
    ['ENABLED', true],
    ['PENDING', false],
    ['DISABLED', false],
    ['PAUSED', false],
  ] as const)('a link that is %s is shown so, and tag campaigns are offered: %s', (status, isEnabled) => {
    hear('integration', { action: 'update', record: link({ status }) })
    expect(cache.getQueryData(integrationKeys.link)).toEqual(link({ status }))
    expect(cache.getQueryData(integrationKeys.enabled)).toBe(isEnabled)
  })

  test('the server is asked for the last state, because an older event may come later', () => {
    hear('integration', { action: 'update', record: link() })
    hear('integration', { action: 'update', record: link({ status: 'PENDING' }) })
    for (const key of [integrationKeys.link, integrationKeys.enabled])
      expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
  })

  test('malformed events leave the link unchanged', () => {
    hear('integration', { action: 'update', record: { status: 'ON' } })
    hear('user', { action: 'update', record: link() })
    expect(cache.getQueryData(integrationKeys.link)).toBeUndefined()
  })
})

describe('a handover of imported contacts', () => {
  const imported: ContactImport = {
    importId: 'I1',
    contactListId: 'L1',
    status: 'DONE',
    total: 3,
    read: 3,
    imported: 3,
    duplicated: 0,
    refused: 0,
    refusedReasons: {},
    shortened: 0,
    consent: null,
    error: null,
    createdAt: AT,
    finishedAt: AT,
    sync: { status: 'WAITING', synced: 0, failed: 0, error: null },
  }
  const key = importKeys.one(listTarget('L1'), 'I1')

  test('a handover shows its progress, and is polled until it ends', () => {
    cache.setQueryData(key, imported)
    expect(isHandedOver(imported)).toBe(true)
    const sync = { status: 'DONE', synced: 2, failed: 1, error: null } as const
    hear('ContactListItem-L1', { action: 'synced', importId: 'I1', sync })
    expect(cache.getQueryData(key)).toEqual({ ...imported, sync })
    expect(isHandedOver({ ...imported, sync })).toBe(false)
    expect(isHandedOver({ ...imported, sync: null })).toBe(false)
    expect(isHandedOver({ ...imported, status: 'RUNNING' })).toBe(false)
  })

  test('the handover of an import that is not shown changes nothing', () => {
    const sync = { status: 'RUNNING', synced: 1, failed: 0, error: null }
    hear('ContactListItem-L1', { action: 'synced', importId: 'I1', sync })
    expect(cache.getQueryData(key)).toBeUndefined()
  })
})
