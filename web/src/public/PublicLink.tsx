import { Anchor } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { goTo, type PublicPath } from './places.ts'

/** A link to another page before the login, which opens in place. */
export function PublicLink({ to, children }: { to: PublicPath; children: ReactNode }) {
  const open = (event: MouseEvent) => {
    // As a link, it opens in another tab too.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <Anchor href={to} size="sm" onClick={open}>
      {children}
    </Anchor>
  )
}
