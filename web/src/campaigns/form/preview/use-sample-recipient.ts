import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { isIntoGroups } from '@recado/shared/campaigns/contract/campaign'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { useQuery } from '@tanstack/react-query'
import { sampleContactQuery } from '../../../contact-lists/items/queries.ts'
import { contactListQuery } from '../../../contact-lists/queries.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { CampaignValues } from '../campaign-values.ts'

/** A made-up recipient, while no list is chosen or the list is empty. */
const EXAMPLE: ContactFields = {
  name: 'Maria Silva',
  number: '5511987654321',
  email: 'maria@exemplo.com.br',
  var1: 'var1',
  var2: 'var2',
  var3: 'var3',
}
const NO_FIELDS = { number: '', email: '', var1: '', var2: '', var3: '' }

interface SampleRecipient {
  recipient: ContactFields
  /** Whether the recipient comes from the chosen list. */
  isReal: boolean
  isGroup: boolean
}

/** The campaign's first recipient: a contact of its list, or the group itself. */
export function useSampleRecipient(type: CampaignType, values: CampaignValues): SampleRecipient {
  const { t } = useTexts()
  const [listId = ''] = values.contactListId
  const isGroup = isIntoGroups({ type, groupMode: values.groupMode })
  const contact = useQuery({ ...sampleContactQuery(listId), enabled: listId !== '' && !isGroup })
  const list = useQuery({ ...contactListQuery(listId), enabled: listId !== '' && isGroup })
  if (isGroup) {
    const name = list.data?.group?.name ?? list.data?.name
    return {
      recipient: { ...NO_FIELDS, name: name ?? t('campaigns.preview.exampleGroup') },
      isReal: name !== undefined,
      isGroup,
    }
  }
  return { recipient: contact.data ?? EXAMPLE, isReal: Boolean(contact.data), isGroup }
}
