import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'

interface CopyFieldProps {
  label: string
  description?: string
  value: string
}

/** A read-only text with a button that copies it. */
export function CopyField({ label, description, value }: CopyFieldProps) {
  const { t } = useTexts()
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t('users.copied') : t('users.copy')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={copied ? t('users.copied') : t('users.copy')}
                onClick={copy}
              >
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      }
    />
  )
}
