import { ActionIcon, Group, Title, Tooltip } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useDocumentTitle } from './use-document-title.ts'

interface PageHeaderProps {
  title: string
  /** Target of the back button; undefined for no button. */
  back?: LinkProps['to']
  /** The primary action and others beside it. */
  children?: ReactNode
}

export function PageHeader({ title, back, children }: PageHeaderProps) {
  const { t } = useTexts()
  useDocumentTitle(title)
  return (
    <Group justify="space-between" gap="sm" mb="md">
      {/* As wide as the title, so that the actions move below a long one and no word is broken for them. */}
      <Group gap="xs" wrap="nowrap" miw={0} maw="100%" flex="1 1 auto">
        {back && (
          <Tooltip label={t('common.back')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('common.back')}
              renderRoot={(props) => <Link to={back} {...props} />}
            >
              <IconArrowLeft size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
      </Group>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  )
}
