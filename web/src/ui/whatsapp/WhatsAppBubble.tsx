import { IconChecks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './whatsapp.module.css'
import { whatsappFormatted } from './whatsapp-format.tsx'

interface WhatsAppBubbleProps {
  time: string
  /** Whether the recipient wrote it. */
  isAnswer?: boolean
  /** Whether an own message has the ticks of one that arrived. */
  ticks?: boolean
  children: ReactNode
}

/** A bubble as the phone of the sender shows it. */
export const WhatsAppBubble = ({ time, isAnswer = false, ticks = false, children }: WhatsAppBubbleProps) => (
  <div className={classes.bubble} data-side={isAnswer ? 'theirs' : 'ours'}>
    {children}
    <span className={classes.time}>
      {time}
      {ticks && !isAnswer && <IconChecks size={15} aria-hidden className={classes.ticks} />}
    </span>
  </div>
)

/** A text with WhatsApp's formatting. */
export const WhatsAppText = ({ text }: { text: string }) =>
  text && <span className={classes.text}>{whatsappFormatted(text)}</span>

/** What stands in a chat without messages. */
export const WhatsAppNothing = ({ children }: { children: ReactNode }) => (
  <p className={classes.nothing}>{children}</p>
)
