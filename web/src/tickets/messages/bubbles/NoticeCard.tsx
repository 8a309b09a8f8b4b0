import type { Content } from '@recado/shared/messages/content'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './bubbles.module.css'
import { MessageText } from './MessageText.tsx'

type NoticeContent = Extract<Content, { type: 'notice' }>

/** A kind of message without a form of its own: what it is, and the sender's words. */
export function NoticeCard({ content: { about, text, items } }: { content: NoticeContent }) {
  const { t } = useTexts()
  return (
    <>
      <span className={classes.aside}>
        <IconInfoCircle size={16} aria-hidden /> {t(`messages.notices.${about}`)}
      </span>
      <MessageText text={text} />
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item, index) => (
            <li key={index}>
              <bdi>{item}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
