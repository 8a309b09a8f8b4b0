import type { Announcement } from '@recado/shared/announcements/announcement'
import { type InfiniteData, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newestOf } from '../../web/src/announcements/bell/seen.ts'
import { announcementKeys } from '../../web/src/announcements/keys.ts'
import { PRIORITY_COLORS } from '../../web/src/announcements/priority-colors.ts'
import { applyAnnouncementEvent } from '../../web/src/announcements/realtime.ts'
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { eventOf } from '../../web/src/realtime/frame.ts'

const AT = '2026-01-02T12:00:00.000Z'
const announcement = (id: string, overrides: Partial<Announcement> = {}): Announcement => ({
  id,
  title: `Aviso ${id}`,
  text: 'Texto',
  priority: 3,
  status: true,
  mediaName: null,
  mediaPath: null,
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
})

test('an announcement’s priority has its specified colour and word', () => {
  expect(PRIORITY_COLORS).toEqual({ 1: 'red', 2: 'orange', 3: 'gray' })
  expect([1, 2, 3].map((level) => Reflect.get(pt, `announcements.priorities.${level}`))).toEqual([
    'Alta',
    'Média',
    'Baixa',
  ])
  expect([pt['announcements.statuses.true'], pt['announcements.statuses.false']]).toEqual([
    'Ativo',
    'Inativo',
  ])
  expect(pt['announcements.form.required']).toBe('Obrigatório')
})

describe('the bell of announcements', () => {
  let cache: QueryClient
  beforeEach(() => {
    cache = new QueryClient()
  })
  const page = (...records: Announcement[]) => ({
    records,
    count: records.length,
    hasMore: false,
    nextCursor: null,
  })
  const fill = (...pages: Announcement[][]) =>
    cache.setQueryData(announcementKeys.bell, { pages: pages.map((some) => page(...some)), pageParams: [] })
  const shown = () =>
    cache
      .getQueryData<InfiniteData<ReturnType<typeof page>>>(announcementKeys.bell)
      ?.pages.flatMap(({ records }) => records.map(({ id, title }) => `${id} ${title}`))
  const hear = (frame: object) => {
    const event = eventOf(JSON.stringify({ channel: 'company-announcement', ...frame }), 'C1')
    if (event) applyAnnouncementEvent(cache, event)
  }

  test('the bell shows a new announcement on top without a call', () => {
    fill([announcement('A2'), announcement('A1')])
    hear({ action: 'create', record: announcement('A3') })
    expect(shown()).toEqual(['A3 Aviso A3', 'A2 Aviso A2', 'A1 Aviso A1'])
  })

  test('the bell keeps a later change that a late event overtook', () => {
    fill([announcement('A1', { title: 'Adiado', updatedAt: '2026-01-02T12:00:01.000Z' })])
    hear({ action: 'update', record: announcement('A1') })
    expect(shown()).toEqual(['A1 Adiado'])
  })

  test('the bell keeps an activated announcement when the event of its hidden state comes late', () => {
    fill([])
    hear({ action: 'update', record: announcement('A1', { updatedAt: '2026-01-02T12:00:01.000Z' }) })
    hear({ action: 'delete', id: 'A1', updatedAt: AT })
    expect(shown()).toEqual(['A1 Aviso A1'])
  })

  test('a late event does not bring back an announcement that was deactivated', () => {
    fill([announcement('A1')])
    hear({ action: 'delete', id: 'A1', updatedAt: '2026-01-02T12:00:02.000Z' })
    hear({ action: 'update', record: announcement('A1', { updatedAt: '2026-01-02T12:00:01.000Z' }) })
    expect(shown()).toEqual([])
    const activated = announcement('A1', { title: 'De volta', updatedAt: '2026-01-02T12:00:03.000Z' })
    hear({ action: 'update', record: activated })
    expect(shown()).toEqual(['A1 De volta'])
  })

  test('the bell shows a changed or reactivated announcement in its place', () => {
    fill([announcement('A4')], [announcement('A2'), announcement('A1')])
    hear({ action: 'update', record: announcement('A2', { title: 'Adiado' }) })
    hear({ action: 'update', record: announcement('A3') })
    expect(shown()).toEqual(['A4 Aviso A4', 'A3 Aviso A3', 'A2 Adiado', 'A1 Aviso A1'])
  })

  test('the bell shows the very first announcement, and removes a deleted one', () => {
    fill([])
    hear({ action: 'create', record: announcement('A1') })
    expect(shown()).toEqual(['A1 Aviso A1'])
    hear({ action: 'delete', id: 'A1' })
    expect(shown()).toEqual([])
  })

  test('a bell that could not load its announcements asks again when one comes', async () => {
    const queryFn = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ pages: [] })
    const bell = new QueryObserver(cache, { queryKey: announcementKeys.bell, queryFn, retry: false })
    const close = bell.subscribe(() => undefined)
    await vi.waitFor(() => expect(bell.getCurrentResult().isError).toBe(true))
    hear({ action: 'create', record: announcement('B') })
    await vi.waitFor(() => expect(bell.getCurrentResult().isSuccess).toBe(true))
    expect(queryFn).toHaveBeenCalledTimes(2)
    close()
  })

  test('the bell ignores malformed events', () => {
    fill([announcement('A1')])
    hear({ action: 'create', record: { id: 'A2' } })
    hear({ action: 'create' })
    expect(shown()).toEqual(['A1 Aviso A1'])
  })

  test('the newest id marks which announcements were seen', () => {
    expect(newestOf([{ id: 'A2' }, { id: 'A3' }, { id: '' }])).toBe('A3')
    expect(newestOf([])).toBe('')
  })
})
