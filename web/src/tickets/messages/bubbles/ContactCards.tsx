import { Button } from '@mantine/core'
import type { Content } from '@recado/shared/messages/content'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { IconUserCircle } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ShownNumber } from '../../../ui/ShownNumber.tsx'
import { personOfNumber } from '../../opening/person.ts'
import { useNewConversation } from '../../opening/use-new-conversation.tsx'
import classes from './bubbles.module.css'

type Contacts = Extract<Content, { type: 'contact' }>['contacts']

/** Cards of contacts. A conversation can be begun with each that has a number. */
export function ContactCards({ contacts }: { contacts: Contacts }) {
  const { begin, dialog } = useNewConversation()
  return (
    <>
      {contacts.map(({ name, number }) => (
        <span key={`${name}-${number}`} className={classes.card}>
          <IconUserCircle size={32} aria-hidden />
          <span className={classes.cardWords}>
            <bdi className={classes.cardTitle}>{name}</bdi>
            <span className={classes.cardFacts}>
              <ShownNumber number={number} />
            </span>
            {/^\d{8,15}$/.test(number) && (
              <BeginButton
                name={name}
                onBegin={() =>
                  begin({ ...personOfNumber(number), title: `${name} · ${formatNumber(number)}` })
                }
              />
            )}
          </span>
        </span>
      ))}
      {dialog}
    </>
  )
}

function BeginButton({ name, onBegin }: { name: string; onBegin: () => void }) {
  const { t } = useTexts()
  return (
    <Button
      className={classes.begin}
      variant="default"
      size="compact-sm"
      aria-label={t('tickets.begin.with', { name })}
      onClick={onBegin}
    >
      {t('tickets.begin.action')}
    </Button>
  )
}
