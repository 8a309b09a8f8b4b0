import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Spoken } from '../../ui/Spoken.tsx'
import classes from './TwoStep.module.css'

/** Recovery codes for a lost authenticator. They are shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Stack>
      <Alert color="green" role="status">
        <Spoken>{t('profile.twoStep.isOn')}</Spoken>
      </Alert>
      <Text size="sm">{t('profile.twoStep.recovery')}</Text>
      <ul className={classes.codes} aria-label={t('profile.twoStep.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('users.copied') : t('profile.twoStep.copyCodes')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('profile.twoStep.kept')}</Button>
      </Group>
    </Stack>
  )
}
