import { whatsappFormatted } from '../../../ui/whatsapp/whatsapp-format.tsx'
import classes from './bubbles.module.css'
import { textParts } from './numbers-in.ts'
import { PhoneNumber } from './PhoneNumber.tsx'

const ADDRESS = /(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)*_~])/g

/** The addresses in a text, in their order. */
export const addressesIn = (text: string): string[] => text.match(ADDRESS) ?? []

/**
 * A text with WhatsApp's formatting. Addresses become links, and nothing of them is fetched in advance. A phone number
 * begins a conversation.
 */
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
          <span key={key}>{whatsappFormatted(part, withNumbers)}</span>
        ),
      )}
    </span>
  )
}

const withNumbers = (words: string, key: number) => (
  <span key={key}>
    {textParts(words).map(({ text, number }, index) =>
      number ? <PhoneNumber key={index} number={number} text={text} /> : text,
    )}
  </span>
)
