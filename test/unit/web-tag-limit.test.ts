import { Alert, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { newCampaign } from '../../web/src/campaigns/form/campaign-values.ts'
import { TagField } from '../../web/src/campaigns/form/page/TagField.tsx'
import { useCampaignForm } from '../../web/src/campaigns/form/use-campaign-form.ts'
import { elementsIn, mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'

const ZONE = 'America/Sao_Paulo'

beforeAll(speakPortuguese)

/** The field with a chosen tag of so many contacts. */
async function shownFor(contactsCount: number | null) {
  const values = { ...newCampaign(ZONE, { recipientsFrom: 'tag' }), tagId: '7' }
  let tree: ReactNode
  const { unmount } = await mounted(() => {
    const form = useCampaignForm(values, { type: 'PRIVATE', zone: ZONE, isDraft: true })
    tree = TagField({ form, isLocked: false, tags: [{ id: '7', name: 'VIP', color: null, contactsCount }] })
  }, {})
  await unmount()
  const elements = elementsIn<{ description?: string; children?: ReactNode }>(tree)
  return {
    description: elements.find(({ type }) => type === Select)?.props.description,
    warnings: elements.filter(({ type }) => type === Alert).map(({ props }) => props.children),
  }
}

test('the form says how many contacts a tag may have before one is chosen', async () => {
  expect((await shownFor(null)).description).toContain('No máximo 10.000 contatos por tag.')
})

test('the form warns about a tag with more contacts than one campaign takes, and says why', async () => {
  expect((await shownFor(12_000)).warnings).toEqual([
    'A tag VIP tem 12.000 contatos na plataforma, mais do que o limite de 10.000: os contatos são copiados de uma só vez e divididos em no máximo 20 campanhas de 500. Use tags menores.',
  ])
  expect((await shownFor(10_000)).warnings).toEqual([])
  expect((await shownFor(null)).warnings).toEqual([])
})
