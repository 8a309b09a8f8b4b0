import { MantineProvider } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { MessageAuthor } from '../../web/src/tickets/messages/MessageAuthor.tsx'
import { speakPortuguese } from '../support/portuguese.ts'
import { aShownMessage } from '../support/web-tickets.ts'

beforeAll(speakPortuguese)

/** The writer above a message, and whether only screen readers get it. */
function writerOf(message: Partial<ShownMessage>, isGroup = false) {
  const given = { message: aShownMessage(message), ticketName: 'Mirela', isGroup, campaign: undefined }
  const markup = renderToStaticMarkup(createElement(MantineProvider, {}, createElement(MessageAuthor, given)))
  const [, attributes, words] = markup.match(/<bdi([^>]*)>(.*?)<\/bdi>/) ?? []
  return [words?.replaceAll('<!-- -->', ''), attributes?.includes('VisuallyHidden')]
}

test('screen readers get the writer of a message whose side alone shows it', () => {
  const origin: ShownMessage['origin'] = 'user'
  expect(writerOf({ fromMe: false })).toEqual(['Mirela:', true])
  expect(writerOf({ fromMe: true, author: null, auto: null, origin })).toEqual(['Nós:', true])
})

test('a written name of the writer is not repeated', () => {
  const sender = { id: null, name: 'Bento', number: null }
  expect(writerOf({ fromMe: true, author: { id: 'u1', name: 'Ana' }, auto: null })).toEqual(['Ana', false])
  expect(writerOf({ fromMe: false, sender }, true)).toEqual(['Bento', false])
})
