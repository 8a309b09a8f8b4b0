import type { Content } from '@recado/shared/messages/content'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { IconUserCircle } from '@tabler/icons-react'
import classes from './bubbles.module.css'

type Contacts = Extract<Content, { type: 'contact' }>['contacts']

export function ContactCards({ contacts }: { contacts: Contacts }) {
  return contacts.map(({ name, number }) => (
    <span key={`${name}-${number}`} className={classes.card}>
      <IconUserCircle size={32} aria-hidden />
      <span className={classes.cardWords}>
        <bdi className={classes.cardTitle}>{name}</bdi>
        <span className={classes.cardFacts}>{formatNumber(number)}</span>
      </span>
    </span>
  ))
}
