import { UnstyledButton } from '@mantine/core'
import { cutText } from '@recado/shared/text'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { whatsappFormatted } from '../../../ui/whatsapp/whatsapp-format.tsx'
import classes from './bubbles.module.css'
import { textParts } from './numbers-in.ts'
import { PhoneNumber } from './PhoneNumber.tsx'

const ADDRESS = /(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)*_~])/g

/** The addresses in a text, in their order. */
export const addressesIn = (text: string): string[] => text.match(ADDRESS) ?? []

/** Longer texts are folded, in characters. Few people write so much; a hostile text of 65,536 could slow the page down. */
const LONGEST = 2000
/** As much as is shown of them. */
const BEGINNING = 1500

/**
 * A text with WhatsApp's formatting. Addresses become links, and nothing of them is fetched in advance. A phone number
 * begins a conversation.
 */
export function MessageText({ text }: { text: string }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  if (text.length <= LONGEST) return <Formatted text={text} />
  return (
    <>
      <Formatted text={isOpen ? text : `${cutText(text, BEGINNING)}…`} />
      <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(isOpen ? 'tickets.readLess' : 'tickets.readMore')}
      </UnstyledButton>
    </>
  )
}

function Formatted({ text }: { text: string }) {
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
