import { MARKED } from '@recado/shared/messages/whatsapp-marks'
import type { ReactNode } from 'react'
import classes from './whatsapp.module.css'

/**
 * A message's text as WhatsApp formats it.
 * @param show what becomes of words without a mark, if they are not shown as they are
 */
export function whatsappFormatted(
  text: string,
  show: (words: string, key: number) => ReactNode = (words) => words,
): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(MARKED)) {
    const [whole, mono, link, bold, italic, strike] = match
    if (match.index > end) parts.push(show(text.slice(end, match.index), end))
    const key = match.index
    if (mono !== undefined) parts.push(<code key={key}>{mono}</code>)
    if (link !== undefined) parts.push(<Link key={key}>{link}</Link>)
    if (bold !== undefined) parts.push(<strong key={key}>{whatsappFormatted(bold, show)}</strong>)
    if (italic !== undefined) parts.push(<em key={key}>{whatsappFormatted(italic, show)}</em>)
    if (strike !== undefined) parts.push(<s key={key}>{whatsappFormatted(strike, show)}</s>)
    end = match.index + whole.length
  }
  if (end < text.length) parts.push(show(text.slice(end), end))
  return parts
}

/** Looks like a link without being one, because following it would leave the form. */
const Link = ({ children }: { children: string }) => <span className={classes.link}>{children}</span>
