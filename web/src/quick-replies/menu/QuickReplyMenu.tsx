import { Text } from '@mantine/core'
import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'
import { useTexts } from '../../i18n/use-texts.ts'
import { SuggestionList } from '../../ui/suggestions/SuggestionList.tsx'
import type { Suggestions } from '../../ui/suggestions/use-suggestions.ts'
import { ReplyFile } from '../ReplyFile.tsx'

interface QuickReplyMenuProps {
  suggestions: Suggestions<QuickReply>
  /** A reply as it would be inserted. */
  preview: (reply: QuickReply) => string
}

/** The quick replies for what the user types behind `/`, each with its text. */
export function QuickReplyMenu({ suggestions, preview }: QuickReplyMenuProps) {
  const { t } = useTexts()
  return (
    <SuggestionList
      label={t('quickReplies.title')}
      suggestions={suggestions}
      keyOf={({ id }) => id}
      none={t('quickReplies.noneFound')}
    >
      {(reply) => (
        <>
          <Text span display="block" size="sm" fw={600}>
            /{reply.shortcode}
          </Text>
          <Text span size="sm" lineClamp={2}>
            <bdi>{preview(reply)}</bdi>
          </Text>
          {reply.media && <ReplyFile media={reply.media} />}
        </>
      )}
    </SuggestionList>
  )
}
