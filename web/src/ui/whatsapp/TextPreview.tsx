import { Text } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { WhatsAppBubble, WhatsAppText } from './WhatsAppBubble.tsx'
import classes from './whatsapp.module.css'

interface TextPreviewProps {
  /** Its variable `{abre}`, when the company opens, gets an example. */
  text: string
  /** What it is a preview of. */
  label: string
  /** When it is sent, HH:mm, if that is known. Such a text has no variables. */
  time?: string
}

/** What a text under a field will look like in WhatsApp; nothing for an empty text. */
export function TextPreview({ text, label, time }: TextPreviewProps) {
  const { t } = useTexts()
  const written = text.trim()
  if (!written) return null
  return (
    <section aria-label={t('preview.of', { label })}>
      <Text size="xs" c="dimmed" mb={4}>
        {t('preview.title')}
      </Text>
      <div className={classes.ground}>
        <WhatsAppBubble time={time ?? EXAMPLE_TIME}>
          <WhatsAppText text={time === undefined ? written.replaceAll('{abre}', OPENING_EXAMPLE) : written} />
        </WhatsAppBubble>
      </div>
    </section>
  )
}

const EXAMPLE_TIME = '09:30'
/** The server says it in Portuguese, whatever the language of the page. */
const OPENING_EXAMPLE = 'segunda às 8h'
