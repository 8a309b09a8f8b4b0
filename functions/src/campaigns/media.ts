import { type Campaign, MEDIA_MAX_BYTES } from '@recado/shared/campaigns/campaign'
import { can } from '@recado/shared/campaigns/machine'
import { variantsOf } from '@recado/shared/campaigns/message-parts'
import { changeCampaign, type StoredCampaign } from '@recado/shared/campaigns/store'
import { isShown, mediaTypeOf } from '@recado/shared/conversations/media-type'
import { DomainError } from '@recado/shared/errors'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'
import { files } from '../files/open.ts'
import { campaignFileKey } from '../files/places.ts'
import { type Given, givenFile, nameOf } from '../uploads/given-file.ts'
import { notEditable, stored, tell } from './campaigns.ts'

type Media = Pick<StoredCampaign, 'mediaKey' | 'mediaName' | 'mediaType' | 'mediaBytes'>
export const NO_MEDIA: Media = { mediaKey: null, mediaName: null, mediaType: null, mediaBytes: null }

const TOO_LARGE = { longest: MEDIA_MAX_BYTES, code: 'ERR_FILE_TOO_LARGE' }

/**
 * Takes an attachment for a campaign, in place of the one before.
 * @throws DomainError ERR_CAMPAIGN_NOT_EDITABLE, ERR_NO_FILE, ERR_FILE_TOO_LARGE
 */
export async function upload({ companyId }: Actor, campaignId: string, given: Given): Promise<Campaign> {
  requireEditable(await stored(companyId, campaignId))
  const media = await keep(companyId, campaignId, await givenFile(companyId, given, TOO_LARGE))
  try {
    await replace(companyId, campaignId, () => media)
  } catch (error) {
    await files.delete(media.mediaKey)
    throw error
  }
  return tell(companyId, 'update', campaignId)
}

/** Takes the attachment away. @throws DomainError ERR_CAMPAIGN_EMPTY where nothing else would be left to say */
export async function remove({ companyId }: Actor, campaignId: string): Promise<Campaign> {
  await replace(companyId, campaignId, (campaign) => {
    if (variantsOf(campaign).length > 0) return NO_MEDIA
    throw new DomainError('invalid', 'ERR_CAMPAIGN_EMPTY', 'A campaign needs a message or an attachment')
  })
  return tell(companyId, 'update', campaignId)
}

/** The attachment of one campaign in another's place, so that each may lose its own. */
export async function copied(
  companyId: string,
  { mediaKey, mediaName, mediaType, mediaBytes }: Media,
  toCampaignId: string,
): Promise<Media> {
  const bytes = mediaKey && mediaType ? await files.get(mediaKey) : undefined
  // An attachment that was only announced is so in the copy.
  if (!bytes || !mediaType) return { ...NO_MEDIA, mediaName }
  const key = campaignFileKey(companyId, toCampaignId, newId())
  await files.keep(key, bytes, mediaType, savedAs(mediaType, mediaName))
  return { mediaKey: key, mediaName, mediaType, mediaBytes }
}

/** Deletes an attachment that no campaign has any more. */
export async function discard({ mediaKey }: Pick<Media, 'mediaKey'>): Promise<void> {
  if (mediaKey) await files.delete(mediaKey)
}

/** Writes unless somebody else wrote meanwhile: then the campaign is looked at again. */
async function replace(
  companyId: string,
  campaignId: string,
  mediaFor: (campaign: StoredCampaign) => Media,
): Promise<void> {
  for (;;) {
    const campaign = await stored(companyId, campaignId)
    requireEditable(campaign)
    const updatedAt = new Date(ports.now()).toISOString()
    const change = { ...mediaFor(campaign), updatedAt }
    if (!(await changeCampaign(tableOf(companyId), campaign, change))) continue
    return discard(campaign)
  }
}

function requireEditable(campaign: StoredCampaign): void {
  if (!can(campaign, 'editMessages')) throw notEditable()
}

async function keep(
  companyId: string,
  campaignId: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
) {
  const mediaName = nameOf(name)
  const mediaType = mediaTypeOf(mediaName, bytes)
  const mediaKey = campaignFileKey(companyId, campaignId, newId())
  await files.keep(mediaKey, bytes, mediaType, savedAs(mediaType, mediaName))
  return { mediaKey, mediaName, mediaType, mediaBytes: bytes.length }
}

const savedAs = (mediaType: string, mediaName: string | null) =>
  isShown(mediaType) ? undefined : (mediaName ?? 'anexo')
