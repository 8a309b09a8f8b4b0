/**
 * Replaces the SDK's chain of credential providers. A Lambda only needs the first one, its environment. Saves 23 of
 * 126 ms of processor time at a cold start, and 110 KB.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  }
}
