import { settingsFrom } from '@recado/shared/notices/settings'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { noticeKeys } from '../../web/src/notices/keys.ts'
import { UnreachedByMail } from '../../web/src/notices/settings/UnreachedByMail.tsx'
import { MailProblemText } from '../../web/src/users/MailProblemText.tsx'
import { aSessionUser } from '../support/actors.ts'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf } from '../support/web-markup.ts'

vi.mock('../../web/src/api/call.ts', () => ({ call: () => undefined }))
vi.mock('../../web/src/session/use-session.ts', () => ({ useUser: () => aSessionUser() }))

beforeAll(speakPortuguese)

test.each([
  ['bounce', 'Os e-mails não chegam a este endereço.'],
  ['complaint', 'foi marcado como spam neste endereço'],
] as const)('a user or an invitation with the problem %s says “%s”', (problem, words) => {
  expect(markupOf(createElement(MailProblemText, { problem }))).toContain(words)
  expect(markupOf(createElement(MailProblemText, { problem: null }))).not.toContain(words)
})

test.each([
  ['bounce', 'não chegam. Confira o endereço no seu perfil.'],
  ['complaint', 'foi marcado como spam em'],
  [null, undefined],
] as const)('the settings of notices of a user with the problem %s say “%s”', (mailProblem, words) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(noticeKeys.settings, { ...settingsFrom(), mailProblem })
  const shown = markupOf(createElement(QueryClientProvider, { client }, createElement(UnreachedByMail)))
  if (words) expect(shown).toContain(words)
  else expect(shown).not.toContain('mail')
})
