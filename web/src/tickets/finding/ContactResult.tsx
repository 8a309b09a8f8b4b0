import { ActionIcon, Tooltip } from '@mantine/core'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import type { FoundContact } from '@recado/shared/search/routes'
import { IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { contactTitle } from '../../contacts/ContactName.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './finding.module.css'
import { Marked } from './Marked.tsx'
import { matchesIn } from './matches.ts'

interface ContactResultProps {
  contact: FoundContact
  q: string
  onBegin: () => void
}

/** A contact with a link to its page, and a button that begins a conversation. */
export function ContactResult({ contact, q, onBegin }: ContactResultProps) {
  const { t } = useTexts()
  const title = contactTitle(contact)
  const number = contact.number && formatNumber(contact.number)
  return (
    <li className={classes.beside}>
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
      <Tooltip label={t('tickets.begin.action')}>
        <ActionIcon
          className={classes.begin}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('tickets.begin.with', { name: title })}
          onClick={onBegin}
        >
          <IconMessagePlus size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
