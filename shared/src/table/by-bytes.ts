/** DynamoDB orders text by its UTF-8 bytes; so do we. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
