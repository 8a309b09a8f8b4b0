/** Temporary files carry this tag: the bucket deletes them after a week. */
export const UPLOAD_TAG = { expires: 'upload' } as const
