import { ApiError } from '@recado/shared/http/api-error'

/**
 * Uploads each file once, so that a repeated call names the same upload.
 * @returns a function that uploads a file and makes a call with it. If storage no longer has the file, the next call uploads it
 * again.
 */
export function uploadsOnce<Uploaded>(upload: (file: File) => Promise<Uploaded>) {
  const uploads = new WeakMap<File, Uploaded>()
  return async <T>(file: File, call: (uploaded: Uploaded) => Promise<T>): Promise<T> => {
    const uploaded = uploads.get(file) ?? (await upload(file))
    uploads.set(file, uploaded)
    try {
      return await call(uploaded)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_NO_FILE') uploads.delete(file)
      throw error
    }
  }
}
