import { type Campaign, MEDIA_MAX_BYTES } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { variantsOf } from '@recado/shared/campaigns/message/message-parts'
import { changeCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { isShown, mediaTypeOf } from '@recado/shared/messages/media-type'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { ports, tableOf } from '../context.ts'
import { nameOf } from '../files/file-name.ts'
import { filesOf } from '../files/open.ts'
import { campaignFileKey } from '../files/places.ts'
import { type Given, givenFile, type Limit } from '../uploads/given-file.ts'
import { notEditable, publishCampaign, requireCampaign } from './campaigns.ts'

type Media = Pick<StoredCampaign, 'mediaKey' | 'mediaName' | 'mediaType' | 'mediaBytes'>
export const NO_MEDIA: Media = { mediaKey: null, mediaName: null, mediaType: null, mediaBytes: null }

const TOO_LARGE: Limit = { longest: MEDIA_MAX_BYTES, code: 'ERR_FILE_TOO_LARGE' }

/**
 * Stores a campaign's attachment and replaces the previous one.
 * @throws DomainError ERR_CAMPAIGN_NOT_EDITABLE, ERR_NO_FILE, ERR_FILE_TOO_LARGE
 */
export async function upload({ companyId }: Actor, campaignId: string, given: Given): Promise<Campaign> {
  requireEditable(await requireCampaign(companyId, campaignId))
  const media = await keepAttachment(companyId, campaignId, await givenFile(companyId, given, TOO_LARGE))
  try {
    await replace(companyId, campaignId, () => media)
  } catch (error) {
    // After any other error the campaign may have the attachment.
    if (error instanceof DomainError) await filesOf(companyId).delete(media.mediaKey)
    throw error
  }
  return publishCampaign(companyId, 'update', campaignId)
}

/** Removes the attachment. @throws DomainError ERR_CAMPAIGN_EMPTY when the campaign has nothing else to send */
export async function remove({ companyId }: Actor, campaignId: string): Promise<undefined> {
  await replace(companyId, campaignId, (campaign) => {
    if (variantsOf(campaign).length > 0) return NO_MEDIA
    throw new DomainError('invalid', 'ERR_CAMPAIGN_EMPTY', 'A campaign needs a message or an attachment')
  })
  await publishCampaign(companyId, 'update', campaignId)
  return undefined
}

/** Copies a campaign's attachment, so that each campaign can delete its own. */
export async function copied(
  companyId: string,
  { mediaKey, mediaName, mediaType, mediaBytes }: Media,
  toCampaignId: string,
): Promise<Media> {
  const bytes = mediaKey && mediaType ? await filesOf(companyId).get(mediaKey) : undefined
  // An attachment without a file stays without one in the copy.
  if (!bytes || !mediaType) return { ...NO_MEDIA, mediaName }
  const key = campaignFileKey(companyId, toCampaignId, newId())
  await filesOf(companyId).keep(key, bytes, mediaType, savedAs(mediaType, mediaName))
  return { mediaKey: key, mediaName, mediaType, mediaBytes }
}

/** Deletes an attachment that no campaign uses any more. */
export async function discard(companyId: string, { mediaKey }: Pick<Media, 'mediaKey'>): Promise<void> {
  if (mediaKey) await filesOf(companyId).delete(mediaKey)
}

/** Writes the change, or decides again if the campaign changed meanwhile. */
async function replace(
  companyId: string,
  campaignId: string,
  mediaFor: (campaign: StoredCampaign) => Media,
): Promise<void> {
  const table = tableOf(companyId)
  const replaced = await retrying(
    table,
    () => requireCampaign(companyId, campaignId),
    async (campaign) => {
      requireEditable(campaign)
      const updatedAt = new Date(ports.now()).toISOString()
      const change = { ...mediaFor(campaign), updatedAt }
      return (await changeCampaign(table, campaign, change)) ? campaign : AGAIN
    },
  )
  await discard(companyId, replaced)
}

function requireEditable(campaign: StoredCampaign): void {
  if (!can(campaign, 'editMessages')) throw notEditable()
}

async function keepAttachment(
  companyId: string,
  campaignId: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
) {
  const mediaName = nameOf(name)
  const mediaType = mediaTypeOf(mediaName, bytes)
  const mediaKey = campaignFileKey(companyId, campaignId, newId())
  await filesOf(companyId).keep(mediaKey, bytes, mediaType, savedAs(mediaType, mediaName))
  return { mediaKey, mediaName, mediaType, mediaBytes: bytes.length }
}

const savedAs = (mediaType: string, mediaName: string | null) =>
  isShown(mediaType) ? undefined : (mediaName ?? 'anexo')
