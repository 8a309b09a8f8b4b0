import { Button, Divider, Stack, Switch } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DeskFields } from './DeskFields.tsx'
import { MessageFields } from './MessageFields.tsx'
import { PaceFields } from './PaceFields.tsx'
import type { ConnectionForm } from './problems.ts'

interface AdvancedFoldProps {
  form: ConnectionForm
  isOpen: boolean
  onToggle: () => void
  /** Whether the connection has to be the default one, as the company's first or only default. */
  isDefaultFixed: boolean
  isFirst: boolean
}

/** Everything but the name: few need it for a new connection. */
export function AdvancedFold({ form, isOpen, onToggle, isDefaultFixed, isFirst }: AdvancedFoldProps) {
  const { t } = useTexts()
  const contentId = useId()
  const Sign = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Stack>
      <Button
        variant="subtle"
        color="gray"
        justify="space-between"
        fullWidth
        rightSection={<Sign size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={onToggle}
      >
        {t('connections.form.advanced')}
      </Button>
      <Stack id={contentId} hidden={!isOpen}>
        {isOpen && (
          <>
            <DefaultSwitch form={form} isFixed={isDefaultFixed} isFirst={isFirst} />
            <Divider label={t('connections.form.service')} labelPosition="left" />
            <DeskFields form={form} />
            <Divider label={t('connections.form.messages')} labelPosition="left" />
            <MessageFields form={form} />
            <Divider label={t('connections.form.pace')} labelPosition="left" />
            <PaceFields form={form} />
          </>
        )}
      </Stack>
    </Stack>
  )
}

interface DefaultSwitchProps {
  form: ConnectionForm
  isFixed: boolean
  isFirst: boolean
}

function DefaultSwitch({ form, isFixed, isFirst }: DefaultSwitchProps) {
  const { t } = useTexts()
  const fixed = t(isFirst ? 'connections.form.isDefaultFirst' : 'connections.form.isDefaultFixed')
  return (
    <Switch
      label={t('connections.form.isDefault')}
      description={isFixed ? fixed : t('connections.form.isDefaultHint')}
      disabled={isFixed}
      {...form.getInputProps('isDefault', { type: 'checkbox' })}
    />
  )
}
