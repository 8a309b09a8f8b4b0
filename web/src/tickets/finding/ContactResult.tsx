import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import type { FoundContact } from '@recado/shared/search/routes'
import { Link } from '@tanstack/react-router'
import { contactTitle } from '../../contacts/ContactName.tsx'
import classes from './finding.module.css'
import { Marked } from './Marked.tsx'
import { matchesIn } from './matches.ts'

/** A contact, which opens on its own page. */
export function ContactResult({ contact, q }: { contact: FoundContact; q: string }) {
  const title = contactTitle(contact)
  const number = contact.number && formatNumber(contact.number)
  return (
    <li>
      <Link
        to="/contacts/$contactId"
        params={{ contactId: contact.id }}
        className={classes.result}
        data-result
      >
        <span className={classes.title}>
          <Marked text={title} ranges={matchesIn(title, q)} />
        </span>
        {number && number !== title && (
          <span className={classes.facts}>
            <Marked text={number} ranges={matchesIn(number, q)} />
          </span>
        )}
      </Link>
    </li>
  )
}
