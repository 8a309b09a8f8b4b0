import { whatsappFormatted } from '../../../campaigns/form/preview/whatsapp-format.tsx'
import classes from './bubbles.module.css'

const ADDRESS = /(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)*_~])/g

/** The addresses in a text, in their order. */
export const addressesIn = (text: string): string[] => text.match(ADDRESS) ?? []

/** A text with WhatsApp's formatting. Addresses become links; nothing of them is fetched in advance. */
export function MessageText({ text }: { text: string }) {
  if (text === '') return null
  // A split by one group puts the addresses at the odd places.
  const parts = text.split(ADDRESS).map((part, index) => ({ part, isAddress: index % 2 === 1, key: index }))
  return (
    <span className={classes.text} dir="auto">
      {parts.map(({ part, isAddress, key }) =>
        isAddress ? (
          <a key={key} href={part} target="_blank" rel="noopener noreferrer" className={classes.link}>
            {part}
          </a>
        ) : (
          <span key={key}>{whatsappFormatted(part)}</span>
        ),
      )}
    </span>
  )
}
