/** What lies in the bucket only until it is used carries this tag: the bucket clears it away after a week. */
export const UPLOAD_TAG = { expires: 'upload' } as const
