import { createElement, type ReactNode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { MoreMenu } from '../../web/src/ui/MoreMenu.tsx'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, noSign } from '../support/web-markup.ts'

type Parts = { children: ReactNode }
vi.mock('@mantine/core', async (original) => {
  const shown = ({ children }: Parts) => children
  const Item = ({ c, children }: Parts & { c?: string }) => createElement('li', { 'data-color': c }, children)
  const Menu = Object.assign(shown, { Target: shown, Dropdown: shown, Item, Divider: () => null })
  return { ...(await original<object>()), Menu }
})

beforeAll(speakPortuguese)

test('a destructive entry stands last, in the red that is read on dark surfaces too', () => {
  const html = markupOf(
    createElement(MoreMenu, {
      name: 'Feira',
      items: [
        { label: 'Excluir', icon: noSign, danger: true },
        { label: 'Editar', icon: noSign },
      ],
    }),
  )
  expect(html).toMatch(
    /<li>Editar<\/li><li data-color="var\(--mantine-color-red-light-color\)">Excluir<\/li>$/,
  )
})
