import { isIPv6 } from 'node:net'
import { firstOf } from '@recado/shared/first-of'

/** 16-bit groups of an IPv6 address, and of its network part. */
const GROUPS = 8
const GROUPS_OF_NETWORK = 4
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Key for counting attempts: an IPv4 address as it is, an IPv6 address by its /64. A subscriber gets a whole /64
 * and may use any address in it.
 * @param address from CloudFront or API Gateway, with or without brackets
 */
export function networkOf(address: string): string {
  const bare = address.replace(/^\[|\]$|%.*$/g, '')
  if (!isIPv6(bare)) return bare
  const [, mapped] = MAPPED_IPV4.exec(bare) ?? []
  if (mapped) return mapped
  const [head = '', tail] = bare.split('::')
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  const network = firstOf(groups, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
