/** Where an upload lies until it is used. */
export const uploadKey = (companyId: string, uploadId: string) => `${companyId}/uploads/${uploadId}`

/** Where a campaign's attachment lies: each upload in a place of its own. */
export const campaignFileKey = (companyId: string, campaignId: string, fileId: string) =>
  `${companyId}/campaigns/${campaignId}/${fileId}`
