import { isIPv6 } from 'node:net'
import { firstOf } from '@recado/shared/first-of'

/** Groups of 16 bits in an IPv6 address, and in the part of it that names the network. */
const GROUPS = 8
const GROUPS_OF_NETWORK = 4
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What attempts are counted by: an IPv4 address as it is, an IPv6 address by its /64, which is what one subscriber gets
 * and may choose any address of.
 * @param address as CloudFront or API Gateway says it, with or without brackets
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
