import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBold, IconCode, IconItalic, IconStrikethrough } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'

/** WhatsApp's marks, which are written around a text. */
const MARKS = [
  { name: 'bold', mark: '*', icon: IconBold },
  { name: 'italic', mark: '_', icon: IconItalic },
  { name: 'strike', mark: '~', icon: IconStrikethrough },
  { name: 'mono', mark: '```', icon: IconCode },
] as const

export function FormatButtons({ onMark }: { onMark: (mark: string) => void }) {
  const { t } = useTexts()
  return MARKS.map(({ name, mark, icon: Sign }) => (
    <Tooltip key={name} label={`${t(`campaigns.format.${name}`)} ${mark}…${mark}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t(`campaigns.format.${name}`)}
        onClick={() => onMark(mark)}
      >
        <Sign size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ))
}
