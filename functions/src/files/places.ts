/** Key of an upload until its use. */
export const uploadKey = (companyId: string, uploadId: string) => `${companyId}/uploads/${uploadId}`

/** Key of a campaign's attachment. Each upload has its own key. */
export const campaignFileKey = (companyId: string, campaignId: string, fileId: string) =>
  `${companyId}/campaigns/${campaignId}/${fileId}`

/** Key of a quick reply's file. */
export const replyFileKey = (companyId: string, mediaId: string) => `${companyId}/quick-replies/${mediaId}`
