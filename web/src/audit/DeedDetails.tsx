import { Text } from '@mantine/core'
import type { AuditEntry } from '@recado/shared/audit/audit'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime } from '../ui/dates.ts'
import { useZone } from '../zone/use-zone.ts'
import { changedFields } from './changed-fields.ts'

/** What a deed changed, or which access it granted; and the reason for it. */
export function DeedDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts()
  const zone = useZone()
  const { action, fields, reason, until } = entry
  const changed = changedFields(entry).map((key) => t(key))
  const scope = fields.includes('mayChange') ? t('audit.access.mayChange') : t('audit.access.readOnly')
  const lines = [
    changed.length > 0 && t('audit.changed', { fields: changed.join(', ') }),
    action === SUPPORT_GRANTED &&
      (until ? t('audit.access.until', { scope, until: formatDateTime(until, zone) }) : scope),
    reason !== null && t('audit.reason', { reason }),
  ].filter((line) => typeof line === 'string')
  return lines.map((line) => (
    <Text key={line} size="sm" c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
      {line}
    </Text>
  ))
}

const SUPPORT_GRANTED = 'users.supportGranted'
