import { MantineProvider } from '@mantine/core'
import type { ChangeKind } from '@recado/shared/tickets/rules/requested-change'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { ActionButtons, type Room } from '../../web/src/tickets/actions/ActionButtons.tsx'
import type { TicketActions } from '../../web/src/tickets/actions/use-ticket-actions.tsx'
import { speakPortuguese } from '../support/portuguese.ts'

beforeAll(speakPortuguese)

/** The words of the buttons that a header has room for. */
function buttonsIn(room: Room, ...kinds: ChangeKind[]) {
  const actions = { kinds: new Set(kinds), isBusy: false, mayDelete: false } as unknown as TicketActions
  const markup = renderToStaticMarkup(
    createElement(MantineProvider, {}, createElement(ActionButtons, { actions, isClosed: false, room })),
  )
  return ['Assumir', 'Resolver'].filter((word) => markup.includes(`>${word}<`))
}

test('a colleague’s ticket offers to resolve it only where that leaves room for the name and the number', () => {
  expect(buttonsIn('wide', 'takeOver', 'close')).toEqual(['Assumir', 'Resolver'])
  expect(buttonsIn('medium', 'takeOver', 'close')).toEqual(['Assumir'])
  expect(buttonsIn('narrow', 'takeOver', 'close')).toEqual(['Assumir'])
})

test('one’s own ticket offers to resolve it in any room', () => {
  for (const room of ['wide', 'medium', 'narrow'] as const)
    expect(buttonsIn(room, 'close')).toEqual(['Resolver'])
})
