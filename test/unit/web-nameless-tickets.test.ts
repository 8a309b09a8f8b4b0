import { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useMoves } from '../../web/src/tickets/kanban/use-moves.ts'
import { ForwardTargets } from '../../web/src/tickets/messages/actions/ForwardTargets.tsx'
import { elementsIn, mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'
import { aShownTicket } from '../support/web-tickets.ts'

const { call, ana } = vi.hoisted(() => ({ call: vi.fn(), ana: { id: 'ana' } }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => ana, onChange: () => () => undefined },
}))

vi.mock('@mantine/hooks', async (original) => ({
  ...(await original<typeof import('@mantine/hooks')>()),
  // Its timer belongs to a window of the browser.
  useDebouncedValue: (value: unknown) => [value],
}))

/** A person without a name: the ticket has the name of the conversation. */
const nameless = aShownTicket({ id: 'T1', name: '5511987654321', tagIds: [] })
const NUMBER = '+55 11 98765-4321'

let client: QueryClient
beforeEach(async () => {
  await speakPortuguese()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  call.mockReset()
})

test('a moved card of a person without a name is told by the number as people write it', async () => {
  const stages = [
    { id: null, name: 'Sem etapa', tag: undefined },
    { id: 'novo', name: 'Novo', tag: undefined },
  ]
  call.mockResolvedValue(nameless)
  const { answer, after, unmount } = await mounted(
    () => useMoves(stages, { tags: new Map() }, { current: null }),
    {},
    client,
  )
  await after(() => answer()?.move(nameless, 'novo'))
  expect(answer()?.told).toBe(i18next.t('kanban.moved', { name: NUMBER, stage: 'Novo' }))
  await after(() => answer()?.move(nameless, null))
  expect(answer()?.told).toBe(i18next.t('kanban.kept', { name: NUMBER, stage: 'Sem etapa' }))
  await unmount()
})

test('the targets of a forwarded message are named as the list of conversations names them', async () => {
  const hidden = aShownTicket({ id: 'T2', name: 'lid-123456', contactId: 'C2' })
  call.mockResolvedValue({ records: [nameless, hidden], hasMore: false, nextCursor: null })
  const { answer, unmount } = await mounted(
    () => ({
      tree: ForwardTargets({
        source: aShownTicket({ id: 'T0', contactId: 'C0' }),
        chosen: [],
        onChoose: () => undefined,
      }),
    }),
    {},
    client,
  )
  const choices = elementsIn<{ children?: ReactNode; choices?: { label: string }[] }>(answer()?.tree)
    .flatMap(({ props }) => props.choices ?? [])
    .map(({ label }) => label)
  expect(choices).toEqual([NUMBER, i18next.t('common.nameless')])
  await unmount()
})
