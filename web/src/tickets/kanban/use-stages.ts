import { stagesIn } from '@recado/shared/tags/tag'
import { useMemo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Directory } from '../directory.ts'
import type { Stage } from './stage.ts'

/** The columns of the kanban in their order; first that of tickets without a stage. */
export function useStages({ tags }: Pick<Directory, 'tags'>): Stage[] {
  const { t } = useTexts()
  const noStage = t('kanban.noStage')
  return useMemo(
    () => [
      { id: null, name: noStage, tag: undefined },
      ...stagesIn([...tags.values()]).map((tag) => ({ id: tag.id, name: tag.name, tag })),
    ],
    [tags, noStage],
  )
}
