import type { BinaryNode } from '@whiskeysockets/baileys'
import { SERVER_JID } from '../accounts/jids.ts'

type Attributes = Record<string, string | undefined>

/** Builds a WhatsApp stanza. Attributes without a value are left out. */
export function stanza(tag: string, attributes: Attributes, content?: BinaryNode['content']): BinaryNode {
  const attrs: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) attrs[name] = value
  return content === undefined ? { tag, attrs } : { tag, attrs, content }
}

/** The answer to a query. */
export function resultOf(query: BinaryNode, content?: BinaryNode[]): BinaryNode {
  return stanza('iq', { from: query.attrs.to || SERVER_JID, type: 'result', id: query.attrs.id }, content)
}

/** The refusal of a query, with WhatsApp's code (404, 403, …). */
export function errorOf(query: BinaryNode, code: number, text: string): BinaryNode {
  const error = stanza('error', { code: String(code), text })
  return stanza('iq', { from: query.attrs.to || SERVER_JID, type: 'error', id: query.attrs.id }, [error])
}

/** The bytes of a child. Throws if they are missing. */
export function bytesIn(parent: BinaryNode | undefined, tag: string): Buffer {
  const children = Array.isArray(parent?.content) ? parent.content : []
  const content = children.find((child) => child.tag === tag)?.content
  if (!(content instanceof Uint8Array)) throw new Error(`${parent?.tag} has no bytes in ${tag}`)
  return Buffer.from(content)
}

/** A big-endian number of 1 to 6 bytes. */
export const bigEndian = (bytes: Uint8Array): number => Buffer.from(bytes).readUIntBE(0, bytes.length)

/** The text of a stanza's content, which may be encoded as bytes. */
export function textOf(node: BinaryNode | undefined): string | undefined {
  if (typeof node?.content === 'string') return node.content
  return node?.content instanceof Uint8Array ? Buffer.from(node.content).toString('utf8') : undefined
}

/** Stanza times are whole seconds. */
export const inSeconds = (milliseconds: number): string => String(Math.floor(milliseconds / 1000))
