import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { DeleteDialog } from '../../web/src/companies/list/DeleteDialog.tsx'
import { SupportBanner } from '../../web/src/session/SupportBanner.tsx'
import { aSessionUser } from '../support/actors.ts'
import { speakPortuguese } from '../support/portuguese.ts'
import { aShownCompany } from '../support/web-companies.ts'

const NAME = 'W'.repeat(48)
const company = aShownCompany({ name: NAME })

vi.mock('../../web/src/api/call.ts', () => ({ call: () => undefined }))
vi.mock('../../web/src/api/session.ts', () => ({ session: {} }))
vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => 'America/Sao_Paulo' }))
vi.mock('../../web/src/session/use-session.ts', () => ({
  useUser: () => {
    const user = aSessionUser()
    const support = { until: '2026-11-29T20:00:00.000Z', reason: 'Chamado 4711', mayChange: true }
    return { ...user, support, company: { ...user.company, name: NAME } }
  },
}))
vi.mock('../../web/src/ui/Dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))

beforeAll(speakPortuguese)

const markupOf = (element: ReactElement) => {
  const client = new QueryClient()
  return renderToStaticMarkup(
    createElement(MantineProvider, {}, createElement(QueryClientProvider, { client }, element)),
  )
}

/** The element's opening tag, from which the name's line breaks come. */
const tagAround = (markup: string, tag: RegExp) => markup.match(tag)?.[0]

test('a long company name without spaces wraps in the support banner, so that its button stays in view', () => {
  const markup = markupOf(createElement(SupportBanner))
  expect(markup).toContain(NAME)
  expect(tagAround(markup, /<div[^>]*role="status"[^>]*>/)).toContain('overflow-wrap:anywhere')
})

test('a long company name without spaces wraps in the label of the field that confirms its deletion', () => {
  const markup = markupOf(createElement(DeleteDialog, { company, onClose: () => undefined }))
  expect(tagAround(markup, /<label[^>]*>[^<]*WWWW/)).toContain('overflow-wrap:anywhere')
})
