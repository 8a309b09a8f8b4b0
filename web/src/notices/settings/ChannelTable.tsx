import { Checkbox, Skeleton, Table, Text } from '@mantine/core'
import type { NoticeKind } from '@recado/shared/notices/notice'
import type { OwnNoticeSettings } from '@recado/shared/notices/own-settings'
import { isMailed, kindsFor, type NoticeSettings } from '@recado/shared/notices/settings'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { noticeSettingsQuery, useSaveNoticeSettings } from '../queries.ts'
import classes from './settings.module.css'

type Channel = 'browser' | 'email'

interface ChannelTableProps {
  /** The user wants a kind in the browser: asks for its permission. */
  onBrowser: () => void
}

/** Kinds of notices by channels. Each choice is saved at once. */
export function ChannelTable({ onBrowser }: ChannelTableProps) {
  const { t } = useTexts()
  const { profile } = useUser()
  const { data, error, refetch, isFetching } = useQuery(noticeSettingsQuery)
  const { mutate: save } = useSaveNoticeSettings()
  if (error && !data) return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <Skeleton height={360} />
  const choose = (kind: NoticeKind, channel: Channel, isOn: boolean) => {
    save(chosen(data, kind, channel, isOn))
    if (channel === 'browser' && isOn) onBrowser()
  }
  return (
    <Table className={classes.table} verticalSpacing={6} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('notices.settings.kind')}</Table.Th>
          <Table.Th className={classes.channel} visibleFrom="xs">
            {t('notices.settings.app')}
          </Table.Th>
          <Table.Th className={classes.channel}>{t('notices.settings.browser')}</Table.Th>
          <Table.Th className={classes.channel}>{t('notices.settings.email')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kindsFor(profile).map((kind) => (
          <KindRow
            key={kind}
            kind={kind}
            channels={data.channels[kind]}
            onChoose={(channel, isOn) => choose(kind, channel, isOn)}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const chosen = (
  { channels, ...rest }: OwnNoticeSettings,
  kind: NoticeKind,
  channel: Channel,
  isOn: boolean,
): OwnNoticeSettings => ({
  ...rest,
  channels: { ...channels, [kind]: { ...channels[kind], [channel]: isOn } },
})

interface KindRowProps {
  kind: NoticeKind
  channels: NoticeSettings['channels'][NoticeKind]
  onChoose: (channel: Channel, isOn: boolean) => void
}

function KindRow({ kind, channels, onChoose }: KindRowProps) {
  const { t } = useTexts()
  const name = t(`notices.settings.kinds.${kind}`)
  const box = (channel: Channel) => (
    <Checkbox
      className={classes.box}
      aria-label={`${name}: ${t(`notices.settings.${channel}`)}`}
      checked={channels[channel]}
      onChange={(event) => onChoose(channel, event.currentTarget.checked)}
    />
  )
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {name}
      </Table.Th>
      <Table.Td className={classes.channel} visibleFrom="xs">
        <IconCheck
          className={classes.always}
          size={18}
          role="img"
          aria-label={t('notices.settings.always')}
        />
      </Table.Td>
      <Table.Td className={classes.channel}>{box('browser')}</Table.Td>
      <Table.Td className={classes.channel}>
        {isMailed(kind) ? (
          box('email')
        ) : (
          <Text span c="dimmed" role="img" aria-label={t('notices.settings.never')}>
            –
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
