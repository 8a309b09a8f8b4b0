import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, forwardRef, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A component as HTML, without Mantine's styles. @param client with the answers that its queries have */
export function markupOf(element: ReactElement, client = new QueryClient()): string {
  const tree = createElement(QueryClientProvider, { client }, element)
  const html = renderToStaticMarkup(createElement(MantineProvider, null, tree))
  return html.replace(/<style.*?<\/style>/gs, '')
}

/** An icon that shows nothing. */
export const noSign = forwardRef<SVGSVGElement>(() => null)

/** The text of HTML, with `between` in place of each tag. */
export const textIn = (html: string, between = ''): string => html.replace(/<[^>]*>/g, between)
