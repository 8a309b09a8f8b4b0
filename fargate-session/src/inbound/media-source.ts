/**
 * Where to fetch a file. The address comes from whoever sent the message: only WhatsApp's own servers are asked,
 * never a host the sender names.
 * @param origins of WhatsApp's servers
 * @returns undefined where there is no such place
 */
export function sourceOf(
  { url, directPath }: { url?: string | null; directPath?: string | null },
  origins: readonly RegExp[],
): { directPath: string } | { url: string } | undefined {
  const isOurs = (address: string) => {
    if (!URL.canParse(address)) return false
    const { protocol, host } = new URL(address)
    return origins.some((origin) => origin.test(`${protocol}//${host}`))
  }
  if (url && isOurs(url)) return { url }
  // Without an address of its own it is fetched from the library's fixed host.
  return directPath?.startsWith('/') ? { directPath } : undefined
}
