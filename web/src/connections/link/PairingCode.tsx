import { Button, CopyButton, Stack, Text } from '@mantine/core'
import { cutText } from '@recado/shared/text'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './LinkDialog.module.css'

interface PairingCodeProps {
  /** Eight letters and digits. */
  code: string
  /** The number of the phone, as the user wrote it. */
  number: string
}

export function PairingCode({ code, number }: PairingCodeProps) {
  const { t } = useTexts()
  return (
    <Stack gap="xs" align="center">
      <Text size="sm" ta="center">
        {t('connections.link.codeFor', { number })}
      </Text>
      <output aria-label={t('connections.link.code')} className={classes.code}>
        {asWhatsAppShows(code)}
      </output>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="light"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? t('connections.link.copied') : t('connections.link.copy')}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}

/** `ABCD-1234`: in two halves, as the phone shows it. */
const asWhatsAppShows = (code: string) => `${cutText(code, 4)}-${code.slice(4)}`
