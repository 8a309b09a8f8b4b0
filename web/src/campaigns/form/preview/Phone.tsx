import {
  IconArrowLeft,
  IconBattery4,
  IconCamera,
  IconDotsVertical,
  IconMicrophone,
  IconMoodSmile,
  IconPaperclip,
  IconWifi,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { NameAvatar } from '../../../ui/NameAvatar.tsx'
import classes from './phone.module.css'

interface PhoneProps {
  /** The person or group of the conversation. */
  name: string
  /** What stands under the name: a number, or that it is a group. */
  detail: string
  /** The time in the status bar, HH:mm. */
  time: string
  /** The bubbles. */
  children: ReactNode
}

/** A phone with an open conversation. All but the bubbles is scenery, and hidden from screen readers. */
export function Phone({ name, detail, time, children }: PhoneProps) {
  const { t } = useTexts()
  return (
    <div className={classes.phone}>
      <div className={classes.screen}>
        <div className={classes.status} aria-hidden>
          <span>{time}</span>
          <span className={classes.island} />
          <span className={classes.signs}>
            <IconWifi size={15} />
            <IconBattery4 size={19} />
          </span>
        </div>
        <div className={classes.header} aria-hidden>
          <IconArrowLeft size={20} />
          <NameAvatar size={34} name={name} color="green" variant="filled" />
          <span className={classes.who}>
            <span className={classes.name}>{name}</span>
            {detail && <span className={classes.detail}>{detail}</span>}
          </span>
          <IconDotsVertical size={20} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard */}
        <section className={classes.chat} tabIndex={0} aria-label={t('campaigns.preview.chat')}>
          {children}
        </section>
        <div className={classes.input} aria-hidden inert>
          <span className={classes.field}>
            <IconMoodSmile size={20} />
            <span className={classes.placeholder}>{t('campaigns.preview.input')}</span>
            <IconPaperclip size={20} />
            <IconCamera size={20} />
          </span>
          <span className={classes.mic}>
            <IconMicrophone size={20} />
          </span>
        </div>
      </div>
    </div>
  )
}
